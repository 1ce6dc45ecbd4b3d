import type { Page } from '@playwright/test'
import { enter, linkOn, textAt } from '../support/people.ts'
import { section, toast, tracker } from '../support/page-parts.ts'
import { atProvider } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
const lens = 'Sony FE 70-200mm f/4 telephoto lens'
const headset = 'Meta Quest 3 virtual reality headset'

/** An owner asks for more than the deposit, and the renter accepts it; both are on the dispute page then. */
async function agreeOn(owner: Page, renter: Page, title: string, pesos: string) {
  const dispute = await linkOn(owner, tracker, `Report a problem: ${title}`)
  await owner.goto(dispute)
  const form = section(owner, 'Report a problem')
  await form.getByLabel(/^What is it about/).selectOption('Missing parts')
  await form.getByLabel(/^What happened/).fill('The case and the strap did not come back.')
  await form.getByLabel(/^Amount you ask for/).fill(pesos)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(owner.getByText('Sent. They can answer, and then we decide.').first()).toBeVisible()
  await renter.goto(dispute)
  await renter.getByRole('link', { name: /^Accept what/ }).click()
  await renter.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(toast(renter, 'Done. It is closed.')).toBeVisible()
  await owner.reload()
}

test('A renter pays what they owe beyond the deposit, and the owner has it on the statement', async ({
  page: owner,
  visit,
}) => {
  const renter = await visit()
  await enter(owner, 'owner')
  await enter(renter, 'renter')
  await agreeOn(owner, renter, lens, '12000')
  const owed = section(renter, 'Owed between you')
  await expect(owed).toContainText('You can pay it here')
  await expect(section(owner, 'Owed between you').getByText('Open', { exact: true })).toBeVisible()
  await expect(section(owner, 'Owed between you').getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await owed.getByRole('button', { name: 'Pay ₱2,000.00' }).click()
  await expect(renter.getByText(`Amount owed for ${lens}`)).toBeVisible()
  await atProvider(renter, /^Pay/, 'GCash')
  await expect(
    toast(renter, 'We have received your payment. It is settled, and the owner is told.'),
  ).toBeVisible()
  await expect(section(renter, 'Owed between you').getByText('Paid online')).toBeVisible()
  // The owner's page follows by itself after a visit.
  await owner.reload()
  await expect(section(owner, 'Owed between you').getByText('Paid online')).toBeVisible()
  expect(await textAt(owner, '/profile/statement')).toContain('Owed after a dispute, paid online')
  await section(renter, 'Owed between you').getByRole('link', { name: /^pm-/ }).click()
  await expect(renter.getByRole('main')).toContainText('Amount owed, beyond the deposit')

  const admin = await visit()
  await enter(admin, 'admin')
  await admin.goto(await linkOn(admin, '/admin/orders', 'Amount owed'))
  await expect(section(admin, 'Money')).toContainText('Dispute: the renter owes the owner')
})

test('An owner says that they have received what was owed in cash, also without scripts', async ({
  visit,
}) => {
  const owner = await visit({ javaScriptEnabled: false })
  const renter = await visit()
  await enter(owner, 'owner', 'bea@hiram.test')
  await enter(renter, 'renter')
  await agreeOn(owner, renter, headset, '5000')
  await section(owner, 'Owed between you')
    .getByRole('link', { name: /^I have received it/ })
    .click()
  await owner.getByRole('button', { name: 'I have received it' }).click()
  await expect(section(owner, 'Owed between you').getByText('Received', { exact: true })).toBeVisible()
  await renter.reload()
  await expect(section(renter, 'Owed between you')).toContainText('All of this is settled.')
})
