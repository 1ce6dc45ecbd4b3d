import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPeso } from '#domain/money.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { answerDispute } from './answer-dispute.ts'
import { claimDeposit } from './claim-deposit.ts'
import { acceptDispute } from './accept-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'
import { sweepDeposits } from '../deposit/sweep-deposits.ts'
import { editListing } from '../listing/edit-listing.ts'
import { depositEmails } from '../notification/deposit-mail.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const { hours, active, returned, complete, depositLines, mails } = deposits(fixture)
const { balances, refundsOf, settle, effects } = paying(fixture)
type Who = keyof typeof fixture.cast

const claim = (rentalId: string, changes: object = {}, who: Who = 'olivia') =>
  claimDeposit(by(fixture.services, fixture.cast[who]), {
    rentalId,
    centavos: 30_000,
    reason: 'The zip is torn.',
    photoIds: [],
    ...changes,
  })
/** An admin decides, once the renter had time to answer. */
const grant = (rentalId: string, grantedCentavos: number) => {
  hours(73)
  return grantClaim(...people.asAdmin(fixture.services, fixture.cast.amihan), {
    rentalId,
    grantedCentavos,
    decision: 'The photos show it.',
  })
}
/** Both accept the decision, so that its money moves. */
const acceptBoth = async (rentalId: string) => {
  for (const who of ['olivia', 'ramon'] as const)
    accepted(
      await acceptDispute(by(fixture.services, fixture.cast[who]), {
        rentalId,
        accepts: { what: 'decision' },
      }),
    )
}
const giveBack = (rentalId: string, who: Who = 'olivia') =>
  returnDeposit(by(fixture.services, fixture.cast[who]), { rentalId })
const upload = (who: Who = 'olivia') => people.uploadTiny(fixture.services, fixture.cast[who])
const claimOf = (rentalId: string) =>
  fixture.services.db
    .selectFrom('depositClaim')
    .selectAll()
    .where('rentalId', '=', rentalId)
    .executeTakeFirst()

