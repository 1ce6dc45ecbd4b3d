import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { decisionWords } from '#domain/dispute/dispute-words.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { digitsOf } from '../handover/codes.ts'
import { enterCode } from '../handover/enter-code.ts'
import { readCode } from '../handover/queries.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { readTimeline } from '../timeline/queries.ts'
import { compareOwnerSums } from '../reconciliation/compare-books.ts'
import { compareOrders } from '../reconciliation/compare-orders.ts'
import { sweepLate } from '../rental/sweep-late.ts'
import { sweepRentals } from '../rental/sweep-rentals.ts'
import { takeAdminAction } from '../rental/take-action.ts'
import { acceptDispute } from './accept-dispute.ts'
import { decideDispute } from './decide-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { findDisputePage } from './find-dispute-page.ts'
import { sweepDisputes } from './sweep-disputes.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { hours, active, complete, returned } = deposits(fixture)
const { balances, refundsOf, effects } = paying(fixture)
const ctx = (who: 'ramon' | 'olivia' | 'amihan') => by(fixture.services, fixture.cast[who])

const none = { ownerCentavos: 0, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }
const decide = (rentalId: string, award: object, neverGot = true) =>
  decideDispute(ctx('amihan'), people.admin(fixture.cast.amihan), {
    rentalId,
    award: { ...none, ...award },
    neverGot,
    reason: 'Nobody was there.',
  })
const file = (rentalId: string) =>
  fileDispute(ctx('ramon'), { rentalId, kind: 'not-handed-over', text: 'Not here.', askedCentavos: 100_000 })
const bothAccept = async (rentalId: string) => {
  for (const who of ['ramon', 'olivia'] as const)
    accepted(await acceptDispute(ctx(who), { rentalId, accepts: { what: 'decision' } }))
}
const rentalOf = (rentalId: string) =>
  fixture.services.db.selectFrom('rental').selectAll().where('id', '=', rentalId).executeTakeFirstOrThrow()
const sentOf = async (orderId: string) =>
  (await refundsOf(orderId)).map(({ reason, centavos }) => [reason, centavos])
const afterAnswers = 72 + 1

/** The book agrees with the money lines of each order, and with the sums of each owner. */
afterEach(async () => {
  const { db } = fixture.services
  expect(await compareOrders(db, new Date(0))).toEqual([])
  expect(await compareOwnerSums(db, new Date(0))).toEqual([])
})

/** A rental of a day at ₱1,000.00 with a deposit of ₱500.00, of which its renter says that they never got it. */
async function contested(method: 'online' | 'cash_on_delivery' = 'online') {
  const rented = await active(method)
  accepted(await file(rented.rentalId))
  hours(afterAnswers)
  return rented
}

