import type { Page } from '@playwright/test'
import { expectBeside, toast, tracker } from '../support/page-parts.ts'
import { intoCart } from '../support/paying.ts'
import { enter, linkOn, textAt } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

const phone = { viewport: { width: 360, height: 780 } }
const where = (page: Page) => page.getByRole('region', { name: 'Where', exact: true })
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(360)

const openRental = async (page: Page, title: string) => {
  await page.goto(await linkOn(page, tracker, `Details of ${title}`))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test.describe('on two phones', () => {
  test.use(phone)

  // Spec: D45
  test('A delivery is asked for at checkout, corrected beside its fields, and shown to the owner once they approve', async ({
    page,
    visit,
  }) => {
    await enter(page, 'renter', 'joaquin@hiram.test')
    const title = await intoCart(page, 'fujifilm', { startsIn: 60 })
    await page.goto('/checkout')
    await expect(page.getByRole('heading', { name: 'Where should it be delivered?' })).toBeVisible()
    await fits(page)
    const field = (name: RegExp | string) => page.getByLabel(name)
    await field('Street and house number').fill('9 Sampaguita Street')
    await field('I have read and agree').check()
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expectBeside(field('City or municipality'), 'Please add the city.')
    await expect(field('Street and house number')).toHaveValue('9 Sampaguita Street')

    await field('City or municipality').click()
    await expect(page.locator('datalist').first().locator('option')).toHaveCount(1656)
    await field('City or municipality').fill('Mandaluyong City, Metro Manila')
    await field('Barangay').click()
    await expect(page.locator('datalist').last().locator('option')).toHaveCount(27)
    await field('Barangay').fill('Hulu')
    await field('Mobile phone').fill('0917 000 0199')
    await field('I have read and agree').check()
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expectBeside(
      field('Barangay'),
      'Mandaluyong City has no barangay of this name. Did you mean “Hulo”?',
    )
    await field('Barangay').fill('Hulo')
    await field('I have read and agree').check()
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()

    await openRental(page, title)
    await expect(where(page)).toContainText('9 Sampaguita Street')
    await expect(where(page)).toContainText('once they approved')
    await expect(where(page)).not.toContainText('112 Boni Avenue')
    await fits(page)

    const owner = await visit(phone)
    await enter(owner, 'owner')
    await openRental(owner, title)
    await expect(where(owner)).toContainText('You see the address once you approved the rental.')
    await expect(owner.getByRole('main')).not.toContainText('Sampaguita')
    await owner
      .getByRole('link', { name: `Approve ${title}` })
      .or(owner.getByRole('button', { name: /^Approve/ }))
      .first()
      .click()
    await expect(where(owner)).toContainText('9 Sampaguita Street')
    await expect(where(owner).getByRole('link', { name: '0917 000 0199' })).toHaveAttribute(
      'href',
      'tel:+639170000199',
    )
    await fits(owner)

    await page.reload()
    await expect(where(page)).toContainText('112 Boni Avenue')
    await page.getByRole('link', { name: 'Change the address' }).click()
    await expect(field('Barangay')).toHaveValue('Hulo')
    await field('Street and house number').fill('10 Sampaguita Street')
    await fits(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Delivery address saved.')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('You wrote where it is delivered.')
    await owner.reload()
    await expect(where(owner)).toContainText('10 Sampaguita Street')
  })
})

test('What an owner typed about one listing is not in the form of another', async ({ page }) => {
  await enter(page, 'owner')
  await page.goto('/profile/listings')
  const links = page.getByRole('link', { name: /^Pick-up place of/ })
  const street = page.getByLabel('Street and house number')
  await links.nth(0).click()
  await expect(street).toBeVisible()
  const first = page.url()
  await page.getByRole('link', { name: 'My Listings' }).first().click()
  await links.nth(1).click()
  await street.fill('Typed about the second')
  await page.evaluate(() => history.go(-2))
  await expect(page).toHaveURL(first)
  await expect(street).not.toHaveValue('Typed about the second')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('An owner writes where all of their things are picked up', async ({ page }) => {
    await enter(page, 'owner')
    await page.goto('/profile/listings')
    await page
      .getByRole('link', { name: /^Pick-up place of/ })
      .first()
      .click()
    await expect(page.getByLabel('City or municipality')).toHaveValue('Mandaluyong City, Metro Manila')
    await page.getByLabel('City or municipality').fill('Madaluyong')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectBeside(
      page.getByLabel('City or municipality'),
      'We don’t know this place. Did you mean “Mandaluyong City, Metro Manila”?',
    )
    await expect(page.getByLabel('City or municipality')).toHaveValue('Madaluyong')
    await page.getByLabel('City or municipality').fill('mandaluyong')
    await page.getByLabel('Use it for all my listings').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Pick-up place saved.')).toBeVisible()
  })

  // Spec: D45
  test('A delivery address of a checkout is corrected beside its fields, keeps what was typed, and is taken', async ({
    page,
  }) => {
    await enter(page, 'renter', 'rosalinda@hiram.test')
    const title = await intoCart(page, 'telephoto', { startsIn: 66 })
    await page.goto('/checkout')
    const typed: [string, string][] = [
      ['Street and house number', '4 Ilang-Ilang Street'],
      ['City or municipality', 'Mandaluyong City, Metro Manila'],
      ['Barangay', 'Hulu'],
      ['Mobile phone', '0917 000 0142'],
    ]
    for (const [label, text] of typed) await page.getByLabel(label).fill(text)
    await page.getByLabel(/^I have read/).check()
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expectBeside(
      page.getByLabel('Barangay'),
      'Mandaluyong City has no barangay of this name. Did you mean “Hulo”?',
    )
    for (const [label, text] of typed) await expect(page.getByLabel(label)).toHaveValue(text)
    await page.getByLabel('Barangay').fill('Hulo')
    await page.getByLabel(/^I have read/).check()
    await page.getByRole('button', { name: 'Confirm Rental' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
    const rental = await textAt(page, await linkOn(page, tracker, `Details of ${title}`))
    expect(rental).toContain('4 Ilang-Ilang Street')
  })
})
