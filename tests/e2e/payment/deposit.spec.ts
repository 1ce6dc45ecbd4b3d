import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { enter, htmlOf, linkOn, textAt, textIn } from '../support/people.ts'
import { answer, expectBeside, section, toast, tracker } from '../support/page-parts.ts'
import { rentalIn } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

const lens = 'Sony FE 70-200mm f/4 telephoto lens'
const guitar = 'Electric guitar with 20 W practice amp'
const camera = 'GoPro Hero 12 with dive housing'

const theDispute = (page: Page) => page.getByRole('region', { name: /^The dispute/ })
/** The text of the completed rental of a thing in the tracker, which is not opened. */
const entry = (page: Page, title: string) => rentalIn(page, 'Completed', title)

test('An owner claims a part of a deposit with a photo, the renter answers, an admin grants some of it', async ({
  page,
  visit,
}) => {
  await enter(page, 'owner')
  await page.goto(await linkOn(page, tracker, `Claim damage: ${lens}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Deposit' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The deposit of ₱10,000.00 goes back on')
  const form = section(page, 'Claim damage')
  await form.getByLabel(/^Amount/).fill('10000.01')
  await form.getByLabel(/^Reason/).fill('The front glass has a scratch.')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3d7a5b' } })
    .jpeg()
    .toBuffer()
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Choose photos' }).click()
  await (await chooser).setFiles({ name: 'scratch.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(form.getByText('scratch.jpg is uploaded.')).toBeVisible()
  await form.getByRole('button', { name: 'Send Claim' }).click()
  await expectBeside(form.getByLabel(/^Amount/), 'Please claim between ₱0.01 and ₱10,000.00.')
  await expect(form.getByLabel(/^Reason/)).toHaveValue('The front glass has a scratch.')
  await form.getByLabel(/^Amount/).fill('2500')
  await form.getByRole('button', { name: 'Send Claim' }).click()
  await expect(toast(page, 'Claim sent. We tell you both what we decide.')).toBeVisible()

  const renter = await visit()
  await enter(renter, 'renter')
  expect(await entry(renter, lens)).toContain('Olivia Santos claims ₱2,500.00 of your deposit of ₱10,000.00.')
  await expect.poll(() => entry(renter, lens)).toContain('₱7,500.00 refunded')
  const claim = await linkOn(renter, tracker, `See the claim: ${lens}`)
  await renter.goto(claim)
  for (const side of [page, renter]) {
    await expect(section(side, 'The claim')).toContainText('The front glass has a scratch.')
    const shown = side.getByRole('img', { name: 'Photo 1 of the claim, in full size' })
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await renter.getByLabel(/^Your answer/).fill('It was there before.')
  await renter.getByRole('button', { name: 'Send Answer' }).click()
  await expect(toast(renter, 'Answer sent.')).toBeVisible()

  const admin = await visit()
  await enter(admin, 'admin')
  const claims = await linkOn(admin, '/admin', 'Decide on 2 deposit claims')
  await admin.goto(await linkOn(admin, claims, `Decide: ${lens}, by Olivia Santos`))
  await expect(section(admin, 'The claim')).toContainText('It was there before.')
  await admin.getByLabel(/^Granted/).fill('1000')
  await admin.getByLabel(/^Reason/).fill('The photo of the hand-over shows a part of it.')
  await admin.getByRole('button', { name: 'Decide' }).click()
  await expect(toast(admin, 'Claim decided.')).toBeVisible()
  const log = await htmlOf(admin, '/admin/audit-log?subject=deposit-claim')
  expect(textIn(log, 'tr', lens)).toContain('Deposit claim decided')

  expect(await entry(page, lens)).toContain('We granted ₱1,000.00, from')
  for (const side of [page, renter]) {
    await side.goto(claim)
    await expect(section(side, 'The claim')).toContainText('Our decision: ₱1,000.00 of ₱2,500.00 granted')
    await side.getByRole('link', { name: 'Accept the decision' }).click()
    await answer(side, 'Accept the decision?', 'Accept')
  }
  await expect(toast(renter, 'Done. It is closed.')).toBeVisible()
  expect(await entry(page, lens)).toContain('Of the ₱2,500.00 you claimed, ₱1,000.00 is yours.')
  expect(await entry(renter, lens)).toContain('Of the ₱2,500.00 claimed, ₱1,000.00 went to Olivia Santos.')
  const receipt = await textAt(renter, await linkOn(renter, tracker, `Print Receipt of ${lens}`))
  expect(receipt).toContain('₱1,000.00 of the deposit went to the owner, after a claim.')
})

test('A renter reports a problem, the owner answers, an admin decides, the renter appeals, and an admin again', async ({
  visit,
}) => {
  const renter = await visit()
  await enter(renter, 'renter')
  await renter.goto(await linkOn(renter, tracker, `Report a problem: ${lens}`))
  const form = section(renter, 'Report a problem')
  await form.getByRole('button', { name: 'Send' }).click()
  await expectBeside(form.getByLabel(/^What is it about/), 'Please choose what it is about.')
  await form.getByLabel(/^What is it about/).selectOption('Not as described')
  await form.getByLabel(/^What happened/).fill('The focus ring was stuck for a whole day.')
  await form.getByLabel(/^Amount you ask back/).fill('300')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(toast(renter, 'Sent. They can answer, and then we decide.')).toBeVisible()
  expect(await entry(renter, lens)).toContain('Disputed')

  const owner = await visit()
  await enter(owner, 'owner')
  await owner.goto(await linkOn(owner, tracker, `See the dispute: ${lens}`))
  await expect(theDispute(owner)).toContainText('asks for ₱300.00 back')
  await owner.getByLabel(/^Your answer/).fill('It worked when I gave it away.')
  await owner.getByRole('button', { name: 'Send Answer' }).click()
  await expect(toast(owner, 'Answer sent.')).toBeVisible()

  const admin = await visit()
  await enter(admin, 'admin')
  const decide = async (status: string, back: string, reason: string) => {
    await admin.goto(
      await linkOn(admin, `/admin/claims?status=${status}`, `Decide: ${lens}, by Olivia Santos`),
    )
    await admin.getByLabel(/^Granted/).fill('0')
    await admin.getByLabel(/^Back to the renter/).fill(back)
    await admin.getByLabel(/^Reason/).fill(reason)
    await admin.getByRole('button', { name: 'Decide' }).click()
    await expect(toast(admin, 'Claim decided.')).toBeVisible()
  }
  await decide('open', '100', 'A part of a day.')

  await renter.reload()
  await expect(theDispute(renter)).toContainText('₱100.00 back to')
  await renter.getByLabel(/^What is new/).fill('Here is the note of the repair shop.')
  await renter.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(toast(renter, 'Appeal sent. We look at it again.')).toBeVisible()

  await decide('appealed', '250', 'The note shows it.')
  await owner.reload()
  await expect(theDispute(owner)).toContainText('Closed: decided on the appeal.')
  await expect(theDispute(owner)).toContainText('₱250.00 of what was paid went back')
})

test('An owner returns a deposit before its time, and the renter has it back', async ({ page, visit }) => {
  await enter(page, 'owner', 'paolo@hiram.test')
  await page.goto(await linkOn(page, tracker, `Return the deposit now: ${guitar}`))
  const question = '₱1,500.00 goes back to Katrina Ocampo now. You can’t claim any of it after that.'
  await answer(page, question, 'Return the deposit now')
  await expect(toast(page, 'The deposit is on its way back.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The deposit of ₱1,500.00 went back.')
  await expect(page.getByRole('link', { name: 'Return the deposit now' })).toHaveCount(0)

  const renter = await visit()
  await enter(renter, 'renter', 'katrina@hiram.test')
  await expect.poll(() => entry(renter, guitar)).toContain('₱1,500.00 refunded')
  expect(await entry(renter, guitar)).toContain('Your deposit of ₱1,500.00 went back to you.')
})

test('A deposit in cash is back once either side says so, also without scripts', async ({ visit }) => {
  const renter = await visit({ javaScriptEnabled: false })
  await enter(renter, 'renter')
  expect(await entry(renter, camera)).toContain('Diego Bautista is to hand ₱2,000.00 back to you.')
  await renter.goto(await linkOn(renter, tracker, `I have it back: ${camera}`))
  await renter.getByRole('button', { name: 'I have it back' }).click()
  await expect(renter.getByRole('main')).toContainText('Your deposit of ₱2,000.00 went back to you.')
  const owner = await visit()
  await enter(owner, 'owner', 'diego@hiram.test')
  expect(await entry(owner, camera)).toContain('The deposit of ₱2,000.00 went back.')
})