describe('a decision that the renter never got the item', () => {
  it('ends the rental once it takes effect: the deposit goes back, of the rest what it gives', async () => {
    const { rentalId, orderId, listingId } = await contested()
    accepted(await decide(rentalId, { rentCentavos: 100_000 }))
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active' })
    await bothAccept(rentalId)
    expect(await sentOf(orderId)).toEqual([['dispute', 100_000]])
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({
      status: 'Cancelled',
      handedOverAt: null,
      handoverProof: null,
    })
    expect((await sentOf(orderId)).sort()).toEqual([
      ['dispute', 100_000],
      ['lapse', 50_000],
    ])
    expect((await balances(orderId)).deposit_held).toBeUndefined()
    const listing = await sql<{ status: string }>`select status from listing where id = ${listingId}`.execute(
      fixture.services.db,
    )
    expect(listing.rows[0]!.status).toBe('approved')
    expect((await readTimeline(fixture.services.db, rentalId)).at(-1)).toMatchObject({
      kind: 'end-never-got',
      side: 'system',
      facts: { from: 'Active', to: 'Cancelled' },
    })
    await effects()
    const mails = (await fixture.services.mail.list(20)).filter(({ text }) => text.includes('never got it'))
    expect(new Set(mails.map(({ to }) => to))).toEqual(
      new Set([fixture.cast.ramon.email, fixture.cast.olivia.email]),
    )
    await sweepRentals(fixture.services)
    expect(await sentOf(orderId)).toHaveLength(2)
  })

  it('leaves its owner what it grants of the deposit, and the rest of what was paid', async () => {
    const { rentalId, orderId } = await contested()
    accepted(await decide(rentalId, { ownerCentavos: 20_000 }))
    hours(afterAnswers + 7 * 24 + 1)
    await sweepDisputes(fixture.services)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    expect(await sentOf(orderId)).toEqual([['lapse', 30_000]])
  })

  it('lets nothing count as late meanwhile', async () => {
    const { rentalId } = await contested()
    accepted(await decide(rentalId, { ownerCentavos: 20_000 }))
    for (const days of [7, 8, 15]) {
      hours(afterAnswers + days * 24 + 1)
      await sweepRentals(fixture.services)
      await sweepDisputes(fixture.services)
      await sweepLate(fixture.services)
    }
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    const fee = await fixture.services.db.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId)
    expect(await fee.executeTakeFirst()).toBeUndefined()
  })

  it('comes before an end as never returned, also where the item counted so before the decision', async () => {
    const { rentalId } = await active('online')
    hours(9 * 24)
    await sweepLate(fixture.services)
    accepted(await file(rentalId))
    hours(9 * 24 + afterAnswers)
    accepted(await decide(rentalId, {}))
    await bothAccept(rentalId)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
  })

  it('ends it also when its owner opens another dispute before', async () => {
    const { rentalId, orderId } = await contested()
    accepted(await decide(rentalId, { rentCentavos: 100_000 }))
    await bothAccept(rentalId)
    const claim = { rentalId, kind: 'damage', text: 'It is broken.', askedCentavos: 50_000 } as const
    accepted(await fileDispute(ctx('olivia'), claim))
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    expect((await sentOf(orderId)).sort()).toEqual([
      ['dispute', 100_000],
      ['lapse', 50_000],
    ])
    const open = fixture.services.db.selectFrom('dispute').selectAll().where('rentalId', '=', rentalId)
    expect(await open.where('closedAt', 'is', null).execute()).toEqual([])
  })

  it('may give back more than the renter asked for', async () => {
    const { rentalId } = await contested()
    expect(await decide(rentalId, { rentCentavos: 105_000 }, false)).toMatchObject({ reason: 'refund' })
    accepted(await decide(rentalId, { rentCentavos: 105_000 }))
  })

  it('in cash takes what was booked at the hand-over out of the book, and charges nothing', async () => {
    const { rentalId, orderId, orderNumber } = await contested('cash_on_delivery')
    expect(await decide(rentalId, { ownerCentavos: 10_000 })).toMatchObject({ reason: 'amount' })
    accepted(await decide(rentalId, {}))
    await bothAccept(rentalId)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    expect(await balances(orderId)).toEqual({})
    expect(await refundsOf(orderId)).toEqual([])
    const { receipt } = accepted(await findReceipt(ctx('ramon'), orderNumber))
    expect(receipt.totals.total).toBe(0)
  })

  it('is refused of a rental that is not out, and ends no other', async () => {
    const back = await returned('online')
    accepted(await file(back.rentalId))
    hours(afterAnswers)
    expect(await decide(back.rentalId, {})).toMatchObject({ reason: 'status' })

    const { rentalId } = await contested()
    accepted(await decide(rentalId, {}, false))
    await bothAccept(rentalId)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active' })
    accepted(await complete(rentalId))
  })
})

describe('a renter who says after the decision that they had the item', () => {
  /** What its page, and the mail about the decision if it is sent late, say of the end of the rental. */
  async function saysThatItGoesOn(rentalId: string) {
    const [dispute] = accepted(await findDisputePage(ctx('olivia'), rentalId)).page.disputes
    expect(decisionWords(dispute!.decisions[0]!, dispute!, { owner: 'Olivia', renter: 'Ramon' })).toBe(
      'Ramon never got it, but has said since that they had it, so the rental does not end by this, ' +
        '₱1,000.00 back to Ramon',
    )
    const mail = { rentalId, disputeId: dispute!.id, news: 'decided', to: 'owner' } as const
    const { lead } = (await disputeEmails['dispute-mail'](fixture.services, mail))!
    expect(lead).toMatch(/^₱0\.00 is yours, and ₱1,000\.00 of what was paid goes back to the renter\./)
  }

  it('does not end their rental by it: it counts as returned once the owner was silent', async () => {
    const { rentalId, orderId } = await contested()
    accepted(await decide(rentalId, { rentCentavos: 100_000 }))
    accepted(await sayBroughtBack(ctx('ramon'), { rentalId, note: '', photoIds: [] }))
    await saysThatItGoesOn(rentalId)
    await bothAccept(rentalId)
    await saysThatItGoesOn(rentalId)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active' })
    hours(afterAnswers + 48)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Completed', returnProof: 'renter' })
    expect(await sentOf(orderId)).toEqual([['dispute', 100_000]])
  })
})

