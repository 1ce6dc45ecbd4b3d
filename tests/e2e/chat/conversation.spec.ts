import type { Page } from '@playwright/test'
import { ready, toast } from '../support/page-parts.ts'
import { enter, townPassword } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('town')

/** The conversation that was last written to. */
const newest = (page: Page) => page.getByRole('main').locator('a[href^="/chat?thread_id="]').first()

test('A renter asks about a listing, the owner sees it unread and answers', async ({ page, visit }) => {
  await enter(page, 'renter')
  await page.goto('/products?search=fujifilm')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Fujifilm/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/listing\//)
  const title = (await page.getByRole('heading', { level: 1, name: /^Fujifilm/ }).textContent())!
  await page.getByRole('link', { name: 'Chat with Owner' }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('No messages yet')
  await page.getByLabel('Message', { exact: true }).fill('Hi! Does it come with a spare battery?')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('Does it come with a spare battery?')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')

  const owner = await visit()
  await enter(owner, 'owner')
  await owner.goto('/profile/messages')
  await expect(owner.getByRole('heading', { name: 'My Conversations' })).toBeVisible()
  const row = owner.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Hi! Does it come with a spare battery?')
  await expect(row).toContainText('1 unread')
  await row.getByRole('link').click()
  await owner.getByLabel('Message', { exact: true }).fill('Two of them, po.')
  await owner.getByRole('button', { name: 'Send' }).click()
  await expect(owner.getByRole('log')).toContainText('Two of them, po.')
  await owner.getByRole('link', { name: 'My Conversations' }).click()
  await expect(row).not.toContainText('unread')

  await page.reload()
  await expect(log).toContainText('Two of them, po.')
})

test('A guest who would like to chat is asked to log in, and led on to the conversation', async ({
  page,
}) => {
  const words = 'Please login to chat with the owner.'
  await page.goto('/products?search=ukulele')
  await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/listing\//)
  const heading = page.getByRole('heading', { level: 1, name: /ukulele/i })
  const title = (await heading.textContent())!
  await ready(page)
  await page.getByRole('link', { name: 'Chat with Owner' }).click()
  await expect(toast(page, words)).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByLabel(/^Email/).fill('grace@hiram.test')
  await dialog.getByLabel(/^Password/).fill(townPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page).toHaveURL(/\/chat\?/)
  await expect(page.getByRole('main')).toContainText(`About ${title}`)
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('No messages yet')
})

test('A conversation stays when the connection goes just after it was opened', async ({ page }) => {
  await enter(page, 'owner')
  await page.goto('/profile/messages')
  await ready(page)
  let isLost = false
  await page.route('**/chat.data**', (route) => {
    if (isLost) return route.abort()
    isLost = route.request().method() === 'POST'
    return route.continue()
  })
  const seen = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('listitem').filter({ hasText: 'unread' }).first().getByRole('link').click()
  expect((await seen).ok()).toBe(true)
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Opo, it is free.')
  await page.waitForTimeout(300)
  await expect(box).toHaveValue('Opo, it is free.')
})

test('A message that does not reach the server stays in its box', async ({ page, complaints }) => {
  await enter(page, 'renter')
  await page.goto('/profile/messages')
  await newest(page).click()
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Are you there?')
  await page.route('**/chat.data**', (route) => route.abort())
  await box.press('Enter')
  await expect(page.getByText('Your message could not be sent.')).toBeVisible()
  await expect(box).toHaveValue('Are you there?')
  expect(complaints.splice(0).join()).toContain('ERR_FAILED')
  await page.unroute('**/chat.data**')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log')).toContainText('Are you there?')
})

test('One’s own messages stand on the right, the other’s on the left, and the newest is in view', async ({
  page,
  visit,
}) => {
  await enter(page, 'renter')
  await page.goto('/profile/messages')
  await page
    .getByRole('link', { name: /^Olivia Santos/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/chat\?thread_id=/)
  const owner = await visit()
  await enter(owner, 'owner')
  await owner.goto(page.url())
  for (const [who, text] of [
    [owner, 'Bring an ID, please.'],
    [page, Array.from({ length: 40 }, (_, i) => `Question ${i + 1}`).join('\n')],
  ] as const) {
    await who.reload()
    await who.getByLabel('Message', { exact: true }).fill(text)
    await who.getByRole('button', { name: 'Send' }).click()
    await expect(who.getByLabel('Message', { exact: true })).toHaveValue('')
  }
  const log = page.getByRole('log', { name: 'Messages' })
  const [theirs, own] = [log.getByText('Bring an ID, please.'), log.getByText('Question 40')]
  await expect(own).toBeVisible()
  const left = async (message: typeof own) => (await message.boundingBox())!.x
  expect(await left(own)).toBeGreaterThan(await left(theirs))
  const colour = (message: typeof own) => message.evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(await colour(own)).not.toBe(await colour(theirs))
  await expect
    .poll(() =>
      log.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop),
    )
    .toBeLessThan(2)
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('A conversation is read and answered', async ({ page }) => {
    await enter(page, 'owner')
    await page.goto('/profile/messages')
    await newest(page).click()
    await page.getByLabel('Message', { exact: true }).fill('Opo!')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('log')).toContainText('Opo!')
  })
})
