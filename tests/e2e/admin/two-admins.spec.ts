import type { Page } from '@playwright/test'
import { followMail } from '../support/mail.ts'
import { expectBeside, section, toast } from '../support/page-parts.ts'
import { enter } from '../support/people.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo', { ADMIN_FOUR_EYES: '1' })
test.use({ refusals: [401, 403, 409, 422] })

const password = 'three carabaos in rain'

/** Makes Luz an admin of money, and logs her in by the link of her mail. */
async function makeLuz(amihan: Page, luz: Page, email: string) {
  await amihan.goto('/admin/admins')
  await amihan.getByRole('link', { name: 'Make an admin' }).click()
  const form = section(amihan, 'Make an admin')
  await form.getByLabel(/^First name/).fill('Luz')
  await form.getByLabel(/^Last name/).fill('Aquino')
  await form.getByLabel(/^Email/).fill('renter@hiram.test')
  await form.getByRole('radio', { name: 'Money' }).check()
  await form.getByRole('button', { name: 'Make an admin' }).click()
  await expectBeside(
    form.getByLabel(/^Email/),
    'This email has an account already. An admin needs another email.',
  )
  await expect(form.getByRole('radio', { name: 'Money' })).toBeChecked()
  await form.getByLabel(/^Email/).fill(email)
  await form.getByRole('button', { name: 'Make an admin' }).click()
  await expect(toast(amihan, `Admin made. A link was sent to ${email}.`)).toBeVisible()
  await followMail(luz, email, 'reset-password')
  await luz.getByLabel(/^New password/).fill(password)
  await luz.getByLabel(/^Confirm new password/).fill(password)
  await luz.getByRole('button', { name: 'Update Password' }).click()
  await expect(luz).toHaveURL(/login/)
  await enter(luz, 'admin', email, password)
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const notAllowed = (page: Page) => page.getByRole('heading', { level: 1, name: /door isn’t yours/ })

test('An admin makes another one for money, who confirms their payout, is limited, and removed', async ({
  page: amihan,
  visit,
}) => {
  const luz = await visit()
  await enter(amihan, 'admin')
  await makeLuz(amihan, luz, 'luz@hiram.test')
  await luz.goto('/admin')
  const links = luz.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(links).toHaveText([
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
  await luz.goto('/admin/users')
  await expect(notAllowed(luz)).toBeVisible()
  await expect(luz.getByRole('main').getByRole('link')).toHaveText(['Back to Home'])

  await amihan.goto('/admin/payouts')
  await amihan.getByRole('link', { name: 'Record payout to Nadia Abdulrahman' }).click()
  const form = section(amihan, 'Record a payout to Nadia Abdulrahman')
  await form.getByLabel(/^Reference/).fill('BDO 12 of November')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(toast(amihan, '₱4,050.00 waits for another admin to confirm it.')).toBeVisible()
  await expect(section(amihan, 'Waiting for another admin')).toContainText('by you')

  await luz.goto('/admin')
  await luz.getByRole('link', { name: 'Confirm or decline 1 proposal of another admin' }).click()
  await expect(rowOf(luz, 'BDO 12 of November')).toContainText('by Amihan Reyes')
  await luz.getByRole('link', { name: 'Confirm Payout of ₱4,050.00' }).click()
  const question = section(luz, 'Confirm: Payout')
  await expect(question).toContainText('Paid to an owner: Nadia Abdulrahman')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(luz, 'Confirmed. It has taken effect.')).toBeVisible()

  await amihan.getByRole('link', { name: 'Written down' }).click()
  await expect(rowOf(amihan, 'BDO 12 of November')).toContainText('₱4,050.00')
  await amihan.goto('/admin/audit-log?subject=proposal')
  await expect(rowOf(amihan, 'Confirmed')).toContainText('Luz Aquino')

  await amihan.goto('/admin/admins')
  await amihan.getByRole('link', { name: 'Change area Luz Aquino' }).click()
  await section(amihan, 'The area of Luz Aquino').getByRole('radio', { name: 'Support' }).check()
  await amihan.getByRole('button', { name: 'Save' }).click()
  await expect(toast(amihan, 'Area changed.')).toBeVisible()
  await expect(rowOf(amihan, 'luz@hiram.test')).toContainText('Support')
  await luz.goto('/admin/payouts')
  await expect(notAllowed(luz)).toBeVisible()
  await luz.goto('/admin/users')
  await expect(luz.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await amihan.getByRole('link', { name: 'Remove Luz Aquino' }).click()
  await amihan.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(amihan, 'Admin removed.')).toBeVisible()
  await expect(rowOf(amihan, 'luz@hiram.test')).toBeHidden()
  await luz.goto('/admin/users')
  await expect(luz).toHaveURL('/')
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('another admin declines a settlement with a reason, and the one who proposed it sees why', async ({
    page: amihan,
    visit,
  }) => {
    const mara = await visit({ javaScriptEnabled: false })
    await enter(amihan, 'admin')
    await makeLuz(amihan, mara, 'mara@hiram.test')
    await amihan.goto('/admin/payouts?record=provider')
    await amihan.getByLabel(/^Amount/).fill('12.50')
    await amihan.getByLabel(/^Reference/).fill('BPI 1')
    await amihan.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(amihan.getByText('₱12.50 waits for another admin to confirm it.')).toBeVisible()

    await mara.goto('/admin/payouts')
    await mara.getByRole('link', { name: /^Look at it ₱12\.50/ }).click()
    await mara.getByRole('link', { name: 'Decline instead' }).click()
    await mara.getByRole('button', { name: 'Decline' }).click()
    await expectBeside(mara.getByLabel(/^Reason/), 'Reason is required.')
    await mara.getByLabel(/^Reason/).fill('It is not on the statement.')
    await mara.getByRole('button', { name: 'Decline' }).click()
    await expect(mara.getByText('Declined. Nothing was changed.')).toBeVisible()

    await amihan.goto('/admin/proposals')
    await expect(rowOf(amihan, 'BPI 1')).toContainText('It is not on the statement.')
  })
})
