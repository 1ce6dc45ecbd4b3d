import type { Locator, Page } from '@playwright/test'
import {
  answer,
  drawLate,
  expectBeside,
  prepareDrawingLate,
  ready,
  section,
  toast,
} from '../support/page-parts.ts'
import { linksOf, textOf } from '#tests/support/html.ts'
import { firstFound, rentalsOf } from '../support/paying.ts'
import { enter, demoPassword } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

const REQUIRED = 'Please provide a rating and a review text'
const reviews = (page: Page) => section(page, 'Reviews')
const average = (page: Page, stars: string) =>
  expect(
    reviews(page)
      .getByRole('img', { name: `${stars} of 5 stars` })
      .first(),
  ).toBeVisible()

// Spec: S2.28, S6.1, S7.35, S8.21, D32
test('A renter who brought it back reviews it, sees the average, edits and deletes', async ({
  page,
  another,
}) => {
  const title = 'Videoke machine with 12,000 songs'
  await enter(page, 'renter')
  const links = linksOf(await rentalsOf(page, 'Completed'))
  await page.goto(links.find(({ name }) => name === `Leave a Review of ${title}`)!.href)
  await ready(page)
  const form = page.getByRole('dialog', { name: 'Leave a Review' })
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(form.getByRole('alert')).toHaveText(REQUIRED)
  await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await form.getByLabel(/^Review/).fill('Loud enough for the whole street.')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(toast(page, 'Thank you for your review!')).toBeVisible()
  await expect(form).toBeHidden()
  await average(page, '4.0')
  await expect(section(page, 'Your review')).toContainText('Verified rental')

  await page.getByRole('link', { name: 'Edit your review' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit your review' })
  await edit.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await edit.getByRole('button', { name: 'Update Review' }).click()
  await average(page, '5.0')
  await expect(section(page, 'Your review')).toContainText('edited')

  await page.getByRole('link', { name: 'Edit your review' }).click()
  await expect(edit).toContainText('Others see your review, with your first name, at once.')
  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/reviews?search=street')
  await admin.press(new RegExp(`^Reject the review of ${title}`))
  expect(admin.text).toContain('Review rejected.')
  await page.reload()
  await expect(edit).toContainText('An admin reads your review before others see it')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(section(page, 'Your review')).toContainText('Not published')

  await page.getByRole('link', { name: 'Delete your review' }).click()
  await answer(page, 'Are you sure you want to delete your review? This action cannot be undone.', 'Delete')
  await expect(toast(page, 'Review deleted successfully.')).toBeVisible()
  await expect(reviews(page)).toContainText('There are no reviews yet.')
})

test('A guest is sent to log in and back; their review is shown once an admin publishes it', async ({
  page,
  another,
}) => {
  const title = 'Epson projector with 100-inch screen'
  await page.goto((await firstFound(page, 'projector')).href)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await reviews(page).getByRole('link', { name: 'Leave a Review' }).click()
  await expect(toast(page, 'Please log in to leave a review.')).toBeVisible()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /^I’m a Renter/ }).click()
  await fillLogIn(main, 'benjie@hiram.test')
  const form = page.getByRole('dialog', { name: 'Leave a Review' })
  await expect(form).toContainText('An admin reads your review')
  await form.getByRole('radio', { name: '2 stars' }).check({ force: true })
  await form.getByLabel(/^Review/).fill('The lamp looks dim in the photos.')
  await form.getByRole('button', { name: 'Submit Review' }).click()
  await expect(section(page, 'Your review')).toContainText('Waiting for an admin')
  const listing = new URL(page.url()).pathname

  const guest = plain(await another())
  await guest.open(listing)
  expect(guest.text).toContain('There are no reviews yet.')
  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/reviews?status=waiting&search=lamp')
  await admin.press(`Publish the review of ${title} by Benjie Tan`)
  expect(admin.text).toContain('Review published.')
  await guest.open(listing)
  const shown = guest.part('article', 'The lamp looks dim')
  expect(shown).toContain('aria-label="Review by Benjie T."')
  expect(textOf(guest.html.split('id="reviews"')[1]!)).not.toContain('Verified rental')
})

