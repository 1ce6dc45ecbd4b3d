import { textOf } from '#tests/support/html.ts'
import type { PlainBrowser } from '#tests/support/press.ts'
import { enter } from '../support/people.ts'
import { plainOf } from '../support/plain.ts'
import { answer, section, toast, tracker } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

const sections = ['Pending', 'Approved', 'Active', 'Completed', 'Rejected']

/** The text of a rental's entry in a section of the tracker. */
const entryOf = (side: PlainBrowser, name: string, title: string) =>
  textOf(side.part('article', title, `section-${name}`))

for (const [portal, words] of [
  ['renter', 'Owner'],
  ['owner', 'Rented by'],
] as const) {
  // Spec: S2.60, S2.61, S4.8, S4.11
  test(`The ${portal}’s tracker has an entry in each section, with whom, when and the state`, async ({
    page,
  }) => {
    await enter(page, portal)
    await page.goto(tracker)
    for (const name of sections) {
      const entry = section(page, name).getByRole('article').first()
      await expect(entry).toContainText(new RegExp(`${words} \\p{Lu}`, 'u'))
      await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/)
      await expect(entry).toContainText(name === 'Rejected' ? /Rejected|Cancelled/ : name)
      await expect(entry.getByRole('link', { name: /^Print Receipt of/ })).toBeVisible()
    }
    const last = page.getByRole('region', { name: /^(Completed|Rejected)$/ })
    await expect(last.getByRole('button')).toHaveCount(0)
    await expect(last.getByRole('link', { name: /^(Approve|Reject|Mark|Cancel)/ })).toHaveCount(0)
  })
}

test('One press on “Print Receipt” prints it, and coming back to the receipt does not', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset.printed = 'once')
  })
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed ?? '')
  await enter(page, 'renter')
  await page.goto(tracker)
  await page
    .getByRole('link', { name: /^Print Receipt of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect.poll(printed).toBe('once')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Print Receipt' })).toBeVisible()
  expect(await printed()).toBe('')
})

// Spec: S4.12
test('A renter cancels a pending rental after a question, and the owner sees it', async ({
  page,
  another,
}) => {
  const title = 'Electric samgyupsal grill with dipping pans'
  const question = 'Cancel this rental? Its dates become free and the owner is told.'
  await enter(page, 'renter')
  await page.goto(tracker)
  await page.getByRole('link', { name: `Cancel rental: ${title}` }).click()
  await answer(page, question, 'Go back')
  await expect(section(page, 'Pending').getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('link', { name: `Cancel rental: ${title}` }).click()
  await answer(page, question, 'Cancel rental')
  await expect(toast(page, 'Rental cancelled.')).toBeVisible()
  await expect(section(page, 'Rejected').getByRole('article').filter({ hasText: title })).toContainText(
    'Cancelled',
  )
  await expect(section(page, 'Pending').getByText(title)).toHaveCount(0)
  const owner = await plainOf(another, 'owner')
  await owner.open(tracker)
  expect(entryOf(owner, 'Rejected', title)).toContain('Cancelled')
  expect(entryOf(owner, 'Pending', title)).toBe('')
})

test('An owner rejects a request after a question, and the renter sees it', async ({ page, another }) => {
  const title = 'Convertible car seat, 0 to 18 kg'
  await enter(page, 'owner')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Answer requests' }).click()
  await page.getByRole('link', { name: `Reject: ${title}` }).click()
  await answer(page, 'Reject this request? Its dates become free and the renter is told.', 'Reject')
  await expect(toast(page, 'Rental rejected.')).toBeVisible()
  await expect(section(page, 'Rejected').getByRole('article').filter({ hasText: title })).toContainText(
    'Rejected',
  )
  const renter = await plainOf(another, 'renter', 'katrina@hiram.test')
  await renter.open(tracker)
  expect(entryOf(renter, 'Rejected', title)).toContain('Rejected')
})

test('A step that someone else took first changes nothing and says how it stands', async ({
  page,
  another,
}) => {
  // Blocks the page's stream, as a proxy does that lets no stream through.
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 204 }))
  await enter(page, 'owner', 'jun@hiram.test')
  await page.goto(tracker)
  const other = await plainOf(another, 'owner')
  await other.open(`${tracker}?view=rented`)
  await other.follow(/^Cancel rental: Party tolda/)
  await other.press('Cancel rental')
  expect(other.text).toContain('Rental cancelled.')
  await page.getByRole('button', { name: /^Approve: Party tolda/ }).click()
  await expect(toast(page, 'This rental is Cancelled now. Nothing was changed.')).toBeVisible()
  await expect(section(page, 'Rejected').getByText('Party tolda, 3 x 6 metres, striped')).toBeVisible()
})
