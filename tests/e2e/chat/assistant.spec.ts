import type { Page } from '@playwright/test'
import { ready } from '../support/page-parts.ts'
import { chatAbout } from '../support/paying.ts'
import { enter } from '../support/people.ts'
import { plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const fromAssistant = (page: Page) => log(page).getByText('Assistant,')
const button = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name} the assistant`, exact: true })
const ask = async (page: Page, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText(text)
}
/** Waits for a reply that arrives without a reload. */
const receives = (page: Page, replies: number) =>
  expect(fromAssistant(page)).toHaveCount(replies, { timeout: 60_000 })

// Spec: D28
test('The assistant answers in a conversation, and either of the two switches it off', async ({
  page,
  another,
}) => {
  await enter(page, 'renter')
  await page.goto(await chatAbout(page, 'fujifilm'))
  await ask(page, 'How much is the deposit?')
  await expect(page).toHaveURL(/thread_id=/)
  await receives(page, 1)
  await expect(log(page)).toContainText('There is no deposit.')
  await ready(page)
  await button(page, 'Switch off').click()
  await expect(page.getByText('You switched the assistant off.')).toBeVisible()
  await ask(page, 'And where do I pick it up?')

  const owner = await plainOf(another, 'owner')
  await owner.open(page.url())
  expect(owner.text).toContain('Ramon Dela Cruz switched the assistant off.')
  expect(owner.html).not.toContain('Switch on')

  await button(page, 'Switch on').click()
  await expect(button(page, 'Switch off')).toBeVisible()
  await ask(page, 'How much is the service fee?')
  await receives(page, 2)

  await expect(log(page).getByRole('link', { name: 'Read more in Help' })).toHaveAttribute(
    'href',
    /^\/help\/prices-and-fees/,
  )

  await owner.open(page.url())
  expect(owner.text.match(/Assistant ,/g)).toHaveLength(2)
  await owner.press('Switch off the assistant')
  expect(owner.text).toContain('You switched the assistant off.')
  // Without a reload: it is told to the open conversation.
  await expect(page.getByText(/^Olivia Santos switched the assistant off\./)).toBeVisible()
})