test('A listing loads more reviews beneath the first', async ({ page }) => {
  await page.goto((await firstFound(page, 'fujifilm')).href)
  const all = reviews(page).getByRole('article')
  await expect(all).toHaveCount(5)
  await average(page, '4.4')
  await reviews(page).getByRole('link', { name: 'Load more reviews' }).click()
  await expect(all).toHaveCount(6)
  await expect(reviews(page).getByRole('link', { name: 'Load more reviews' })).toHaveCount(0)
})

async function fillLogIn(area: Locator, email: string) {
  await area.getByLabel(/^Email/).fill(email)
  await area.getByLabel(/^Password/).fill(demoPassword)
  await area.getByRole('button', { name: /^Login as/ }).click()
}

async function writeToUs(page: Page) {
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Reyes')
  await page.getByRole('textbox', { name: 'Email' }).fill('ana')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A lost peg')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please fill out all required fields')
  await expectBeside(page.getByRole('textbox', { name: 'Message' }), 'Message is required.')
  await expectBeside(
    page.getByRole('textbox', { name: 'Email' }),
    'Please enter an email address, such as ana@example.com.',
  )
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('A lost peg')
  await page.getByRole('textbox', { name: 'Email' }).fill('ana@hiram.test')
}

// Spec: S2.37, S5.4, S7.35, S8.20, D33
test('The contact form names what is missing, and what is sent arrives by mail', async ({
  page,
  another,
}) => {
  await writeToUs(page)
  await page.getByRole('textbox', { name: 'Message' }).fill('One peg of the dome tent stayed in Tanay.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toast(page, 'Thank you! Your message has been sent.')).toBeVisible()
  for (const name of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByRole('textbox', { name })).toHaveValue('')
  const mail = plain(page)
  await expect(async () => {
    await mail.open('/dev/mail?to=support@hiram.test')
    const sent = textOf(mail.part('article', '[Contact] A lost peg'))
    expect(sent).toContain('One peg of the dome tent stayed in Tanay.')
  }).toPass()

  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/contact-messages?search=Tanay')
  await admin.press('Mark as handled “A lost peg”')
  expect(admin.text).toContain('Message marked as handled.')
  expect(textOf(/<table\b[\s\S]*<\/table>/.exec(admin.html)![0])).toContain('by Amihan Reyes')
})

test('The contact form is empty also after an answer that comes before the button shows that it is sent', async ({
  page,
}) => {
  await prepareDrawingLate(page)
  await page.goto('/contact')
  await ready(page)
  const texts = { Name: 'Ana Reyes', Email: 'ana@hiram.test', Subject: 'A lost peg', Message: 'In Baler.' }
  for (const [name, text] of Object.entries(texts)) await page.getByRole('textbox', { name }).fill(text)
  await drawLate(page, 2000)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.waitForFunction(() => {
    const { location, navigation } = window.__reactRouterDataRouter!.state
    return location.key !== 'default' && navigation.state === 'idle'
  })
  await drawLate(page, 0)
  await expect(toast(page, 'Thank you! Your message has been sent.')).toBeVisible()
  for (const name of Object.keys(texts)) await expect(page.getByRole('textbox', { name })).toHaveValue('')
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  // Spec: S2.38, S9.15
  test('an answer of the FAQ opens and is never higher than 200 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/faq')
    const questions = page.getByRole('group')
    await expect(questions).toHaveCount(3)
    for (const i of [0, 1, 2]) {
      const panel = questions.nth(i).getByRole('region')
      if (!(await panel.isVisible())) await questions.nth(i).getByRole('heading').click()
      expect((await panel.boundingBox())!.height).toBeLessThanOrEqual(200)
    }
  })
})
