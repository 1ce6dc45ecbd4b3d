import { demoPassword, enter } from '../support/people.ts'
import { followMail } from '../support/mail.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

test('A person changes their email; the new address confirms it without scripts, and the old one is told', async ({
  page,
  visit,
}) => {
  const [before, after] = ['benjie@hiram.test', 'benjie.new@hiram.test']
  await enter(page, 'renter', before)
  // From another device; the first log-in of all is not mailed.
  await enter(await visit(), 'renter', before)
  await page.goto('/profile/settings')
  await ready(page)
  await page.getByRole('link', { name: /^Email Use another/ }).click()
  await page.getByLabel(/^New email/).fill(after)
  await page.getByLabel(/^Your password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(
    toast(page, `We mailed a link to ${after}. Your email changes when you follow it.`),
  ).toBeVisible()

  const plain = await visit({ javaScriptEnabled: false })
  await followMail(plain, after, 'change-email')
  await plain.getByRole('button', { name: 'Yes, use it' }).click()
  await expect(toast(plain, `Your email is ${after} now.`)).toBeVisible()
  await page.goto('/profile/settings/email')
  await expect(page.getByRole('main')).toContainText(`Now it is ${after}.`)
  await expect(async () => {
    await plain.goto(`/dev/mail?to=${before}`)
    await expect(plain.getByText('Your email was changed').first()).toBeVisible({ timeout: 500 })
    await expect(plain.getByText('A log-in from a new device').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await enter(await visit(), 'renter', after)
})
