import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { recordPayout, reversePayout } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { computeOwnerSums, findProviderSums } from './queries.ts'
import { readyCentavos } from '#domain/book/payout.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { minutes, reset, list, paid } = paying(fixture)
beforeEach(reset)

let references = 0
const amihan = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const payout = (changes: Partial<Parameters<typeof recordPayout>[2]>) => ({
  direction: 'to_owner' as const,
  ownerId: fixture.cast.olivia.id as string | undefined,
  amount: 100,
  reference: `BDO ${++references}`,
  paidOn: TODAY,
  ...changes,
})
const ready = async (who: 'olivia' | 'diego' = 'olivia') =>
  readyCentavos(await computeOwnerSums(fixture.services.db, fixture.cast[who].id))
const take = async (rentalId: string, ...actions: ('approve' | 'activate' | 'complete')[]) => {
  for (const action of actions)
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
}
const handedOver = 10 * 24 * 60

/** A rental of Olivia's for ₱1,350.00, paid online and completed. */
async function completed() {
  const { rentalId } = await paid(fixture.cast.ramon, { deposit: 0 })
  await take(rentalId, 'approve')
  minutes(handedOver)
  await take(rentalId, 'activate', 'complete')
  minutes(0)
}

/** Olivia hands a rental of ₱1,350.00 over for cash, of which ₱67.50 is the fee. */
async function handOver(deposit = 0) {
  const rented = await people.rent(fixture.services, fixture.cast.ramon, [await list({ deposit })], {
    startDate: addDays(TODAY, 1),
    durationDays: 3,
  })
  await take(rented.rentalId, 'approve', 'activate')
  return rented
}

describe('what is ready for an owner', () => {
  it('is what was paid online for rentals that are over, and not for those under way', async () => {
    const before = await ready()
    const { rentalId } = await paid(fixture.cast.ramon, { deposit: 50_000 })
    expect(await ready()).toBe(before)
    expect(await computeOwnerSums(fixture.services.db, fixture.cast.olivia.id)).toMatchObject({
      openCentavos: 135_000,
    })
    await take(rentalId, 'approve')
    minutes(handedOver)
    await take(rentalId, 'activate')
    expect(await ready()).toBe(before)
    await take(rentalId, 'complete')
    expect(await ready()).toBe(before + 135_000)
  })

  it('is what a renter who cancels late leaves them', async () => {
    const before = await ready()
    const { rentalId } = await paid(fixture.cast.ramon, { cancellationPolicy: 'strict' })
    await take(rentalId, 'approve')
    accepted(await takePartyAction(by(fixture.services, fixture.cast.ramon), { rentalId, action: 'cancel' }))
    expect(await ready()).toBe(before + 67_500)
  })

  it('is reduced by the fee on cash they collected; deposits in cash do not count', async () => {
    const before = await ready()
    await handOver(20_000)
    expect(await ready()).toBe(before - 6_750)
    expect(await computeOwnerSums(fixture.services.db, fixture.cast.olivia.id)).toMatchObject({
      cashDepositCentavos: 20_000,
    })
  })
})

