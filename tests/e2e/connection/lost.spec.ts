import type { Browser, Locator, Page, Request } from '@playwright/test'
import { cuts, layLine, type Line } from '../support/broken-line.ts'
import { dismiss, ready } from '../support/page-parts.ts'
import { enter } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'
import { sendings } from './sendings.ts'

const test = testsOn('demo')
test.use({ refusals: [422, 500, 502, 503] })

let line: Line
test.beforeAll(async () => void (line = await layLine()))
test.afterEach(() => line.mend())
test.afterAll(async () => {
  await shared?.context().close()
  await line.stop()
})

/** One browser on the line for all forms, so that none loads the scripts again; each begins without cookies. */
let shared: Page | undefined
const uncaught: string[] = []

async function onTheLine(browser: Browser): Promise<Page> {
  if (!shared) {
    shared = await (await browser.newContext({ proxy: { server: line.url } })).newPage()
    shared.on('pageerror', (error) => uncaught.push(error.stack ?? error.message))
  }
  await shared.context().clearCookies()
  return shared
}

/** Checks the browser's console: it reports every lost request; other errors are not allowed. */
function onlyLost(complaints: string[]) {
  expect(complaints.splice(0).filter((text) => text.startsWith('uncaught'))).toEqual([])
}

/** Presses a button and waits until its request is lost. */
async function sendInVain(page: Page, button: Locator) {
  await dismiss(page)
  const sent = (request: Request) => request.method() === 'POST'
  const lost = Promise.any([
    page.waitForEvent('requestfinished', sent),
    page.waitForEvent('requestfailed', sent),
  ])
  await button.click()
  await lost
}

for (const { name, as, open, press, says: text, kept, then } of sendings)
  test(`When the connection is lost while ${name}, the page stays, says so, and the button works again`, async ({
    browser,
  }) => {
    const page = await onTheLine(browser)
    if (as !== 'guest') await enter(page, as)
    await open(page)
    await expect(press(page)).toBeVisible()
    const address = page.url()
    for (const cut of name === 'saving the profile' ? cuts : (['portal', 'after'] as const)) {
      line.breakFor(cut, 'POST')
      await sendInVain(page, press(page))
      await expect(page.getByText(text, { exact: true }), `${cut} is said`).toBeVisible()
      await expect(press(page), `the button works after ${cut}`).toBeEnabled()
      await expect(press(page)).not.toHaveAttribute('aria-busy', 'true')
      expect(page.url()).toBe(address)
      if (kept) await expect(kept(page)[0]).toHaveValue(kept(page)[1])
    }
    line.mend()
    await page.context().setOffline(true)
    await sendInVain(page, press(page))
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.context().setOffline(false)
    await dismiss(page)
    await press(page).click()
    await then(page)
    expect(uncaught).toEqual([])
  })

test('A form that is refused keeps what was typed, also when the page can’t be read again', async ({
  visit,
  complaints,
}) => {
  const page = await visit({ proxy: { server: line.url } })
  await page.goto('/contact')
  await ready(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('It lay under the mat.')
  line.breakFor('before', 'GET')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please fill out all required fields')).toBeVisible()
  await expect(message).toHaveValue('It lay under the mat.')
  await page.context().close()
  onlyLost(complaints)
})

test('Messages that were seen are reported again when the report is lost', async ({ visit, complaints }) => {
  const [renter, owner] = [await visit(), await visit()]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  await renter.goto('/profile/messages')
  await renter
    .getByRole('main')
    .getByRole('link', { name: /Olivia/ })
    .first()
    .click()
  await ready(renter)
  const sent = renter.waitForResponse((answer) => answer.request().method() === 'POST')
  await renter.getByLabel('Message', { exact: true }).fill('Is it still there?')
  await renter.keyboard.press('Enter')
  await sent
  const isSeen = (request: Request) => request.postData()?.includes('intent=seen') ?? false
  let lost = 0
  await owner.route('**/api/messages*', (route) =>
    isSeen(route.request()) && lost++ === 0 ? route.abort() : route.continue(),
  )
  const seen = owner.waitForResponse((answer) => isSeen(answer.request()))
  await owner.goto(`/chat${new URL(renter.url()).search}`)
  expect((await seen).ok()).toBe(true)
  expect(lost).toBeGreaterThan(1)
  complaints.splice(0)
})

test('A reload in the background that fails at the server keeps the page', async ({ page, complaints }) => {
  await page.goto('/contact')
  await ready(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('It lay under the mat.')
  await page.route('**/*.data*', (route) => route.fulfill({ status: 500, body: 'An error' }))
  await page.evaluate(() => window.__reactRouterDataRouter!.revalidate())
  await expect(message).toHaveValue('It lay under the mat.')
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  complaints.splice(0)
})
