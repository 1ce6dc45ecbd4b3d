import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { linksOf, partOf } from '#tests/support/html.ts'
import { ready, toast, tracker } from '../support/page-parts.ts'
import { chatAbout, firstFound } from '../support/paying.ts'
import { demoPassword, enter, htmlOf, post, textAt } from '../support/people.ts'
import { plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

/** The address of the conversation with the newest message, of all or of those with someone. */
async function newest(page: Page, name = ''): Promise<string> {
  const html = partOf(await htmlOf(page, '/profile/messages'), 'main', name)
  return linksOf(html).find((link) => link.href.startsWith('/chat?thread_id=') && link.name.startsWith(name))!
    .href
}

/** Sends a message by the request that scripts make, without a page. */
const write = (page: Page, at: string, text: string) =>
  post(page, at.replace('/chat?', '/api/messages?'), { intent: 'send', text })

// Spec: S1.5, S2.53
test('A renter asks about a listing, the owner sees it unread and answers', async ({ page, visit }) => {
  await enter(page, 'renter')
  const { name: title, href } = await firstFound(page, 'fujifilm')
  await page.goto(href)
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
  await owner.getByRole('main').getByRole('link', { name: 'My Conversations' }).click()
  await expect(row).not.toContainText('unread')

  expect(await textAt(page, page.url())).toContain('Two of them, po.')
})

test('What the other side writes while the first message is on its way is there, too', async ({
  page,
  visit,
}) => {
  await enter(page, 'renter', 'benjie@hiram.test')
  await page.goto(await chatAbout(page, 'ukulele'))
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('No messages yet')
  await ready(page)
  const badge = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
  const before = (await badge.getAttribute('aria-label'))!
  // The data of the new thread's page is read, the answer arrives by the stream, and only then is the page shown.
  await page.route(/\/chat\.data\?.*thread_id=/, async (route) => {
    const read = await route.fetch()
    const owner = await visit()
    await enter(owner, 'owner', 'liza@hiram.test')
    const { search } = new URL(route.request().url())
    const threadId = new URLSearchParams(search).get('thread_id')!
    await write(owner, `/chat?thread_id=${threadId}`, 'Good morning, po.')
    await expect(badge).not.toHaveAccessibleName(before)
    await route.fulfill({ response: read })
  })
  await page.getByLabel('Message', { exact: true }).fill('Good morning!')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/thread_id=/)
  await expect(log).toContainText('Good morning, po.')
})

// Spec: S8.19
test('A guest who would like to chat is asked to log in, and led on to the conversation', async ({
  page,
}) => {
  const words = 'Please login to chat with the owner.'
  const { name: title, href } = await firstFound(page, 'ukulele')
  await page.goto(href)
  await ready(page)
  await page.getByRole('link', { name: 'Chat with Owner' }).click()
  await expect(toast(page, words)).toBeVisible()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('link', { name: /^I’m a Renter/ }).click()
  await dialog.getByLabel(/^Email/).fill('grace@hiram.test')
  await dialog.getByLabel(/^Password/).fill(demoPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page).toHaveURL(/\/chat\?/)
  await expect(page.getByRole('main')).toContainText(`About ${title}`)
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('No messages yet')
})

// Spec: S8.34, D27
test('A message that did not arrive stays, also after a reload, with a way to send it again, and is written once', async ({
  page,
  complaints,
}) => {
  await enter(page, 'renter')
  await page.goto(await newest(page))
  const box = page.getByLabel('Message', { exact: true })
  const log = page.getByRole('log', { name: 'Messages' })
  const message = log.getByText('Are you there?', { exact: true })
  await ready(page)
  // The first does not reach the server; for the second only the answer is lost.
  let lost = 0
  await page.route('**/api/messages**', async (route) => {
    if (route.request().method() !== 'POST' || lost === 2) return route.continue()
    if (lost === 1) await route.fetch()
    lost++
    return route.abort()
  })
  await box.fill('Are you there?')
  await box.press('Enter')
  await expect(log.getByRole('alert')).toContainText('Not sent.')
  await expect(message).toBeVisible()
  await expect(box).toHaveValue('')
  await page.reload()
  await expect(log.getByRole('alert')).toContainText('Not sent.')
  await log.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => lost).toBe(2)
  // The stored message arrives by the stream.
  await expect(log.getByRole('alert')).toHaveCount(0)
  await expect(message).toHaveCount(1)
  await page.reload()
  await expect(message).toHaveCount(1)
  expect(complaints.splice(0).join()).toContain('ERR_FAILED')
})

/** Logs both people in, and finds their conversation with the newest message. */
async function ramonAndOlivia(page: Page, visit: () => Promise<Page>) {
  const owner = await visit()
  await Promise.all([enter(page, 'renter'), enter(owner, 'owner')])
  return { owner, at: await newest(page, 'Olivia Santos') }
}

