import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { enter } from '../support/people.ts'
import { answer, expectBeside, section, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

const lens = 'Sony FE 70-200mm f/4 telephoto lens'
const guitar = 'Electric guitar with 20 W practice amp'
const camera = 'GoPro Hero 12 with dive housing'
const tracker = '/profile/rental-tracker'

const theDispute = (page: Page) => page.getByRole('region', { name: /^The dispute/ })
const entry = (page: Page, title: string) =>
  section(page, 'Completed').getByRole('article').filter({ hasText: title })

test('An owner claims a part of a deposit with a photo, the renter answers, an admin grants some of it', async ({
  page,
  visit,
}) => {
  await enter(page, 'owner')
  await page.goto(tracker)
  await page.getByRole('link', { name: `Claim damage: ${lens}` }).click()
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
  await renter.goto(tracker)
  await expect(entry(renter, lens)).toContainText(
    'Olivia Santos claims ₱2,500.00 of your deposit of ₱10,000.00.',
  )
  await expect(async () => {
    await renter.reload()
    await expect(entry(renter, lens)).toContainText('₱7,500.00 refunded', { timeout: 1000 })
  }).toPass()
  await renter.getByRole('link', { name: `See the claim: ${lens}` }).click()
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
  await admin.goto('/admin')
  await admin.getByRole('link', { name: 'Decide on 2 deposit claims' }).click()
  await admin.getByRole('link', { name: `Decide: ${lens}, by Olivia Santos` }).click()
  await expect(section(admin, 'The claim')).toContainText('It was there before.')
  await admin.getByLabel(/^Granted/).fill('1000')
  await admin.getByLabel(/^Reason/).fill('The photo of the hand-over shows a part of it.')
  await admin.getByRole('button', { name: 'Decide' }).click()
  await expect(toast(admin, 'Claim decided.')).toBeVisible()
  await admin.goto('/admin/audit-log?subject=deposit-claim')
  await expect(admin.getByRole('row').filter({ hasText: lens })).toContainText('Deposit claim decided')

  await page.goto(tracker)
  await expect(entry(page, lens)).toContainText('We granted ₱1,000.00, from')
  for (const side of [page, renter]) {
    await side.goto(tracker)
    await side.getByRole('link', { name: `See the claim: ${lens}` }).click()
    await expect(section(side, 'The claim')).toContainText('Our decision: ₱1,000.00 of ₱2,500.00 granted')
    await side.getByRole('link', { name: 'Accept the decision' }).click()
    await answer(side, 'Accept the decision?', 'Accept')
  }
  await expect(toast(renter, 'Done. It is closed.')).toBeVisible()
  await page.goto(tracker)
  await expect(entry(page, lens)).toContainText('Of the ₱2,500.00 you claimed, ₱1,000.00 is yours.')
  await renter.goto(tracker)
  await expect(entry(renter, lens)).toContainText(
    'Of the ₱2,500.00 claimed, ₱1,000.00 went to Olivia Santos.',
  )
  await renter.getByRole('link', { name: `Print Receipt of ${lens}` }).click()
  await expect(renter.getByRole('main')).toContainText(
    '₱1,000.00 of the deposit went to the owner, after a claim.',
  )
})

test('A renter reports a problem, the owner answers, an admin decides, the renter appeals, and an admin again', async ({
  visit,
}) => {
  const renter = await visit()
  await enter(renter, 'renter')
  await renter.goto(tracker)
  await renter.getByRole('link', { name: `Report a problem: ${lens}` }).click()
  const form = section(renter, 'Report a problem')
  await form.getByRole('button', { name: 'Send' }).click()
  await expectBeside(form.getByLabel(/^What is it about/), 'Please choose what it is about.')
  await form.getByLabel(/^What is it about/).selectOption('Not as described')
  await form.getByLabel(/^What happened/).fill('The focus ring was stuck for a whole day.')
  await form.getByLabel(/^Amount you ask back/).fill('300')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(toast(renter, 'Sent. They can answer, and then we decide.')).toBeVisible()
  await renter.goto(tracker)
  await expect(entry(renter, lens)).toContainText('Disputed')

  const owner = await visit()
  await enter(owner, 'owner')
  await owner.goto(tracker)
  await owner.getByRole('link', { name: `See the dispute: ${lens}` }).click()
  await expect(theDispute(owner)).toContainText('asks for ₱300.00 back')
  await owner.getByLabel(/^Your answer/).fill('It worked when I gave it away.')
  await owner.getByRole('button', { name: 'Send Answer' }).click()
  await expect(toast(owner, 'Answer sent.')).toBeVisible()

  const admin = await visit()
  await enter(admin, 'admin')
  await admin.goto('/admin/claims?status=open')
  await admin.getByRole('link', { name: `Decide: ${lens}, by Olivia Santos` }).click()
  const decide = async (back: string, reason: string) => {
    await admin.getByLabel(/^Granted/).fill('0')
    await admin.getByLabel(/^Back to the renter/).fill(back)
    await admin.getByLabel(/^Reason/).fill(reason)
    await admin.getByRole('button', { name: 'Decide' }).click()
    await expect(toast(admin, 'Claim decided.')).toBeVisible()
  }
  await decide('100', 'A part of a day.')

  await renter.getByRole('link', { name: `See the dispute: ${lens}` }).click()
  await expect(theDispute(renter)).toContainText('₱100.00 back to')
  await renter.getByLabel(/^What is new/).fill('Here is the note of the repair shop.')
  await renter.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(toast(renter, 'Appeal sent. We look at it again.')).toBeVisible()

  await admin.goto('/admin/claims?status=appealed')
  await admin.getByRole('link', { name: `Decide: ${lens}, by Olivia Santos` }).click()
  await decide('250', 'The note shows it.')
  await owner.reload()
  await expect(theDispute(owner)).toContainText('Closed: decided on the appeal.')
  await expect(theDispute(owner)).toContainText('₱250.00 of what was paid went back')
})

test('An owner returns a deposit before its time, and the renter has it back', async ({ page, visit }) => {
  await enter(page, 'owner', 'paolo@hiram.test')
  await page.goto(tracker)
  await page.getByRole('link', { name: `Return the deposit now: ${guitar}` }).click()
  const question = '₱1,500.00 goes back to Katrina Ocampo now. You can’t claim any of it after that.'
  await answer(page, question, 'Return the deposit now')
  await expect(toast(page, 'The deposit is on its way back.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The deposit of ₱1,500.00 went back.')
  await expect(page.getByRole('link', { name: 'Return the deposit now' })).toHaveCount(0)

  const renter = await visit()
  await enter(renter, 'renter', 'katrina@hiram.test')
  await expect(async () => {
    await renter.goto(tracker)
    await expect(entry(renter, guitar)).toContainText('₱1,500.00 refunded', { timeout: 1000 })
  }).toPass()
  await expect(entry(renter, guitar)).toContainText('Your deposit of ₱1,500.00 went back to you.')
})

test('A deposit in cash is back once either side says so, also without scripts', async ({ visit }) => {
  const renter = await visit({ javaScriptEnabled: false })
  await renter.goto('/login?portal=renter')
  await renter.getByLabel(/^Email/).fill('renter@hiram.test')
  await renter.getByLabel(/^Password/).fill('hiram-demo-2026')
  await renter.getByRole('button', { name: 'Login as Renter' }).click()
  await renter.goto(tracker)
  await expect(entry(renter, camera)).toContainText('Diego Bautista is to hand ₱2,000.00 back to you.')
  await renter.getByRole('link', { name: `I have it back: ${camera}` }).click()
  await renter.getByRole('button', { name: 'I have it back' }).click()
  await expect(renter.getByRole('main')).toContainText('Your deposit of ₱2,000.00 went back to you.')
  const owner = await visit()
  await enter(owner, 'owner', 'diego@hiram.test')
  await owner.goto(tracker)
  await expect(entry(owner, camera)).toContainText('The deposit of ₱2,000.00 went back.')
})
