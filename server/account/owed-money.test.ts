import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readyCentavos } from '#domain/book/payout.ts'
import { accepted } from '#seeds/act.ts'
import { computeOwnerSums } from '#server/book/queries.ts'
import { deposits } from '#tests/support/deposits.ts'
import { payOutRefund, recordPayout } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeBook } from '../book/write-book.ts'
import type { Tx } from '../context.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { findTies } from './queries.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { reset, paid, refundsOf, effects, settle } = paying(fixture)
const { returned, hours } = deposits(fixture)
beforeEach(reset)

type Who = 'ramon' | 'katrina' | 'olivia'
const take = (who: Who, rentalId: string, action: 'reject' | 'cancel') =>
  takePartyAction(by(fixture.services, fixture.cast[who]), { rentalId, action }).then(accepted)
/** The refusals of both ways to delete an account. */
async function refusals(who: Who) {
  const { id } = fixture.cast[who]
  const own = await deleteOwnAccount(by(fixture.services, fixture.cast[who]), { password: people.PASSWORD })
  const byAdmin = await deleteAccount(by(fixture.services, fixture.cast.amihan), { accountId: id })
  return [own, byAdmin].map((verdict) => (verdict.ok ? 'deleted' : verdict.reason))
}
const both = (reason: string) => [reason, reason]

it('what is ready for an owner is the same in SQL and by the rule, over random books', async () => {
  const { rentalId: cash } = await returned('cash_on_delivery', 0)
  const { rentalId } = await paid(fixture.cast.ramon)
  const accounts = ['owner_payable', 'cash_collected', 'deposit_held'] as const
  const posting = fc.record({
    account: fc.constantFrom(...accounts),
    rentalId: fc.constantFrom(rentalId, cash, null),
    centavos: fc.integer({ min: -100_000, max: 100_000 }).filter((n) => n !== 0),
  })
  const status = fc.constantFrom('Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled')
  const { id: ownerId } = fixture.cast.olivia
  await fc.assert(
    fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 12 }), status, async (postings, now) => {
      await undone(async (tx) => {
        await sql`update rental set status = ${now} where id = ${rentalId}`.execute(tx)
        const entries = postings.map(({ account, rentalId, centavos }, i) => ({
          key: `random:${i}`,
          kind: 'claim' as const,
          orderId: null,
          rentalId,
          postings: [
            { account, personId: ownerId, rentalId, centavos },
            { account: 'bank' as const, personId: null, rentalId: null, centavos: -centavos },
          ],
        }))
        await writeBook(tx, fixture.services, entries)
        const { readyCentavos: bySql } = await findTies(tx, ownerId)
        expect(bySql).toBe(readyCentavos(await computeOwnerSums(tx, ownerId)))
        expect(bySql).toBe(await readyByHand(tx, ownerId))
      })
    }),
    { numRuns: 15 },
  )
  await take('olivia', rentalId, 'reject')
  await settle()
}, 300_000)

describe('an account is not deleted, by its person or an admin,', () => {
  it('while a request of either side is paid for, or the money of it is on its way back', async () => {
    fixture.services.emulator.refunds.go = 'hold'
    const { id, rentalId } = await paid(fixture.cast.ramon)
    expect(await refusals('ramon')).toEqual(both('paid-request'))
    expect(await refusals('olivia')).toEqual(both('paid-request'))
    await take('olivia', rentalId, 'reject')
    expect(await refundsOf(id)).toMatchObject([{ status: 'due' }])
    expect(await refusals('ramon')).toEqual(both('refund'))
    await effects()
    expect(await refundsOf(id)).toMatchObject([{ status: 'sent' }])
    expect(await refusals('ramon')).toEqual(both('refund'))
    fixture.services.emulator.settleRefund(fixture.services.emulator.list().refunds[0]!.id)
    await settle()
    expect((await findTies(fixture.services.db, fixture.cast.ramon.id)).refundCentavos).toBe(0)
  })

  it('while a refund waits to be paid out by hand; once it is, the account goes', async () => {
    const { id, rentalId } = await paid(fixture.cast.katrina, {}, 'qrph')
    await take('katrina', rentalId, 'cancel')
    const [refund] = await refundsOf(id)
    expect(refund!.status).toBe('manual')
    expect(await refusals('katrina')).toEqual(both('refund'))
    const made = { refundId: refund!.id, proof: 'GCash 1', paidOn: TODAY }
    accepted(await payOutRefund(...asAdmin(), made))
    expect(await refusals('katrina')).toEqual(['deleted', 'not-found'])
  })

  it('while an owner is to be paid or owes fees on cash; an admin who writes down the payment frees it', async () => {
    const { rentalId } = await returned('online', 0)
    const { rentalId: cash } = await returned('cash_on_delivery', 0)
    expect(rentalId).not.toBe(cash)
    const ready = (await findTies(fixture.services.db, fixture.cast.olivia.id)).readyCentavos
    expect(ready).toBeGreaterThan(0)
    expect(await refusals('olivia')).toEqual(both('payout'))
    await record('to_owner', ready)
    await returned('cash_on_delivery', 0)
    const owed = (await findTies(fixture.services.db, fixture.cast.olivia.id)).readyCentavos
    expect(owed).toBeLessThan(0)
    expect(await refusals('olivia')).toEqual(both('debt'))
    await record('from_owner', -owed)
    // Until then the renter could open a dispute about what they paid online, and the owner would owe an award.
    expect(await refusals('olivia')).toEqual(both('early'))
    hours(48)
    expect(await refusals('olivia')).toEqual(both('early'))
    hours(48.001)
    expect(await refusals('olivia')).toEqual(['deleted', 'not-found'])
  })
})

const asAdmin = () => people.asAdmin(fixture.services, fixture.cast.amihan)

async function record(direction: 'to_owner' | 'from_owner', amount: number) {
  const ownerId = fixture.cast.olivia.id
  accepted(
    await recordPayout(...asAdmin(), {
      direction,
      ownerId,
      amount,
      paidOn: TODAY,
      reference: `${direction} ${amount}`,
    }),
  )
}

/** `readyCentavos` computed again, posting by posting. */
async function readyByHand(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{
    account: string
    personId: string
    centavos: number
    ownerId: string | null
    status: string
    inCash: boolean
  }>`select p.book_account as account, p.person_id, p.centavos, r.owner_id, r.status,
    o.payment_method = 'cash_on_delivery' as in_cash
    from book_posting p left join rental r on r.id = p.rental_id left join "order" o on o.id = r.order_id`.execute(
    tx,
  )
  let ready = 0
  for (const { account, personId, centavos, inCash, status, ...one } of rows) {
    const isTheirs = personId === ownerId && account !== 'deposit_held'
    const mayGoBack =
      account === 'owner_payable' && inCash === false && ['Pending', 'Approved', 'Active'].includes(status)
    if (isTheirs && !mayGoBack) ready -= centavos
    if (account === 'deposit_held' && one.ownerId === ownerId && inCash) ready -= centavos
  }
  return ready
}

class Undone extends Error {}

/** Runs a function in a transaction that is rolled back. */
async function undone(act: (tx: Tx) => Promise<void>): Promise<void> {
  const tried = fixture.services.db.transaction().execute(async (tx) => {
    await act(tx as Tx)
    throw new Undone()
  })
  await expect(tried).rejects.toBeInstanceOf(Undone)
}