describe('a claim on a deposit that was paid online', () => {
  it('keeps what is claimed, sends the rest back at once, and both hear of it', async () => {
    const { rentalId, orderId } = await returned('online')
    const photoIds = [await upload(), await upload()]
    accepted(await claim(rentalId, { photoIds }))
    expect(await claimOf(rentalId)).toMatchObject({
      centavos: 30_000,
      reason: 'The zip is torn.',
      decidedAt: null,
    })
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000])
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'deposit', centavos: 20_000 }])
    expect(await mails()).toEqual(['claimed to owner', 'claimed to renter'])
    const photos = await fixture.services.db
      .selectFrom('photo')
      .select('id')
      .where('claimId', '=', rentalId)
      .orderBy('position')
      .execute()
    expect(photos.map(({ id }) => id)).toEqual(photoIds)
    hours(60)
    expect(await sweepDeposits(fixture.services)).toBe(0)
    await settle()
    expect(await balances(orderId)).toMatchObject({ deposit_held: -30_000 })
    const emails = await fixture.services.mail.list(10)
    const sentEmail = emails.find(
      ({ subject }) => subject === 'Olivia Santos claims ₱300.00 of your deposit for Tent',
    )
    expect(sentEmail).toMatchObject({ to: 'renter@hiram.test' })
    expect(sentEmail!.text).toContain('₱200.00 goes back to you the way you paid.')
    expect(sentEmail!.text).toContain('\n> The zip is torn.\n')
    expect(sentEmail!.text).toContain(`/profile/rental-tracker/${rentalId}/claim`)
  })

  it('leaves the rest with the site while the item is out, and the emails promise none of it', async () => {
    const { rentalId } = await active('online')
    const opening = { rentalId, kind: 'damage', text: 'It fell.', askedCentavos: 30_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), opening))
    expect(await depositLines(rentalId)).toEqual([50_000])
    await settle()
    const texts = (await fixture.services.mail.list(30)).filter(({ text }) => text.includes(rentalId))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.map(({ text }) => text).join()).not.toContain('goes back')
  })

  it('has the rest sent by hand where the payment is too old for a refund, and the mail says so', async () => {
    const { rentalId, orderId } = await returned('online')
    const longAgo = new Date(fixture.services.clock.now().getTime() - 200 * 24 * 3_600_000)
    await fixture.services.db
      .updateTable('payment')
      .set({ paidAt: longAgo })
      .where('orderId', '=', orderId)
      .execute()
    accepted(await claim(rentalId))
    const mail = { rentalId, news: 'claimed', to: 'renter', rest: 20_000 } as const
    expect((await depositEmails['deposit-mail'](fixture.services, mail))?.lead).toContain(
      '₱200.00 goes back to you. We send it by hand, as it can’t go back the way you paid.',
    )
  })

  it.each([
    ['what is left of it', 30_000, false, ' ₱200.00 of your deposit goes back to you in 48 hours. '],
    ['no rest of one that is all claimed', 50_000, false, ''],
    ['what an earlier dispute left of it', 20_000, true, ' Your deposit of ₱300.00 goes back to you in'],
  ])(
    'while the item is out has the mail at the return promise %s',
    async (_, askedCentavos, isAgreed, said) => {
      const { rentalId } = await active('online')
      const opening = { rentalId, kind: 'damage', text: 'It fell.', askedCentavos } as const
      accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), opening))
      const accepts = { what: 'demand', centavos: askedCentavos } as const
      if (isAgreed)
        accepted(await acceptDispute(by(fixture.services, fixture.cast.ramon), { rentalId, accepts }))
      accepted(await complete(rentalId))
      await settle()
      const texts = (await fixture.services.mail.list(30)).map(({ text }) => text)
      const thanks = texts.find((text) => text.includes('Thank you for borrowing with care.'))!
      expect(thanks).toContain(`Thank you for borrowing with care.${said}`)
      if (said === '') expect(thanks).not.toContain('deposit of')
    },
  )

  it('is granted in part: that is the owner’s, the rest goes back, and the books balance', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await claim(rentalId))
    await settle()
    accepted(await grant(rentalId, 12_345))
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000])
    await acceptBoth(rentalId)
    await settle()
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -17_655])
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'deposit', centavos: 20_000, status: 'succeeded' },
      { reason: 'claim', centavos: 17_655, status: 'succeeded' },
    ])
    const kept = await balances(orderId)
    expect(kept).toMatchObject({ owner_payable: -112_345, platform_fee: -5_000 })
    expect(kept).not.toHaveProperty('deposit_held')
    expect(await claimOf(rentalId)).toMatchObject({
      grantedCentavos: 12_345,
      decision: 'The photos show it.',
      decidedBy: fixture.cast.amihan.id,
    })
    const events = await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorRole', 'detail'])
      .where('subject', '=', 'deposit-claim')
      .where('subjectId', '=', rentalId)
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { action: 'claim', actorRole: 'owner', detail: { centavos: 30_000 } },
      { action: 'decide', actorRole: 'admin', detail: { claimed: 30_000, granted: 12_345 } },
      { action: 'accept', actorRole: 'owner' },
      { action: 'accept', actorRole: 'renter' },
      { action: 'close-dispute', detail: { outcome: 'decided', granted: 12_345 } },
    ])
  })

  it('of all of it, granted whole, sends nothing back', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await claim(rentalId, { centavos: 50_000 }))
    accepted(await grant(rentalId, 50_000))
    await acceptBoth(rentalId)
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -150_000 })
  })

  it('that is not granted is refunded', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await claim(rentalId))
    accepted(await grant(rentalId, 0))
    await acceptBoth(rentalId)
    await settle()
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -30_000])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -100_000 })
  })

  it('is decided once, also by two admins at the same moment', async () => {
    const { rentalId, orderId } = await returned('online')
    accepted(await claim(rentalId))
    const answers = await Promise.all([grant(rentalId, 30_000), grant(rentalId, 0)])
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.reason)).sort()).toEqual(['decided', 'ok'])
    expect(await grant(rentalId, 10_000)).toMatchObject({ reason: 'decided' })
    await acceptBoth(rentalId)
    const { grantedCentavos } = (await claimOf(rentalId))!
    expect((await refundsOf(orderId)).map(({ centavos }) => centavos)).toEqual(
      grantedCentavos === 30_000 ? [20_000] : [20_000, 30_000],
    )
  })

  it('is made once, and a deposit that is on its way back can’t be claimed', async () => {
    const { rentalId, orderId } = await returned('online')
    const answers = await Promise.all([claim(rentalId), claim(rentalId), giveBack(rentalId)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await claim(rentalId)).toMatchObject({ ok: false })
    const back = (await refundsOf(orderId)).reduce((sum, { centavos }) => sum + centavos, 0)
    expect(back).toBe((await claimOf(rentalId)) ? 20_000 : 50_000)
  })
})