describe('a renter who has said that they had the item', () => {
  const handOverByCode = async (rentalId: string) => {
    const { version } = await readCode(fixture.services.db, rentalId, 'out')
    const code = digitsOf(fixture.services, { rentalId, direction: 'out', version })
    accepted(await enterCode(ctx('olivia'), { rentalId, given: { code } }))
  }
  const undo = (rentalId: string) =>
    takeAdminAction(...people.asAdmin(fixture.services, fixture.cast.amihan), {
      rentalId,
      action: 'undo-activate',
    })
  const stays = async (rentalId: string, orderId: string) => {
    expect(await decide(rentalId, {})).toMatchObject({
      reason: 'status',
      message: expect.stringMatching(/had it/),
    })
    const accept = (neverGot: boolean) =>
      acceptDispute(ctx('olivia'), { rentalId, accepts: { what: 'demand', centavos: null, neverGot } })
    expect(await accept(true)).toMatchObject({ reason: 'stale' })
    accepted(await accept(false))
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active' })
    expect(await sentOf(orderId)).toEqual([])
  }

  it('before it was handed over by code can’t end it as never handed over by what they said then', async () => {
    const { rentalId, orderId } = await active('online')
    accepted(await undo(rentalId))
    hours(-24)
    accepted(await fileDispute(ctx('ramon'), { rentalId, kind: 'not-handed-over', text: 'Not here.' }))
    await handOverByCode(rentalId)
    await stays(rentalId, orderId)
  })

  it('and that they brought it back, can’t end it as never handed over either', async () => {
    const { rentalId, orderId } = await active('online')
    hours(-47)
    accepted(await objectToWord(ctx('ramon'), { rentalId, reason: 'Nobody came.' }))
    accepted(await sayBroughtBack(ctx('ramon'), { rentalId, note: '', photoIds: [] }))
    await stays(rentalId, orderId)
  })
})

describe('an owner who accepts what a renter asks for who says that they never got it', () => {
  const objected = async (method: 'online' | 'cash_on_delivery' = 'online') => {
    const rented = await active(method)
    hours(-47)
    accepted(await objectToWord(ctx('ramon'), { rentalId: rented.rentalId, reason: 'Nobody came.' }))
    return rented
  }
  const accept = (rentalId: string, centavos: number | null, neverGot: boolean) =>
    acceptDispute(ctx('olivia'), { rentalId, accepts: { what: 'demand', centavos, neverGot } })

  it.each([
    ['nothing', null],
    ['all that they paid besides the deposit', 105_000],
  ])('agrees to that where the renter asks for %s: the rental ends, and all goes back', async (_, asked) => {
    const { rentalId, orderId } = await objected()
    const more = { rentalId, kind: 'not-handed-over' as const, text: 'Not here.', askedCentavos: asked }
    if (asked) accepted(await fileDispute(ctx('ramon'), more))
    expect(await accept(rentalId, asked, false)).toMatchObject({ reason: 'stale' })
    accepted(await accept(rentalId, asked, true))
    expect(await sentOf(orderId)).toEqual([['dispute', 105_000]])
    hours(24 * 9)
    await sweepLate(fixture.services)
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled', handedOverAt: null })
    expect((await sentOf(orderId)).sort()).toEqual([
      ['dispute', 105_000],
      ['lapse', 50_000],
    ])
    expect(Object.keys(await balances(orderId))).not.toContain('owner_payable')
  })

  it('agrees to that in cash, of which nothing was paid: nothing is charged or owed', async () => {
    const { rentalId, orderId } = await objected('cash_on_delivery')
    accepted(await accept(rentalId, null, true))
    await sweepRentals(fixture.services)
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Cancelled' })
    expect(await balances(orderId)).toEqual({})
    const debts = await fixture.services.db.selectFrom('debt').selectAll().where('rentalId', '=', rentalId)
    expect(await debts.execute()).toEqual([])
  })

  it('agrees to a price where the renter asks for a part: the rental goes on, and can be late', async () => {
    const { rentalId, orderId } = await objected()
    const late = { rentalId, kind: 'not-handed-over' as const, text: 'A day late.', askedCentavos: 20_000 }
    accepted(await fileDispute(ctx('ramon'), late))
    accepted(await accept(rentalId, 20_000, false))
    expect(await sentOf(orderId)).toEqual([['dispute', 20_000]])
    hours(24 * 9)
    await sweepRentals(fixture.services)
    await sweepLate(fixture.services)
    const fee = fixture.services.db.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId)
    expect(await fee.executeTakeFirst()).toMatchObject({ notReturnedAt: expect.any(Date) })
    expect(await rentalOf(rentalId)).toMatchObject({ status: 'Active' })
  })
})
