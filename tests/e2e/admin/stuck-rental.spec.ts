import type { Page } from '@playwright/test'
import type { Site } from '#tests/support/site.ts'
import { enter } from '../support/people.ts'
import { answer, expectBeside, section, toast } from '../support/page-parts.ts'
import { intoCart, orderOnline } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
const reason = 'The generator broke on the way to you. We are sorry.'

test.use({ refusals: [422] })

/** Grace rents a generator of Jun's, pays online, and he approves it. Returns the order's number. */
async function approvedOnline(page: Page, owner: Page, site: Site, startsIn: number) {
  await enter(page, 'renter', 'grace@hiram.test')
  const title = await intoCart(page, 'generator', { startsIn })
  const { number, checkoutId } = await orderOnline(page)
  await site.emulator('pay', { checkoutId, channel: 'gcash' })
  await page.goto(`/checkout/return?order=${number}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Rental Confirmed!' })).toBeVisible()
  await enter(owner, 'owner', 'jun@hiram.test')
  await owner.goto('/profile/rental-tracker')
  const request = section(owner, 'Pending').getByRole('article').filter({ hasText: number })
  await request.getByRole('button', { name: /^Approve/ }).click()
  await expect(toast(owner, 'Rental approved.')).toBeVisible()
  return { number, title }
}

// Spec: D43, D51
test('An admin ends a stuck rental by its policy, says why, and pays goodwill: both read it', async ({
  page,
  visit,
  site,
}) => {
  const owner = await visit()
  const { number, title } = await approvedOnline(page, owner, site, 2)

  const admin = await visit()
  await enter(admin, 'admin')
  await admin.goto(`/admin/orders/${number}`)
  await expect(admin.getByRole('button', { name: `Goodwill payment: ${title}` })).toBeDisabled()
  await admin.getByRole('link', { name: `Cancel rental: ${title}` }).click()
  const question = admin.getByRole('dialog', { name: `Cancel rental: ${title}` })
  const choice = question.getByRole('radio', { name: 'What its cancellation policy gives back' })
  await expect(question.getByRole('radio', { name: 'All that was paid' })).toBeChecked()
  await choice.check()
  const card = question.locator('label').filter({ hasText: 'What its cancellation policy gives back' })
  const back = /₱[\d,.]+/.exec(await card.innerText())![0]
  await question.getByRole('button', { name: 'Cancel rental' }).click()
  await expectBeside(question.getByLabel('Reason'), 'Please write why. Both of them read it.')
  await expect(choice).toBeChecked()
  await question.getByLabel('Reason').fill(reason)
  await question.getByRole('button', { name: 'Cancel rental' }).click()
  await expect(toast(admin, 'This rental is Cancelled now.')).toBeVisible()
  await expect(section(admin, 'What happened')).toContainText(`reason: ${reason}`)

  await admin.getByRole('link', { name: `Goodwill payment: ${title}` }).click()
  const form = section(admin, `Goodwill payment: ${title}`)
  await form.getByRole('radio', { name: 'The renter, Mary Grace' }).check()
  await form.getByLabel(/^Amount/).fill('999999')
  await form.getByLabel(/^Reason/).fill('Your weekend was lost.')
  await form.getByRole('button', { name: 'Pay goodwill' }).click()
  await expect(form.getByText(/^Please enter between ₱0.01 and ₱/)).toBeVisible()
  await expect(form.getByLabel(/^Reason/)).toHaveValue('Your weekend was lost.')
  await form.getByLabel(/^Amount/).fill('150')
  await form.getByRole('button', { name: 'Pay goodwill' }).click()
  await expect(toast(admin, 'Goodwill paid. Both people are told.')).toBeVisible()
  await expect(section(admin, 'Money')).toContainText('Goodwill to a renter')

  for (const [reader, view, whom] of [
    [page, '?view=rented', 'you'],
    [owner, '', 'Mary Grace'],
  ] as const) {
    await reader.goto(`/profile/rental-tracker${view}`)
    const rental = reader.getByRole('article').filter({ hasText: number })
    await rental.getByRole('link', { name: `Details of ${title}` }).click()
    await expect(
      reader.getByText(
        new RegExp(`${back.replaceAll('.', '\\.')} goes back to ${whom}.*, as the cancellation policy says`),
      ),
    ).toBeVisible()
    await expect(reader.getByText(reason)).toBeVisible()
    await expect(reader.getByText(new RegExp(`pays ${whom}.* ₱150\\.00 of its own money`))).toBeVisible()
    await expect(reader.getByText('Your weekend was lost.')).toBeVisible()
  }
  await page.goto(`/receipt/${number}`)
  await expect(section(page, 'Refunds')).not.toContainText('A goodwill payment')
  await expect(section(page, 'Goodwill payments')).toContainText('To the renter')
})

test('An admin ends an item that is out as lost, without scripts too', async ({ visit }) => {
  const admin = await visit({ javaScriptEnabled: false })
  await enter(admin, 'admin')
  await admin.goto('/admin/orders?search=bea&method=cash_on_delivery')
  const pages = await admin
    .getByRole('link', { name: /^cod-/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const lost = admin.getByRole('link', { name: /^End as lost: / })
  for (const order of pages) {
    await admin.goto(order)
    if (await lost.isVisible()) break
  }
  await lost.click()
  await admin.getByLabel(/^Reason/).fill('Nobody has seen it for weeks.')
  await admin.getByRole('button', { name: 'End as lost' }).click()
  await expect(admin.getByText('This rental is Completed now.')).toBeVisible()
  await expect(section(admin, 'What happened')).toContainText('Ended as lost by an admin')
})

test('An admin decides that the renter never got the item, and both read and accept it', async ({
  page,
  visit,
  site,
}) => {
  const owner = await visit()
  const { number, title } = await approvedOnline(page, owner, site, 0)
  const lent = section(owner, 'Approved').getByRole('article').filter({ hasText: number })
  await lent.getByRole('button', { name: /^Mark as Active/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Mark as Active' }).click()
  await expect(toast(owner, 'Rental marked as active.')).toBeVisible()

  const tracker = '/profile/rental-tracker'
  await page.goto(tracker)
  const rented = page.getByRole('article').filter({ hasText: number })
  await rented.getByRole('link', { name: `Report a problem: ${title}` }).click()
  const problem = section(page, 'Report a problem')
  await problem.getByLabel(/^What is it about/).selectOption('Not handed over')
  await problem.getByLabel(/^What happened/).fill('Nobody was there.')
  await problem.getByRole('button', { name: 'Send' }).click()
  await expect(toast(page, 'Sent. They can answer, and then we decide.')).toBeVisible()

  const admin = await visit()
  await enter(admin, 'admin')
  await admin.goto(`/admin/orders/${number}`)
  await admin.getByRole('link', { name: 'See the dispute' }).click()
  await admin.getByLabel(/^Granted/).fill('0')
  await admin.getByLabel('Did the renter get it?').selectOption('No, never')
  await admin.getByRole('button', { name: 'Decide' }).click()
  await expect(admin.getByLabel('Did the renter get it?')).toHaveValue('no')
  await admin.getByLabel(/^Reason/).fill('The chat shows it.')
  await admin.getByRole('button', { name: 'Decide' }).click()
  await expect(admin.getByLabel('Back to the renter')).toHaveAccessibleDescription(/also if it is nothing/)
  await admin.getByLabel('Back to the renter').fill('0')
  await admin.getByRole('button', { name: 'Decide' }).click()
  await expect(toast(admin, 'Claim decided.')).toBeVisible()

  for (const side of [page, owner]) {
    await side.goto(tracker)
    const entry = side.getByRole('article').filter({ hasText: number })
    await entry.getByRole('link', { name: `See the dispute: ${title}` }).click()
    await expect(side.getByRole('main')).toContainText('never got it, so the rental ends')
    await side.getByRole('link', { name: 'Accept the decision' }).click()
    await answer(side, 'Accept the decision?', 'Accept')
  }
  await expect(toast(owner, 'Done. It is closed.')).toBeVisible()
})
