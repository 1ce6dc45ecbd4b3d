import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expectBeside, ready, toast, turn } from '../support/page-parts.ts'
import { intoCart, order } from '../support/paying.ts'
import { demo, enter, textAt } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [403, 422] })

const newcomer = {
  firstName: 'Maria Clara',
  lastName: 'de los Santos',
  email: 'maria@hiram.test',
  username: 'maria.clara',
  password: 'jeepney ride at dusk',
  portal: 'renter',
} as const

const portrait = () =>
  sharp({ create: { width: 600, height: 300, channels: 3, background: '#2f6f5e' } })
    .jpeg()
    .toBuffer()

test('Settings: name, place and picture are changed, an empty name is refused, the histories are there', async ({
  page,
}) => {
  await enter(page, 'renter')
  await page.goto('/profile/settings')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByLabel(/^Email/)).toHaveValue(demo.renter)
  await expect(page.getByLabel(/^Email/)).not.toBeEditable()
  await expect(
    page.getByRole('region', { name: 'Purchase History' }).getByRole('listitem').first(),
  ).toContainText('Starts')
  await expect(page.getByRole('region', { name: 'Chat History' })).toContainText('Olivia Santos')

  await page.getByLabel(/^Full Name/).fill('')
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expectBeside(page.getByLabel(/^Full Name/), 'Full Name is required.')

  await page.getByLabel(/^Full Name/).fill('Ramon Luis Dela Cruz')
  await expect(page.getByText('Strangers see “Ramon Luis D.”')).toBeVisible()
  await page.getByLabel('Location').fill('Iloilo City')
  await page
    .getByLabel('Profile Picture')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await expect(page.getByRole('img', { name: 'The picture you chose' })).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your picture now' })).toHaveAttribute('src', /^\/images\//)
  await expect(page.getByRole('complementary').getByText('Ramon Luis Dela Cruz')).toBeVisible()

  await page.getByLabel('Remove my picture').check()
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(page.getByRole('img', { name: 'Your picture now' })).toHaveAttribute('src', '/avatars/1.svg')
})

test('More of a history is loaded below it, each entry once, after the form above was saved and after a lost one', async ({
  page,
  complaints,
}) => {
  await enter(page, 'renter')
  for (const words of ['wheelbarrow', 'ukulele', 'violin', 'badminton', 'cajon', 'dumbbells', 'popcorn'])
    await intoCart(page, words)
  expect(await textAt(page, await order(page, 'cash_on_delivery'))).toContain('Rental Confirmed!')
  await page.goto('/profile/settings')
  await ready(page)
  const history = page.getByRole('region', { name: 'Purchase History' })
  const receipts = history.getByRole('listitem')
  await expect(receipts).toHaveCount(20)
  await history.getByRole('link', { name: 'Load more purchases' }).click()
  await expect.poll(() => receipts.count()).toBeGreaterThan(20)
  const all = await receipts.allTextContents()
  const again = page.waitForResponse((answer) => answer.url().includes('purchases='))
  await page.getByLabel('Location').fill('Cebu City')
  await page.getByRole('button', { name: 'Update Info' }).click()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await again
  await expect(receipts).toHaveText(all)

  // The first page again, instead of the second, so that there is a third; then no answer.
  await page.reload()
  await ready(page)
  const later = /settings\.data\?.*purchases=/
  await page.route(later, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.delete('purchases')
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  const more = history.getByRole('link', { name: 'Load more purchases' })
  await more.click()
  await expect(receipts).toHaveCount(40)
  await page.unroute(later)
  await page.route(later, (route) => route.abort())
  await more.click()
  await expect(toast(page, 'The site is out of reach. Please check your connection.')).toBeVisible()
  await page.unroute(later)
  await more.click()
  await expect.poll(() => receipts.count()).toBeGreaterThan(40)
  complaints.splice(0)
})

test('A newcomer switches a notice off, takes the data along, deletes the account and can’t log in', async ({
  page,
}) => {
  const { portal, ...form } = newcomer
  const browser = plain(page)
  await browser.open(`/login?portal=${portal}&tab=signup`)
  await browser.press('Sign Up as Renter', { ...form, confirmPassword: form.password })
  expect(browser.text).toContain('Account created successfully!')
  await page.goto('/profile/settings/notifications')
  const tick = (name: string) => page.getByRole('checkbox', { name })
  await tick('Request approved By email').uncheck()
  await page.getByRole('button', { name: 'Save Choices' }).click()
  await expect(toast(page, 'Notification choices saved.')).toBeVisible()
  await page.reload()
  await expect(tick('Request approved By email')).not.toBeChecked()
  await expect(tick('Request approved On the site')).toBeChecked()
  await expect(tick('Request rejected By email')).toBeChecked()

  await browser.open('/profile/settings')
  await browser.follow(/^Your data/)
  await page.goto(browser.at)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(file.sections.account).toMatchObject([{ firstName: 'Maria Clara', email: newcomer.email }])
  expect(file.sections.switchedOffNotices).toMatchObject([{ kind: 'approved' }])

  await page.getByRole('button', { name: 'Dark theme' }).first().click()
  await page.getByRole('link', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Are you sure you want to delete your account?')).toBeVisible()
  await dialog.getByLabel(/^Your password/).fill('a guess')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectBeside(dialog.getByLabel(/^Your password/), 'That is not your password. Nothing was changed.')
  await dialog.getByLabel(/^Your password/).fill(newcomer.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL('/')
  await expect(toast(page, 'Your account was deleted.')).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await browser.open(`/login?portal=${portal}`)
  await browser.press('Login as Renter', { email: form.email, password: form.password })
  expect(browser.text).toContain('Login failed.')
})

test('A tab that was opened for another account says so once it is looked at, and keeps what was typed', async ({
  page,
}) => {
  await enter(page, 'renter')
  const connected = page.waitForResponse((answer) => answer.url().includes('/api/stream') && answer.ok())
  await page.goto('/profile/settings')
  await connected
  await page.getByLabel(/^Full Name/).fill('Ramon D. Cruz')
  await enter(page, 'owner')
  await turn(page, 'hidden')
  await turn(page, 'visible')
  await expect(toast(page, 'Someone else is logged in here now. Please load the page again.')).toBeVisible()
  await expect(page.getByLabel(/^Full Name/)).toHaveValue('Ramon D. Cruz')
  await page.reload()
  await expect(page.getByLabel(/^Email/)).toHaveValue(demo.owner)
})