describe('a claim on a deposit in cash', () => {
  it('gives the owner what is granted; the owner hands back the rest', async () => {
    const { rentalId, orderId } = await returned('cash_on_delivery')
    accepted(await claim(rentalId))
    expect(await depositLines(rentalId)).toEqual([50_000])
    expect(await giveBack(rentalId)).toEqual({ ok: true, centavos: 20_000 })
    expect(await giveBack(rentalId, 'ramon')).toMatchObject({ reason: 'claimed' })
    accepted(await grant(rentalId, 10_000))
    await acceptBoth(rentalId)
    expect(await giveBack(rentalId, 'ramon')).toEqual({ ok: true, centavos: 20_000 })
    expect(await giveBack(rentalId)).toMatchObject({ reason: 'deposit' })
    expect(await depositLines(rentalId)).toEqual([50_000, -20_000, -20_000])
    expect(await refundsOf(orderId)).toEqual([])
    expect(await balances(orderId)).toEqual({
      cash_collected: 115_000,
      owner_payable: -110_000,
      platform_fee: -5_000,
    })
  })
})

describe('the emails about a deposit in cash say what is to be handed back,', () => {
  const to = async (address: string, subject: string) => {
    await effects()
    const all = await fixture.services.mail.list(30)
    return all.find((email) => email.to === address && email.subject.includes(subject))!.text
  }

  it('without what a late fee takes of it', async () => {
    const { rentalId } = await returned('cash_on_delivery', 200_000, 3)
    const { depositCentavos: late } = await fixture.services.db
      .selectFrom('lateFee')
      .select('depositCentavos')
      .where('rentalId', '=', rentalId)
      .executeTakeFirstOrThrow()
    expect(late).toBeGreaterThan(0)
    expect(await to('renter@hiram.test', 'Tent is back with')).toContain(
      `hands your deposit of ${formatPeso(200_000 - late!)} back to you`,
    )
    accepted(await claim(rentalId))
    expect(await to('owner@hiram.test', 'Your claim on the deposit')).toContain(
      `Please hand ${formatPeso(170_000 - late!)} back to them`,
    )
  })

  it.each([
    ['without what is claimed and not decided, once it is time', 30_000, 'You have ₱200.00 of Ramon'],
    ['and there is none when all of it is claimed', 50_000, null],
  ])('%s', async (_, askedCentavos, text) => {
    const { rentalId } = await active('cash_on_delivery')
    const opening = { rentalId, kind: 'damage', text: 'It fell.', askedCentavos } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), opening))
    hours(0)
    accepted(await complete(rentalId))
    hours(49)
    expect(await sweepDeposits(fixture.services)).toBe(1)
    const due = (await mails()).filter((mail) => mail.startsWith('cash-due'))
    expect(due).toEqual(text ? ['cash-due to owner', 'cash-due to renter'] : [])
    if (text) expect(await to('owner@hiram.test', 'Please hand the deposit')).toContain(text)
  })

  it.each([
    [10_000, 'You have ₱200.00 of Ramon'],
    [30_000, null],
  ])('with what a dispute leaves of what was claimed, when %i is granted', async (granted, text) => {
    const { rentalId } = await returned('cash_on_delivery')
    accepted(await claim(rentalId))
    expect(await giveBack(rentalId)).toEqual({ ok: true, centavos: 20_000 })
    accepted(await grant(rentalId, granted))
    await acceptBoth(rentalId)
    const due = (await mails()).filter((mail) => mail.startsWith('cash-due'))
    expect(due).toEqual(text ? ['cash-due to owner', 'cash-due to renter'] : [])
    if (text) expect(await to('owner@hiram.test', 'Please hand the deposit')).toContain(text)
  })

  it('once, while it can still be claimed after a dispute', async () => {
    const { rentalId } = await active('cash_on_delivery')
    const opening = { rentalId, kind: 'damage', text: 'It fell.', askedCentavos: 30_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), opening))
    hours(0)
    accepted(await complete(rentalId))
    hours(1)
    accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'It was so.' }))
    accepted(
      await acceptDispute(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        accepts: { what: 'demand', centavos: 30_000 },
      }),
    )
    hours(49)
    expect(await sweepDeposits(fixture.services)).toBe(1)
    const due = (await mails()).filter((mail) => mail.startsWith('cash-due'))
    expect(due).toEqual(['cash-due to owner', 'cash-due to renter'])
  })
})

