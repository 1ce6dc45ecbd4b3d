import { expect, type Page, type Request } from '@playwright/test'
import { addDays, dayInManila } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { rent } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { turn } from '../support/page-parts.ts'
import { post } from '../support/people.ts'
import { test } from '../support/two-servers.ts'

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages/ })
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })

const isStream = (request: Request) => request.url().includes('/api/stream')

/** Waits until a page's stream ends: the browser closes it, or the server. */
const endOf = (page: Page) =>
  Promise.race([page.waitForEvent('requestfailed', isStream), page.waitForEvent('requestfinished', isStream)])

/** Waits until a page's stream is ready. */
async function listening(page: Page, open: () => Promise<unknown>) {
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/stream'))
  await open()
  await stream
}

test('A message shows at once in the badge and the list of the other, in each tab, at another server', async ({
  demo,
  visit,
}) => {
  const page = await visit('olivia', 1)
  await listening(page, () => page.goto('/'))
  await expect(badge(page)).toHaveAccessibleName('Messages, 2 unread')
  const list = await page.context().newPage()
  await list.goto('/profile/messages')
  await expect(rows(list).first()).toContainText('Katrina O.')

  const ramon = await visit('ramon', 0)
  const message = { intent: 'send', text: 'May I pick it up at noon?' }
  expect((await post(ramon, `/api/messages?listingId=${demo.listingId}`, message)).ok()).toBe(true)

  await expect(badge(page)).toHaveAccessibleName('Messages, 3 unread')
  await expect(page.getByRole('status').filter({ hasText: 'You have 3 unread messages.' })).toBeAttached()
  await expect(rows(list).first()).toContainText('Ramon D.')
  await expect(rows(list).first()).toContainText('May I pick it up at noon?')
  await expect(rows(list).first()).toContainText('2 unread')

  // One tab is closed; the other continues. Reading a thread lowers the count in every tab.
  await page.close()
  const again = await page.context().newPage()
  await again.goto('/')
  await rows(list).first().getByRole('link').click()
  await expect(list.getByRole('log', { name: 'Messages' })).toContainText('May I pick it up at noon?')
  await expect(badge(again)).toHaveAccessibleName('Messages, 1 unread')
})

test('A tab that is hidden has no stream, and shows what it missed once someone looks at it', async ({
  demo,
  visit,
}) => {
  const page = await visit('olivia', 1)
  await listening(page, () => page.goto('/profile/messages'))
  const ended = endOf(page)
  await turn(page, 'hidden')
  await ended
  await demo.write('ramon', 'While you looked elsewhere')
  expect(await rows(page).first().textContent()).not.toContain('While you looked elsewhere')
  await turn(page, 'visible')
  await expect(rows(page).first()).toContainText('While you looked elsewhere')
})

test('Two people at two servers see each other’s messages at once, that they were seen, and who is writing', async ({
  demo,
  visit,
}) => {
  const [ramon, olivia] = [await visit('ramon', 0), await visit('olivia', 1)]
  await listening(ramon, () => ramon.goto(`/chat?listingId=${demo.listingId}`))
  await listening(olivia, () => olivia.goto(new URL(ramon.url()).pathname + new URL(ramon.url()).search))
  const [his, hers] = [ramon, olivia].map((page) => page.getByRole('log', { name: 'Messages' }))
  const box = (page: Page) => page.getByLabel('Message', { exact: true })

  await box(olivia).pressSequentially('It')
  await expect(his!.getByText('Olivia S. is writing')).toBeAttached()
  await box(olivia).fill('It is yours from Friday on.')
  await olivia.keyboard.press('Enter')
  await expect(his!.getByText('It is yours from Friday on.')).toHaveCount(1)
  await expect(hers!.getByText('Seen', { exact: true })).toBeVisible()
  await expect(his!.getByText('Olivia S. is writing')).toHaveCount(0)

  for (let i = 1; i <= 10; i++) {
    await box(ramon).fill(`Salamat ${i}`)
    await ramon.keyboard.press('Enter')
  }
  await expect(hers!.getByText(/^Salamat \d+$/)).toHaveText(
    Array.from({ length: 10 }, (_, i) => `Salamat ${i + 1}`),
  )
  await expect(his!.getByText('Seen', { exact: true })).toBeVisible()
  await expect(badge(olivia)).toHaveAccessibleName(/^Messages(, 1 unread)?$/)
})

// Spec: D27
test('What was sent while a server was killed arrives once it is back, without a reload', async ({
  demo,
  visit,
}) => {
  const page = await visit('olivia', 1)
  await listening(page, () => page.goto('/profile/messages'))
  await demo.servers[1].kill()
  await demo.write('ramon', 'Are you there?')
  await demo.servers[1].start()
  await expect(rows(page).first()).toContainText('Are you there?', { timeout: 30_000 })
})

test('The steps of a rental show at once to both sides', async ({ demo, visit }) => {
  const owner = await visit('olivia', 1)
  await listening(owner, () => owner.goto('/profile/rental-tracker'))
  const renter = await visit('katrina', 0)
  await listening(renter, () => renter.goto('/profile/rental-tracker'))
  const bell = owner.getByRole('banner').getByRole('link', { name: /^Notices/ })
  const before = await bell.getAttribute('aria-label')
  // The servers use the real date.
  const startDate = addDays(dayInManila(new Date()), 1)
  const { rentalId } = await rent(demo.services, demo.cast.katrina, [demo.listingId], { startDate })
  const pending = (page: Page) => page.getByRole('region', { name: /^Pending/ })
  for (const page of [owner, renter]) await expect(pending(page).getByRole('article')).toHaveCount(1)
  await expect(bell).not.toHaveAccessibleName(before!, { timeout: 30_000 })
  accepted(await takePartyAction(by(demo.services, demo.cast.olivia), { rentalId, action: 'approve' }))
  for (const page of [owner, renter]) await expect(pending(page).getByRole('article')).toHaveCount(0)
})

test('Logging out ends the stream of every tab', async ({ demo, visit }) => {
  const page = await visit('ramon', 0)
  await page.context().clock.install()
  await listening(page, () => page.goto('/'))
  const other = await page.context().newPage()
  await listening(other, () => other.goto('/about'))
  await expect(badge(other)).toBeVisible()
  const asked: string[] = []
  for (const tab of [page, other]) tab.on('request', (request) => asked.push(request.url()))
  const ended = Promise.all([endOf(page), endOf(other)])
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await ended
  await demo.write('ramon', 'From a phone')
  for (const tab of [page, other]) await tab.clock.runFor(3000)
  expect(asked.filter((url) => url.includes('/api/stream'))).toEqual([])
})
