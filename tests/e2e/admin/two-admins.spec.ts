import type { Page } from '@playwright/test'
import { linksOf } from '#tests/support/html.ts'
import { mailedLink } from '../support/mail.ts'
import { expectBeside, section, toast } from '../support/page-parts.ts'
import { enter, htmlOf, linkOn, textIn } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo', { ADMIN_FOUR_EYES: '1' })
test.use({ refusals: [409] })

const password = 'three carabaos in rain'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('An admin makes another one for money, who confirms their payout, is limited, and removed', async ({
  page: amihan,
  visit,
}) => {
  const email = 'luz@hiram.test'
  await enter(amihan, 'admin')
  await amihan.goto(await linkOn(amihan, '/admin/admins', 'Make an admin'))
  const making = section(amihan, 'Make an admin')
  await making.getByLabel(/^First name/).fill('Luz')
  await making.getByLabel(/^Last name/).fill('Aquino')
  await making.getByLabel(/^Email/).fill('renter@hiram.test')
  await making.getByRole('radio', { name: 'Money' }).check()
  await making.getByRole('button', { name: 'Make an admin' }).click()
  const taken = 'This email has an account already. An admin needs another email.'
  await expectBeside(making.getByLabel(/^Email/), taken)
  await expect(making.getByRole('radio', { name: 'Money' })).toBeChecked()
  await making.getByLabel(/^Email/).fill(email)
  await making.getByRole('button', { name: 'Make an admin' }).click()
  await expect(toast(amihan, `Admin made. A link was sent to ${email}.`)).toBeVisible()

  const luz = await visit()
  const browser = plain(luz)
  await browser.open(await mailedLink(luz, email, 'reset-password'))
  await browser.press('Update Password', { password, confirmPassword: password })
  expect(browser.at).toContain('/login')
  await browser.press('Login as Admin', { email, password })
  expect(browser.at).toBe('/admin')
  const [menu] = /<nav[^>]* aria-label="Admin"[\s\S]*?<\/nav>/.exec(browser.html)!
  expect(linksOf(menu).map(({ name }) => name)).toEqual([
    'Overview',
    'Orders',
    'Deposit claims',
    'Book',
    'Refunds',
    'Payouts',
    'Proposals',
    'Reconciliation',
    'Settings',
  ])
  const expectRefused = async (address: string) => {
    await browser.open(address)
    expect(textIn(browser.html, 'h1', '')).toMatch(/door isn’t yours/)
    const [main] = /<main[\s\S]*<\/main>/.exec(browser.html)!
    expect(linksOf(main).map(({ name }) => name)).toEqual(['Back to Home'])
  }
  await expectRefused('/admin/users')

  await amihan.goto(await linkOn(amihan, '/admin/payouts', 'Record payout to Nadia Abdulrahman'))
  const form = section(amihan, 'Record a payout to Nadia Abdulrahman')
  await form.getByLabel(/^Reference/).fill('BDO 12 of November')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(toast(amihan, '₱4,050.00 waits for another admin to confirm it.')).toBeVisible()
  await expect(section(amihan, 'Waiting for another admin')).toContainText('by you')

  await luz.goto(await linkOn(luz, '/admin', 'Confirm or decline 1 proposal of another admin'))
  await expect(rowOf(luz, 'BDO 12 of November')).toContainText('by Amihan Reyes')
  await luz.getByRole('link', { name: 'Confirm Payout of ₱4,050.00' }).click()
  const question = section(luz, 'Confirm: Payout')
  await expect(question).toContainText('Paid to an owner: Nadia Abdulrahman')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(luz, 'Confirmed. It has taken effect.')).toBeVisible()

  const writtenDown = await htmlOf(amihan, await linkOn(amihan, '/admin/payouts', 'Written down'))
  expect(textIn(writtenDown, 'tr', 'BDO 12 of November')).toContain('₱4,050.00')
  const log = await htmlOf(amihan, '/admin/audit-log?subject=proposal')
  expect(textIn(log, 'tr', 'Confirmed')).toContain('Luz Aquino')

  await amihan.goto(await linkOn(amihan, '/admin/admins', 'Change area Luz Aquino'))
  await section(amihan, 'The area of Luz Aquino').getByRole('radio', { name: 'Support' }).check()
  await amihan.getByRole('button', { name: 'Save' }).click()
  await expect(toast(amihan, 'Area changed.')).toBeVisible()
  await expect(rowOf(amihan, 'luz@hiram.test')).toContainText('Support')
  await expectRefused('/admin/payouts')
  expect(textIn(await htmlOf(luz, '/admin/users'), 'h1', '')).toContain('Users')

  await amihan.getByRole('link', { name: 'Remove Luz Aquino' }).click()
  await amihan.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(amihan, 'Admin removed.')).toBeVisible()
  await expect(rowOf(amihan, 'luz@hiram.test')).toBeHidden()
  await browser.open('/admin/users')
  expect(browser.at).toBe('/')
})