describe('a claim is refused, and nothing is written,', () => {
  it.each<[string, number, object, Who, string]>([
    ['to its renter', 1, {}, 'ramon', 'side'],
    ['to another renter', 1, {}, 'katrina', 'not-found'],
    ['to another owner', 1, {}, 'diego', 'not-found'],
    ['to an admin', 1, {}, 'amihan', 'not-found'],
    ['of nothing', 1, { centavos: 0 }, 'olivia', 'amount'],
    ['of less than nothing', 1, { centavos: -30_000 }, 'olivia', 'amount'],
    ['of more than the deposit', 1, { centavos: 50_001 }, 'olivia', 'amount'],
    ['of half a centavo', 1, { centavos: 0.5 }, 'olivia', 'amount'],
    ['a minute too late', 48 + 1 / 60, {}, 'olivia', 'late'],
    ['with a photo that is not there', 1, { photoIds: [randomUUID()] }, 'olivia', 'photos'],
  ])('%s', async (_, hour, changes, who, reason) => {
    const { rentalId } = await returned('online')
    hours(hour)
    expect(await claim(rentalId, changes, who)).toMatchObject({ ok: false, reason })
    expect(await claimOf(rentalId)).toBeUndefined()
    expect(await depositLines(rentalId)).toEqual([50_000])
    expect(await mails()).toEqual([])
  })

  it('before the item is back, and where there is no deposit', async () => {
    expect(await claim((await active('online')).rentalId)).toMatchObject({ reason: 'status' })
    expect(await claim((await returned('online', 0)).rentalId)).toMatchObject({ reason: 'deposit' })
    expect(await claim(randomUUID())).toMatchObject({ reason: 'not-found' })
  })

  it('with photos of others, of a listing, now or before, or of another claim', async () => {
    const { services, cast } = fixture
    const approved = [await upload(), await upload()]
    const listingId = await people.listThing(services, cast.olivia, { photoIds: approved })
    await people.review(services, cast.amihan, listingId)
    const form = people.aForm({ photoIds: [approved[0]!] })
    accepted(await editListing(by(services, cast.olivia), { listingId, form }))
    const first = await returned('online')
    const used = await upload()
    accepted(await claim(first.rentalId, { photoIds: [used] }))
    const { id: ofListing } = await fixture.services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', first.listingId)
      .executeTakeFirstOrThrow()
    const second = await returned('online')
    for (const photoId of [await upload('diego'), ofListing, approved[1]!, used])
      expect(await claim(second.rentalId, { photoIds: [await upload(), photoId] })).toMatchObject({
        reason: 'photos',
      })
    expect(await claimOf(second.rentalId)).toBeUndefined()
    const { claimId } = await fixture.services.db
      .selectFrom('photo')
      .select('claimId')
      .where('id', '=', used)
      .executeTakeFirstOrThrow()
    expect(claimId).toBe(first.rentalId)
  })

  it('when an admin would grant less than nothing or more than was claimed', async () => {
    const { rentalId } = await returned('online')
    expect(await grant(rentalId, 0)).toMatchObject({ reason: 'not-found' })
    hours(0)
    accepted(await claim(rentalId))
    for (const centavos of [-1, 30_001, 0.5])
      expect(await grant(rentalId, centavos)).toMatchObject({ reason: 'amount' })
    expect(await claimOf(rentalId)).toMatchObject({ grantedCentavos: null, decidedAt: null })
  })
})

describe('the renter’s answer to a claim', () => {
  const answer = (rentalId: string, who: Who = 'ramon') =>
    answerDispute(by(fixture.services, fixture.cast[who]), { rentalId, text: 'It came so.' })

  it('is given once, before the decision, and the owner hears of it', async () => {
    const { rentalId } = await returned('online')
    expect(await answer(rentalId)).toMatchObject({ reason: 'not-found' })
    accepted(await claim(rentalId))
    expect(await answer(rentalId, 'olivia')).toMatchObject({ reason: 'side' })
    for (const stranger of ['katrina', 'diego', 'amihan'] as const)
      expect(await answer(rentalId, stranger)).toMatchObject({ reason: 'not-found' })
    accepted(await answer(rentalId))
    expect(await answer(rentalId)).toMatchObject({ reason: 'answered' })
    expect(await claimOf(rentalId)).toMatchObject({ answer: 'It came so.' })
    expect((await mails()).at(-1)).toBe('answered to owner')
    await effects()
  })

  it('comes too late once the claim is decided', async () => {
    const { rentalId } = await returned('online')
    accepted(await claim(rentalId))
    accepted(await grant(rentalId, 0))
    expect(await answer(rentalId)).toMatchObject({ reason: 'decided' })
  })
})

it('an owner is told what goes back in the end, and that they claimed no more of it', async () => {
  const { rentalId } = await active('online')
  hours(-40)
  const torn = { rentalId, kind: 'damage' as const, text: 'Torn.', askedCentavos: 30_000 }
  accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), torn))
  hours(0)
  accepted(await complete(rentalId))
  hours(48.1)
  await sweepDeposits(fixture.services)
  await effects()
  const [last] = (await fixture.services.mail.list(50)).filter(
    ({ to, subject }) =>
      to === fixture.cast.olivia.email && subject.startsWith('The deposit for Tent goes back'),
  )
  expect(last!.text).toContain(
    'You claimed no more of it within 48 hours of the return, so ₱200.00 goes back to them.',
  )
})