describe('a payout', () => {
  it('to an owner is written down with its reference, booked, and in the audit log', async () => {
    await completed()
    const before = await ready()
    const request = payout({ amount: before, reference: '=BDO "7"' })
    const { payoutId } = accepted(await recordPayout(...amihan(), request))
    expect(await ready()).toBe(0)
    const row = await fixture.services.db
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ centavos: before, reference: '=BDO "7"', paidOn: TODAY, reversedAt: null })
    const { detail, actorRole } = await fixture.services.db
      .selectFrom('event')
      .select(['detail', 'actorRole'])
      .where('subject', '=', 'payout')
      .where('subjectId', '=', payoutId)
      .executeTakeFirstOrThrow()
    expect({ detail, actorRole }).toMatchObject({
      actorRole: 'admin',
      detail: { direction: 'to_owner', centavos: before, reference: '=BDO "7"' },
    })
    expect(await recordPayout(...amihan(), payout({ amount: 1 }))).toMatchObject({
      reason: 'amount',
      message: 'Nothing is ready to be paid to this owner.',
    })
  })

  it('is recorded once, however often its form is sent and by however many admins at once', async () => {
    await completed()
    const before = await ready()
    const request = payout({ amount: 1_000 })
    const all = await Promise.all([1, 2, 3].map(() => recordPayout(...amihan(), request)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.find(({ ok }) => !ok)).toMatchObject({
      reason: 'taken',
      message: 'This reference is written down already, for ₱10.00 on Nov 21, 2026.',
    })
    expect(await ready()).toBe(before - 1_000)
    const most = await ready()
    const two = await Promise.all([1, 2].map(() => recordPayout(...amihan(), payout({ amount: most }))))
    expect(two.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await ready()).toBe(0)
  })

  it('from an owner settles what they owe, and no more', async () => {
    const owed = await ready()
    if (owed > 0) accepted(await recordPayout(...amihan(), payout({ amount: owed })))
    await handOver()
    expect(await ready()).toBe(-6_750)
    const from = (amount: number) => payout({ direction: 'from_owner', amount })
    expect(await recordPayout(...amihan(), from(6_751))).toMatchObject({ message: 'This owner owes ₱67.50.' })
    accepted(await recordPayout(...amihan(), from(6_750)))
    expect(await ready()).toBe(0)
  })

  it('from the provider is at most what the book has there', async () => {
    await paid(fixture.cast.ramon)
    const { bookCentavos, expectedCentavos } = await findProviderSums(fixture.services.db)
    expect(bookCentavos).toBe(expectedCentavos)
    const from = (amount: number) => payout({ direction: 'from_provider', ownerId: undefined, amount })
    expect(await recordPayout(...amihan(), from(bookCentavos + 1))).toMatchObject({ reason: 'amount' })
    accepted(await recordPayout(...amihan(), from(bookCentavos)))
    expect(await findProviderSums(fixture.services.db)).toEqual({ bookCentavos: 0, expectedCentavos: 0 })
  })

  it.each([
    ['to nobody', { ownerId: '0199a000-0000-7000-8000-000000000000' }, 'owner'],
    ['without an owner', { ownerId: undefined }, 'owner'],
    ['of the provider to an owner', { direction: 'from_provider' as const }, 'owner'],
    ['in the future', { paidOn: '2026-11-22' }, 'day'],
  ])('%s is refused and writes nothing', async (_, changes, reason) => {
    await completed()
    const count = () => fixture.services.db.selectFrom('payout').select('id').execute()
    const before = await count()
    expect(await recordPayout(...amihan(), payout(changes))).toMatchObject({ ok: false, reason })
    expect(await count()).toEqual(before)
  })
})

describe('a payout that was written down wrongly', () => {
  it('is cancelled once, stays with its reason, and its reference can be used for the right one', async () => {
    await completed()
    const before = await ready()
    const wrong = payout({ amount: 4_200, reference: 'GCash 9' })
    const { payoutId } = accepted(await recordPayout(...amihan(), wrong))
    const back = () => reversePayout(...amihan(), { payoutId, reason: 'It was ₱24.00.' })
    const all = await Promise.all([back(), back()])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.find(({ ok }) => !ok)).toMatchObject({ reason: 'status' })
    expect(await ready()).toBe(before)
    accepted(await recordPayout(...amihan(), { ...wrong, amount: 2_400 }))
    expect(await ready()).toBe(before - 2_400)
    const { rows } = await sql<{ kind: string }>`select kind from book_entry
      where kind like 'payout%' and key like ${`%${payoutId}`} order by id`.execute(fixture.services.db)
    expect(rows.map(({ kind }) => kind)).toEqual(['payout', 'payout-reversed'])
    expect(
      await reversePayout(...amihan(), {
        payoutId: '0199a000-0000-7000-8000-000000000000',
        reason: 'x',
      }),
    ).toMatchObject({ reason: 'not-found' })
  })
})
