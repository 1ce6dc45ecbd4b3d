import type { Page } from '@playwright/test'
import type { Site } from '#tests/support/site.ts'
import { linksOf } from '#tests/support/html.ts'
import { enter, htmlOf, linkOn, textAt, textIn } from '../support/people.ts'
import { answer, expectBeside, section, toast, tracker } from '../support/page-parts.ts'
import { approve, intoCart, orderOnline } from '../support/paying.ts'
import { plain } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
const reason = 'The generator broke on the way to you. We are sorry.'

test.use({ refusals: [422] })

/** The address of the link “<step>: …” to an admin, on the page of an order of this person that is paid in cash. */
async function stepFor(admin: Page, person: string, step: string): Promise<string> {
  const orders = linksOf(await htmlOf(admin, `/admin/orders?search=${person}&method=cash_on_delivery`))
  for (const { href } of orders.filter(({ name }) => name.startsWith('cod-'))) {
    const found = linksOf(await htmlOf(admin, href)).find(({ name }) => name.startsWith(`${step}: `))
    if (found) return found.href
  }
  throw new Error(`no order of ${person} offers “${step}”`)
}

/**
 * Grace rents a generator of Jun's, pays online, and he approves it. Returns the order's number, the item's title, and
 * the address of the rental's page.
 */
async function approvedOnline(renter: Page, owner: Page, site: Site, startsIn: number) {
  await enter(renter, 'renter', 'grace@hiram.test')
  const title = await intoCart(renter, 'generator', { startsIn })
  const { number, checkoutId } = await orderOnline(renter)
  await site.emulator('pay', { checkoutId, channel: 'gcash' })
  await expect.poll(() => textAt(renter, `/checkout/return?order=${number}`)).toContain('Rental Confirmed!')
  await enter(owner, 'owner', 'jun@hiram.test')
  return { number, title, rental: await approve(owner, title) }
}

// Spec: D43, D51
test('An admin ends a stuck rental by its policy, says why, and pays goodwill: both read it', async ({
  page: admin,
  visit,
  site,
}) => {
  const [renter, owner] = [await visit(), await visit()]
  const { number, title, rental } = await approvedOnline(renter, owner, site, 2)

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

  for (const [reader, whom] of [
    [renter, 'you'],
    [owner, 'Mary Grace'],
  ] as const) {
    const read = await textAt(reader, rental)
    expect(read).toMatch(
      new RegExp(`${back.replaceAll('.', '\\.')} goes back to ${whom}.*, as the cancellation policy says`),
    )
    expect(read).toContain(reason)
    expect(read).toMatch(new RegExp(`pays ${whom}.* ₱150\\.00 of its own money`))
    expect(read).toContain('Your weekend was lost.')
  }
  const receipt = await htmlOf(renter, `/receipt/${number}`)
  const refunds = textIn(receipt, 'section', 'Refunds')
  expect(refunds).toContain(back)
  expect(refunds).not.toContain('A goodwill payment')
  expect(textIn(receipt, 'section', 'Goodwill payments')).toContain('To the renter')
})

test('An admin ends the rental of a lost item, without scripts', async ({ visit }) => {
  const admin = await visit({ javaScriptEnabled: false })
  await enter(admin, 'admin')
  await admin.goto(await stepFor(admin, 'miguel', 'End as lost'))
  await admin.getByLabel(/^Reason/).fill('Nobody has seen it for weeks.')
  await admin.getByRole('button', { name: 'End as lost' }).click()
  await expect(admin.getByText('This rental is Completed now.')).toBeVisible()
  await expect(section(admin, 'What happened')).toContainText('Ended as lost by an admin')
})

test('An admin is told what undoing a hand-over books, and undoes it with a reason', async ({ page }) => {
  await enter(page, 'admin')
  const [order] = (await stepFor(page, 'bea', 'Undo the hand-over')).split('?')
  await page.goto(order!)
  const link = page.getByRole('link', { name: /^Undo the hand-over: / })
  const title = (await link.getAttribute('aria-label'))!
  await link.click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText('The rental is Approved again, and both sides are told.')
  await expect(dialog).toContainText(/A new entry in the book takes back the ₱[\d,.]+ collected in cash/)
  await dialog.getByLabel('Reason').fill('The wrong rental was marked.')
  await answer(page, title, 'Undo the hand-over')
  await expect(toast(page, 'This rental is Approved now.')).toBeVisible()
  await expect(section(page, 'Money')).toContainText('Hand-over undone')
  await expect(section(page, 'What happened')).toContainText('reason: The wrong rental was marked.')
})

test('An admin decides that the renter never got the item, and both read and accept it', async ({
  page: admin,
  visit,
  site,
}) => {
  const [renter, owner] = [await visit(), await visit()]
  const { number, title } = await approvedOnline(renter, owner, site, 0)
  const plainOwner = plain(owner)
  await plainOwner.open(tracker)
  await plainOwner.press(`Mark as Active: ${title}`)
  await plainOwner.press('Mark as Active')
  expect(plainOwner.text).toContain('Rental marked as active.')

  const dispute = await linkOn(renter, tracker, `Report a problem: ${title}`)
  const plainRenter = plain(renter)
  await plainRenter.open(dispute)
  await plainRenter.press('Send', { kind: 'not-handed-over', text: 'Nobody was there.' })
  expect(plainRenter.text).toContain('Sent. They can answer, and then we decide.')

  await enter(admin, 'admin')
  await admin.goto(await linkOn(admin, `/admin/orders/${number}`, 'See the dispute'))
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

  await renter.goto(await linkOn(renter, tracker, `See the dispute: ${title}`))
  await expect(renter.getByRole('main')).toContainText('never got it, so the rental ends')
  await renter.getByRole('link', { name: 'Accept the decision' }).click()
  await answer(renter, 'Accept the decision?', 'Accept')
  await plainOwner.open(await linkOn(owner, tracker, `See the dispute: ${title}`))
  expect(plainOwner.text).toContain('never got it, so the rental ends')
  await plainOwner.follow('Accept the decision')
  expect(plainOwner.text).toContain('Accept the decision?')
  await plainOwner.press('Accept')
  expect(plainOwner.text).toContain('Done. It is closed.')
})
