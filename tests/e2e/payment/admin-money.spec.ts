import { enter } from '../support/people.ts'
import { expectBeside, section, toast, under } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

test('An admin pays a refund out by hand, with its proof', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin')
  await section(page, 'What waits for you').getByRole('link', { name: 'Pay out 1 refund by hand' }).click()
  await page.getByRole('link', { name: /^Pay out ₱1,512\.00 of pm-/ }).click()
  const form = section(page, 'Pay ₱1,512.00 to Katrina Ocampo')
  await expect(form).toContainText('katrina@hiram.test')
  await expect(form).toContainText('takes no refunds through the provider')
  await expect(form.getByLabel(/^Proof/)).toBeFocused()
  await form.getByRole('button', { name: 'Paid out by hand' }).click()
  await expectBeside(form.getByLabel(/^Proof/), 'Proof is required.')
  await form.getByLabel(/^Proof/).fill('InstaPay 77 012')
  await form.getByRole('button', { name: 'Paid out by hand' }).click()
  await expect(toast(page, 'Refund noted as paid out. Its renter is told.')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(page.getByText('No refunds match')).toBeVisible()
  await page.goto('/admin/refunds?search=katrina')
  await expect(page.getByRole('row').filter({ hasText: 'InstaPay 77 012, by Amihan Reyes' })).toContainText(
    'Paid out by hand',
  )
  await page.getByRole('link', { name: /^pm-/ }).first().click()
  await expect(section(page, 'Money')).toContainText('Proof: InstaPay 77 012')
})

test('An admin asks for a reconciliation, and explains what it finds', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/admin/reconciliation')
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(toast(page, '2 differences.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Compared on /)
  await expect(section(page, 'Run')).toContainText('1 not explained')
  await expect(page.getByText('Paid at the stall of the barangay fair')).toBeVisible()
  await page.getByRole('link', { name: /^Explain Payment we don’t know/ }).click()
  await page.getByLabel(/^Explanation/).fill('The card reader of the same stall.')
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await expect(toast(page, 'Difference explained.')).toBeVisible()
  await expect(section(page, 'Run')).toContainText('All explained')
  await page.goto('/admin/book')
  await expect(page.getByText('All postings sum to ₱0.00.')).toBeVisible()
  await expect(page.getByText('no difference is unexplained')).toBeVisible()
  await page
    .getByText(/^\d postings/)
    .first()
    .click()
  await expect(page.getByRole('cell', { name: /^Bank/ }).first()).toBeVisible()
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an admin writes a payout down, and its owner finds it in their statement', async ({
    page,
    visit,
  }) => {
    await enter(page, 'admin')
    await page.goto('/admin/payouts')
    await page.getByRole('link', { name: 'Record payout to Nadia Abdulrahman' }).click()
    const form = section(page, 'Record a payout to Nadia Abdulrahman')
    await expect(form.getByLabel(/^Amount/)).toHaveValue('4050.00')
    await form.getByLabel(/^Amount/).fill('4050.01')
    await form.getByLabel(/^Reference/).fill('BDO 12 of November')
    await form.getByRole('button', { name: 'Record' }).click()
    const tooMuch = 'At most ₱4,050.00 is ready to be paid to this owner.'
    await expectBeside(form.getByLabel(/^Amount/), tooMuch)
    await form.getByLabel(/^Amount/).fill('4050.00')
    await form.getByRole('button', { name: 'Record' }).click()
    await expect(page.getByText('₱4,050.00 written down.')).toBeVisible()
    await page.getByRole('link', { name: 'Written down' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'BDO 12 of November' })).toContainText('₱4,050.00')

    const owner = await visit({ javaScriptEnabled: false })
    await enter(owner, 'owner', 'nadia@hiram.test')
    await owner.goto('/profile/statement')
    await expect(under(owner, 'Paid out so far')).toContainText('₱4,050.00')
    const line = owner.getByRole('row').filter({ hasText: 'BDO 12 of November' })
    await expect(line).toContainText('Paid out to you')
    await expect(line).toContainText('-₱4,050.00')
    await expect(owner.getByRole('row').last()).toContainText('₱0.00')
  })
})
