import { linksOf, messageBeside, fieldsOf, partOf, textOf } from '#tests/support/html.ts'
import { enter, htmlOf, textIn } from '../support/people.ts'
import { expectBeside, section, toast } from '../support/page-parts.ts'
import { plain, plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

test('An admin pays a refund out by hand, with its proof', async ({ page }) => {
  await enter(page, 'admin')
  const waiting = partOf(await htmlOf(page, '/admin'), 'section', 'What waits for you')
  await page.goto(linksOf(waiting).find(({ name }) => name === 'Pay out 1 refund by hand')!.href)
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
  const admin = plain(page)
  await admin.open('/admin/refunds?search=katrina')
  expect(textIn(admin.html, 'tr', 'InstaPay 77 012')).toMatch(
    /Paid out by hand.*InstaPay 77 012 ?, by Amihan Reyes/,
  )
  await admin.follow(/^pm-/)
  expect(textIn(admin.html, 'section', 'Money')).toContain('Proof: InstaPay 77 012')
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
  const book = await htmlOf(page, '/admin/book')
  expect(textOf(book)).toContain('All postings sum to ₱0.00 .')
  expect(textOf(book)).toContain('no difference is unexplained')
  expect(textOf(partOf(partOf(book, 'details', ' postings'), 'td', 'Bank'))).toMatch(/^ ?Bank/)
})

test('Without scripts, an admin writes a payout down, and its owner finds it in their statement', async ({
  another,
}) => {
  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/payouts')
  await admin.follow('Record payout to Nadia Abdulrahman')
  expect(fieldsOf(admin.part('section', 'Record a payout to Nadia Abdulrahman')).amount).toBe('4050.00')
  await admin.press('Record', { amount: '4050.01', reference: 'BDO 12 of November' })
  const tooMuch = 'At most ₱4,050.00 is ready to be paid to this owner.'
  expect(messageBeside(admin.html, 'amount')).toContain(tooMuch)
  await admin.press('Record', { amount: '4050.00' })
  expect(admin.text).toContain('₱4,050.00 written down.')
  await admin.follow('Written down')
  expect(textIn(admin.html, 'tr', 'BDO 12 of November')).toContain('₱4,050.00')

  const owner = await plainOf(another, 'owner', 'nadia@hiram.test')
  await owner.open('/profile/statement')
  expect(owner.text).toContain(' Paid out so far ₱4,050.00 ')
  const line = textIn(owner.html, 'tr', 'BDO 12 of November')
  expect(line).toContain('Paid out to you')
  expect(line).toContain('-₱4,050.00')
  expect(textOf(owner.html.match(/<tr\b[\s\S]*?<\/tr>/g)!.at(-1)!)).toContain('₱0.00')
})