const photo = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#3d7a5b' } })
    .jpeg()
    .toBuffer()

test.describe('with a photo that others ask for', () => {
  test.use({ refusals: [404] })
  // Spec: S2.40, S7.11, S7.13, D27
  test('What one writes appears at the other’s at once, with a photo, and is marked as seen', async ({
    page,
    visit,
  }) => {
    const { owner, at } = await ramonAndOlivia(page, visit)
    for (const who of [page, owner]) await who.goto(at)
    await Promise.all([ready(page), ready(owner)])
    const [mine, theirs] = [page, owner].map((who) => who.getByRole('log', { name: 'Messages' }))
    await owner.getByLabel('Message', { exact: true }).pressSequentially('Show me')
    await expect(mine!.getByText('Olivia Santos is writing')).toBeAttached()
    await owner.getByLabel('Message', { exact: true }).fill('Show me the garden, please.')
    await owner.getByRole('button', { name: 'Send' }).click()
    await expect(mine!.getByText('Show me the garden, please.')).toBeInViewport()
    await expect(mine!.getByText('Olivia Santos is writing')).toHaveCount(0)
    await expect(theirs!.getByText('Seen', { exact: true })).toBeVisible()

    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a photo' }).click()
    await (await chooser).setFiles({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expect(page.getByRole('img', { name: 'What you are about to send' })).toBeVisible()
    await page.getByLabel('Message', { exact: true }).fill('Here it is.')
    await page.keyboard.press('Enter')
    const shown = theirs!.getByRole('link', { name: /^Photo from Ramon/ })
    await expect(shown).toBeVisible()
    await expect(theirs!.getByText('Here it is.')).toHaveCount(1)
    await expect(mine!.getByText('Sending…')).toHaveCount(0)
    await expect(mine!.getByText('Here it is.')).toHaveCount(1)
    const file = (await shown.getAttribute('href'))!
    expect((await owner.request.get(file)).headers()['content-type']).toBe('image/webp')
    const stranger = await visit()
    expect((await stranger.request.get(file)).status()).toBe(404)
  })
})

test('A photo that is still prepared when Send is pressed goes with its text', async ({ page }) => {
  await enter(page, 'renter')
  await page.goto(await newest(page))
  await ready(page)
  const garden = { name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  const box = page.getByLabel('Message', { exact: true })
  const drawing = await page.evaluateHandle(() => {
    const gate = Promise.withResolvers<void>()
    const draw = window.createImageBitmap
    window.createImageBitmap = (source: ImageBitmapSource) => gate.promise.then(() => draw(source))
    return { letGo: gate.resolve }
  })
  await page.getByLabel('Photo', { exact: true }).setInputFiles(garden)
  await expect(page.getByText('Preparing the photo…')).toBeVisible()
  await box.fill('With its photo.')
  await box.press('Enter')
  await expect(box).toHaveValue('With its photo.')
  const log = page.getByRole('log', { name: 'Messages' })
  const before = await log.getByRole('link', { name: /^Photo from/ }).count()
  await drawing.evaluate(({ letGo }) => letGo())
  await expect(box).toHaveValue('')
  await expect(log.getByText('With its photo.')).toHaveCount(1)
  await expect(log.getByRole('link', { name: /^Photo from/ })).toHaveCount(before + 1)
})

test.describe('once logged out', () => {
  // A photo further up may be requested after the session has ended.
  test.use({ refusals: [401, 404] })
  // Spec: D27
  test('What was written is kept, and sent after the log-in', async ({ page }) => {
    await enter(page, 'owner')
    await page.goto(await newest(page))
    await ready(page)
    await page.request.post('/logout', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    await page.getByLabel('Message', { exact: true }).fill('Typed before it ended')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Please login to chat with the owner.')).toBeVisible()
    await dialog.getByRole('link', { name: /^I’m an Owner/ }).click()
    await dialog.getByLabel(/^Email/).fill('owner@hiram.test')
    await dialog.getByLabel(/^Password/).fill(demoPassword)
    await dialog.getByRole('button', { name: /^Login as/ }).click()
    await expect(dialog).toBeHidden()
    const log = page.getByRole('log', { name: 'Messages' })
    await log.getByRole('button', { name: 'Try again' }).click()
    await expect(log.getByRole('alert')).toHaveCount(0)
    await expect(log.getByText('Typed before it ended')).toHaveCount(1)
  })
})

// Spec: S2.40
test('What is typed and not sent is there after Back and a reload, and gone once it is sent', async ({
  page,
}) => {
  await enter(page, 'renter')
  await page.goto(await newest(page))
  await ready(page)
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('May I also borrow the')
  await page.getByRole('main').locator('header').getByRole('link', { name: 'My Conversations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Conversations' })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue('May I also borrow the')
  await page.reload()
  await expect(box).toHaveValue('May I also borrow the')
  await box.pressSequentially(' tripod?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('May I also borrow the tripod?')
  await page.reload()
  await ready(page)
  await expect(box).toHaveValue('')
})

test('Older messages come on the way up, and what comes meanwhile waits behind a button', async ({
  page,
  visit,
}) => {
  const { owner, at } = await ramonAndOlivia(page, visit)
  for (let i = 1; i <= 110; i++) expect((await write(i % 2 ? page : owner, at, `Line ${i}`)).ok()).toBe(true)
  await page.goto(at)
  await ready(page)
  const log = page.getByRole('log', { name: 'Messages' })
  const line = (n: number) => log.getByText(`Line ${n}`, { exact: true })
  await expect(line(110)).toBeInViewport()
  await expect(log.getByRole('heading', { name: 'Today' })).toBeAttached()
  await expect(line(20)).toHaveCount(0)

  await line(62).scrollIntoViewIfNeeded()
  await expect(line(20)).toBeAttached()
  await expect(line(62)).toBeInViewport()
  await line(12).scrollIntoViewIfNeeded()
  await expect(line(1)).toBeAttached()
  await expect(log.getByRole('link', { name: 'Earlier messages' })).toHaveCount(0)
  await expect(line(12)).toBeInViewport()

  // Messages below that come near the view for the first time get their true heights in one of the next frames.
  let before = NaN
  await expect
    .poll(async () => {
      const last = before
      before = await line(12).evaluate(
        (message) =>
          new Promise<number>((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(message.getBoundingClientRect().y))),
          ),
      )
      return before === last
    })
    .toBe(true)
  await write(owner, at, 'Are you coming?')
  const button = page.getByRole('button', { name: 'New messages' })
  await expect(button).toBeVisible()
  expect(Math.abs((await line(12).boundingBox())!.y - before)).toBeLessThan(2)
  await button.click()
  await expect(log.getByText('Are you coming?')).toBeInViewport()
  await expect(button).toHaveCount(0)
  for (const n of [1, 50, 51, 60, 110]) await expect(line(n)).toHaveCount(1)
})

// Spec: S2.40, S2.55
test('One’s own messages stand on the right, the other’s on the left, and the newest is in view', async ({
  page,
  visit,
}) => {
  const { owner, at } = await ramonAndOlivia(page, visit)
  await write(owner, at, 'Bring an ID, please.')
  await page.goto(at)
  await ready(page)
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(Array.from({ length: 40 }, (_, i) => `Question ${i + 1}`).join('\n'))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(box).toHaveValue('')
  const log = page.getByRole('log', { name: 'Messages' })
  const [theirs, own] = [log.getByText('Bring an ID, please.'), log.getByText('Question 40')]
  await expect(own).toBeVisible()
  const left = async (message: typeof own) => (await message.boundingBox())!.x
  expect(await left(own)).toBeGreaterThan(await left(theirs))
  const colour = (message: typeof own) => message.evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(await colour(own)).not.toBe(await colour(theirs))
  // The long message ends in view, so the list has scrolled to it.
  await expect(own).toBeInViewport()
  expect(await own.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('A conversation is read and answered', async ({ page }) => {
    await enter(page, 'renter', 'katrina@hiram.test')
    await page.goto(await newest(page))
    await page.getByLabel('Message', { exact: true }).fill('Opo!')
    await page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'tent.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await page.getByRole('button', { name: 'Send' }).click()
    const log = page.getByRole('log')
    await expect(log.getByText('Opo!')).toBeInViewport()
    await expect(log.getByRole('link', { name: /^Photo from you/ }).last()).toBeVisible()
  })
})

test('An owner writes first to who asked to rent a thing', async ({ page }) => {
  await enter(page, 'owner')
  const leadsTo = async (address: string) => (await page.request.get(address)).url()
  // Somebody in the demo has asked, and never written.
  let first = ''
  for (const { name, href } of linksOf(await htmlOf(page, tracker)))
    if (!first && name.startsWith('Chat with Renter of') && (await leadsTo(href)).includes('renterId'))
      first = href
  await page.goto(first)
  const text = 'At what time will you come?'
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log')).toContainText(text)
  await expect(page).toHaveURL(/thread_id=/)
  expect(await textAt(page, page.url())).toContain(text)
  expect(await leadsTo(first)).toBe(page.url())
})

test('What is typed and not sent stays when the listing is deleted meanwhile', async ({ page, another }) => {
  const title = 'Knapsack sprayer, 16 litres'
  await enter(page, 'renter')
  await page.goto(await chatAbout(page, 'knapsack'))
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Hi! Does it come with an HDMI cable?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chat\?thread_id=/)
  await box.fill('And may I also borrow the')

  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/listings?search=knapsack')
  await admin.follow(`Delete ${title}`)
  await admin.press('Delete')
  expect(admin.text).toContain('Listing deleted successfully.')

  await page.reload()
  await ready(page)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await expect(box).toHaveValue('And may I also borrow the')
})
