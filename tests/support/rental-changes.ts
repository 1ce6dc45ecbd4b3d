import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { ChangeRequest } from '#domain/change/change.ts'
import { addDays, type Day } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { compareOrders } from '#server/reconciliation/compare-orders.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import { listChanges } from '#server/change/queries.ts'
import { paying } from './paying.ts'
import * as people from './people.ts'
import { by, noLimits, TODAY } from './services.ts'
import { withServices } from './with-services.ts'

export const DAY = 24 * 60
/** The first day of the rentals here: three days from the tenth day on. */
export const START = addDays(TODAY, 10)
const tent = { title: 'Tent', pricePerDay: 33_333, bookableWhileRented: true }

/** Days from `start` on, as the database writes them. */
export const daysFrom = (start: Day, days: number) => `[${start},${addDays(start, days)})`

/**
 * For a test file: a database on which Ramon rents a tent from Olivia for three days, and asks for other days. Before
 * each test what waits ends.
 */
export function rentalChanges() {
  const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], { limits: noLimits })
  const till = paying(fixture)
  const { reset, list, paid } = till
  const db = () => fixture.services.db
  beforeEach(async () => {
    await reset()
    await sql`update rental_change set state = 'withdrawn', ended_at = now() where ended_at is null`.execute(
      db(),
    )
    await sql`update waitlist_entry set state = 'left', ended_at = now() where ended_at is null`.execute(db())
  })

  const ask = (rentalId: string, request: ChangeRequest, who: people.Person = fixture.cast.ramon) =>
    askChange(by(fixture.services, who), { rentalId, request })
  const extend = async (rentalId: string, days = 3) =>
    accepted(await ask(rentalId, { what: 'extend', days })).changeId
  const answer = (changeId: string, yes = true, who: people.Person = fixture.cast.olivia) =>
    answerChange(by(fixture.services, who), { changeId, yes })
  const act = (rentalId: string, action: 'approve' | 'activate' | 'complete' | 'cancel' | 'withdraw') =>
    takePartyAction(by(fixture.services, action === 'cancel' ? fixture.cast.ramon : fixture.cast.olivia), {
      rentalId,
      action,
    })
  const rentalOf = (id: string) =>
    db().selectFrom('rental').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changeOf = async (rentalId: string) => (await listChanges(db(), rentalId))[0]!
  const stateOf = async (rentalId: string) => (await changeOf(rentalId)).state
  const holds = async (listingId: string) =>
    (
      await db().selectFrom('blockedPeriod').select('period').where('listingId', '=', listingId).execute()
    ).map(({ period }) => period)
  const linesOf = async (rentalId: string) =>
    (
      await db()
        .selectFrom('moneyLine')
        .select(['kind', 'returns', 'centavos'])
        .where('rentalId', '=', rentalId)
        .orderBy('id')
        .execute()
    ).map(({ kind, returns, centavos }) => [returns ? `${kind} ${returns}` : kind, centavos])
  const mails = async () =>
    (
      await db()
        .selectFrom('effect')
        .select('payload')
        .where('kind', '=', 'change-mail')
        .orderBy('id')
        .execute()
    ).map(({ payload }) => `${(payload as { news: string }).news} to ${(payload as { to: string }).to}`)
  const refundsOf = (rentalId: string) =>
    db()
      .selectFrom('refund')
      .select(['paymentId', 'centavos', 'reason', 'orderId'])
      .where('rentalId', '=', rentalId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  const differences = () => compareOrders(db(), new Date(0))
  /** An approved rental that was paid online, of a listing that others can book meanwhile. */
  async function online(changes: Parameters<typeof list>[0] = {}, channel = 'gcash') {
    await db().deleteFrom('effect').execute()
    const made = await paid(fixture.cast.ramon, { ...tent, ...changes }, channel)
    accepted(await act(made.rentalId, 'approve'))
    await db().deleteFrom('effect').execute()
    return { ...made, orderId: made.id, listingId: (await rentalOf(made.rentalId)).listingId }
  }

  /** The same, to be paid in cash. */
  async function inCash(changes: Parameters<typeof list>[0] = {}) {
    const listingId = await list({ ...tent, ...changes })
    const made = await people.rent(fixture.services, fixture.cast.ramon, [listingId], {
      startDate: START,
      durationDays: 3,
    })
    accepted(await act(made.rentalId, 'approve'))
    await db().deleteFrom('effect').execute()
    return { ...made, listingId }
  }

  const waitStateOf = async (id: string) =>
    (await db().selectFrom('waitlistEntry').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state

  /** Pays the order of a change at the provider's page. */
  async function pay(rentalId: string) {
    const { orderNumber } = await changeOf(rentalId)
    const { ramon } = fixture.cast
    accepted(await openPayment(by(fixture.services, ramon), people.renter(ramon), orderNumber!))
    const session = fixture.services.emulator.list().checkouts.at(-1)!
    fixture.services.emulator.pay(session.id, { channel: 'gcash' })
    return { orderNumber: orderNumber!, sessionId: session.id }
  }

  return {
    ...till,
    fixture,
    db,
    ask,
    extend,
    answer,
    act,
    rentalOf,
    changeOf,
    stateOf,
    holds,
    linesOf,
    mails,
    refundsOf,
    differences,
    online,
    inCash,
    waitStateOf,
    pay,
  }
}
