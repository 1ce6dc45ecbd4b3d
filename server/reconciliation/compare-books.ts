import { validate as isUuid } from 'uuid'
import { sql } from 'kysely'
import {
  compareBalance,
  comparePayment,
  compareRefund,
  type Difference,
  type OurPayment,
  type OurRefund,
  unreadableThere,
} from '#domain/reconciliation/reconciliation.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { type Answer, isSilent, type ProviderPayment, type ProviderRefund } from '#gateways/payments/port.ts'
import type { Db, Services } from '../context.ts'
import { findProviderSums } from '../book/queries.ts'
import type { ProviderBooks } from '../book/read-provider-books.ts'
import { lastAskedAt } from '../refund/queries.ts'
import { recordRefundResult } from '../refund/record-refund-result.ts'
import { checkRefund } from '../refund/send-refund.ts'
import { settleCheckout } from '../payment/settle-checkout.ts'
import { inBatches } from './in-batches.ts'

/** The most owners whose sums a run lists. */
const MOST_OWNERS = 100

type Compared = Verdict<{ differences: Difference[] }>
const couldNotAsk = () => refuse('provider', 'The provider could not be asked about one of them.')

/** What an admin reads of a payment, or refund on its way, whose processing threw, or whose answer can't be used. */
const NOT_TAKEN = 'It could not be taken: the log says why.'
const UNREADABLE = 'What the provider answers about it can’t be used: the log says why.'

/** Runs `act`; if it throws, logs the error with `about` and returns null. */
async function tryOne<T>(services: Services, about: object, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    services.log.error({ err: error, about }, 'a reconciliation could not take a payment or refund')
    return null
  }
}

/**
 * The differences between our payments since an instant and the provider's. A payment that is missing here and names
 * an order of ours is given to `settleCheckout` first, and is a difference if that throws or no answer about its
 * checkout can be used; one that is missing in the provider's list is looked up by its id. So is an unreadable entry
 * of the list that is ours; any other is a difference. Refusals: `stopped` (`stopping` said so before a checkout),
 * `provider` (it did not answer about one of them; the others that were missing here were taken).
 */
export async function comparePayments(
  services: Services,
  { items: theirs, unreadable, since }: ProviderBooks<ProviderPayment>,
  stopping: () => boolean,
): Promise<Compared> {
  const isListed = (one?: ProviderPayment) => one?.status === 'paid' || one?.status === 'unknown'
  const listed = [...theirs.values()].filter(isListed)
  const ids = [...listed.map(({ id }) => id), ...unreadable]
  const known = new Set((await listOurPayments(services.db, ids, since)).map(({ id }) => id))
  const unknown = listed.filter(({ id }) => !known.has(id))
  const orders = await findOrdersOf(
    services.db,
    unknown.flatMap(({ orderNumber }) => orderNumber ?? []),
  )
  const notes = new Map<string, string>()
  let isAnswered = true
  for (const { orderId, sessionId } of orders.values()) {
    if (stopping()) return refuse('stopped', 'The server was stopped meanwhile.')
    if (!sessionId) continue
    const settled = await tryOne(services, { orderId }, () => settleCheckout(services, sessionId))
    if (!settled) notes.set(orderId, NOT_TAKEN)
    if (settled?.ok === false && settled.reason === 'unreadable') notes.set(orderId, UNREADABLE)
    if (settled?.ok === false && settled.reason === 'provider') isAnswered = false
  }
  if (!isAnswered) return couldNotAsk()
  const ours = new Map((await listOurPayments(services.db, ids, since)).map((one) => [one.id, one]))
  const differences = listed.flatMap((one) => {
    const orderId = (one.orderNumber ? orders.get(one.orderNumber)?.orderId : null) ?? null
    return comparePayment(ours.get(one.id), one, orderId, orderId && notes.get(orderId))
  })
  for (const id of unreadable)
    if (!ours.has(id)) differences.push(unreadableThere('payment-missing-here', id, UNREADABLE))
  for (const one of ours.values()) {
    if (isListed(theirs.get(one.id))) continue
    const found = await ask(() => services.payments!.findPayment(one.id))
    if (!found) return couldNotAsk()
    const note = unreadableNote(found)
    differences.push(...comparePayment(one, found.ok ? found.payment : undefined, null, note))
  }
  return { ok: true, differences }
}

/**
 * The differences between our refunds and the provider's. Those on their way that its list has as ended are checked
 * first. A refund that the provider made although its answer never reached us is no difference, and is recorded if it
 * was left to an admin; one whose processing throws, or of which no answer can be used, is a difference. An
 * unreadable entry of the list is looked up by its id if it is ours, and is a difference otherwise. Refusals:
 * `stopped` (`stopping` said so before a refund), `provider` (it did not answer).
 */
export async function compareRefunds(
  services: Services,
  { items: theirs, unreadable, since }: ProviderBooks<ProviderRefund>,
  stopping: () => boolean,
): Promise<Compared> {
  const ids = [...theirs.keys(), ...unreadable]
  const notes = new Map<string, string>()
  for (const one of await listOurRefunds(services.db, ids, since)) {
    if (stopping()) return refuse('stopped', 'The server was stopped meanwhile.')
    const there = theirs.get(one.providerId)
    if (one.status === 'sent' && there && there.status !== 'pending') {
      const checked = await tryOne(services, { refundId: one.id }, () =>
        checkRefund(services, { refundId: one.id }),
      )
      if (!checked) notes.set(there.id, NOT_TAKEN)
      if (checked?.ok === false && checked.reason === 'provider') return couldNotAsk()
      if (checked?.ok === false && checked.reason === 'unreadable') notes.set(there.id, UNREADABLE)
    }
  }
  const notManual = (await listOurRefunds(services.db, ids, since)).filter(
    ({ status }) => status !== 'manual',
  )
  const known = new Set(notManual.map(({ providerId }) => providerId))
  const asked = new Set<string>()
  for (const one of theirs.values()) {
    if (known.has(one.id) || one.status === 'failed') continue
    if (await tryOne(services, { providerId: one.id }, () => takeAsOurs(services, one))) asked.add(one.id)
  }
  const ours = new Map((await listOurRefunds(services.db, ids, since)).map((one) => [one.providerId, one]))
  const orders = await findOrdersOfPayments(services.db, [...theirs.values()])
  const differences = [...theirs.values()]
    // What we asked for and have not recorded yet is still being sent.
    .filter(({ id }) => !asked.has(id) || ours.has(id))
    .flatMap((one) => {
      const orderId = (one.paymentId && orders.get(one.paymentId)) || null
      return compareRefund(ours.get(one.id), one, orderId, notes.get(one.id))
    })
  for (const id of unreadable)
    if (!ours.has(id)) differences.push(unreadableThere('refund-missing-here', id, UNREADABLE))
  for (const one of ours.values()) {
    if (theirs.has(one.providerId)) continue
    const found = await ask(() => services.payments!.findRefund(one.providerId))
    if (!found) return couldNotAsk()
    differences.push(...compareRefund(one, found.ok ? found.refund : undefined, null, unreadableNote(found)))
  }
  return { ok: true, differences }
}

/**
 * The difference between the book's account of the provider and the sum of payments, refunds and settlements, if any.
 */
export async function compareProviderBalance(db: Db): Promise<Difference[]> {
  const { bookCentavos, expectedCentavos } = await findProviderSums(db)
  return compareBalance(bookCentavos, expectedCentavos)
}

/**
 * The owners, at most 100, whose `owner_sum` (`ourCentavos`) is not what the book adds up to (`theirCentavos`): of
 * those who since an instant have an entry of what they earned, or have a sum and a rental whose status changed. Both
 * amounts can be the same where only their parts differ. Reads `batchSize` owners at a time, so that no statement
 * grows with the site.
 */
export async function compareOwnerSums(db: Db, since: Date, batchSize?: number): Promise<Difference[]> {
  const { rows } = await sql<{ id: string }>`
    select p.person_id as id from book_entry e join book_posting p on p.entry_id = e.id
      where e.at >= ${since} and p.book_account in ('owner_payable', 'cash_collected') and p.person_id is not null
    union select s.owner_id from rental r join owner_sum s on s.owner_id = r.owner_id
      where r.status_changed_at >= ${since}
    order by id`.execute(db)
  const differences = await inBatches(rows, (ids) => compareSumsOf(db, ids), batchSize)
  return differences.slice(0, MOST_OWNERS)
}

async function compareSumsOf(db: Db, ownerIds: readonly string[]): Promise<Difference[]> {
  const { rows } = await sql<{ id: string; ours: number | null; book: number }>`
    select b.owner_id as id, (s.balance_centavos - s.open_centavos + s.cash_deposit_centavos) as ours,
      (b.balance_centavos - b.open_centavos + b.cash_deposit_centavos) as book
    from unnest(${ownerIds}::uuid[]) o (id)
      cross join lateral owner_sum_of(o.id) b left join owner_sum s on s.owner_id = o.id
    where s is distinct from b order by o.id`.execute(db)
  return rows.map(({ id, ours, book }) => ({
    kind: 'owner-sum',
    providerId: null,
    orderId: null,
    ourCentavos: ours,
    theirCentavos: book,
    note: `Owner ${id}.`,
  }))
}

/**
 * Returns whether a provider's refund is one that we asked for (its note is the id of our refund, or its id is the one
 * that we noted) and whose answer never reached us: ours is still being sent (`due`), or was left to an admin
 * (`manual`). Of the latter it also records the provider's result, so that the admin does not pay it too.
 */
async function takeAsOurs(services: Services, theirs: ProviderRefund): Promise<boolean> {
  const noted = theirs.notes && isUuid(theirs.notes) ? theirs.notes : null
  const refund = await services.db
    .selectFrom('refund')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', noted), eb('providerId', '=', theirs.id)]))
    .$if(theirs.paymentId !== null, (query) => query.where('paymentId', '=', theirs.paymentId!))
    .where('centavos', '=', theirs.centavos)
    .where('status', 'in', ['due', 'manual'])
    .where((eb) => eb.or([eb('providerId', 'is', null), eb('providerId', '=', theirs.id)]))
    .executeTakeFirst()
  if (refund?.status === 'manual') await recordRefundResult(services, refund, theirs, ['manual'])
  return refund !== undefined
}

/** The provider's answer, which may be that it has none such, or one that can't be used; null without one. */
async function ask<T>(call: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
  const answer = await call()
  return !answer.ok && isSilent(answer) ? null : answer
}

const unreadableNote = (answer: Answer<object>) =>
  answer.ok || answer.reason === 'not-found' ? null : UNREADABLE

async function listOurPayments(db: Db, ids: string[], since: Date): Promise<OurPayment[]> {
  const { rows } = await sql<OurPayment>`select id, order_id, centavos, fee_centavos from payment
    where id = any(${ids}::text[]) or paid_at >= ${since} order by id`.execute(db)
  return rows
}

async function listOurRefunds(db: Db, ids: string[], since: Date): Promise<(OurRefund & { id: string })[]> {
  const { rows } = await sql<OurRefund & { id: string }>`
    select f.id, f.provider_id, f.order_id, f.centavos, f.status from refund f where f.provider_id is not null
      and (f.provider_id = any(${ids}::text[]) or ${lastAskedAt} >= ${since}) order by f.id`.execute(db)
  return rows
}

type NamedOrder = { number: string; orderId: string; sessionId: string | null }

/** The orders with these numbers, and the checkout of each. */
async function findOrdersOf(db: Db, numbers: string[]): Promise<Map<string, NamedOrder>> {
  const { rows } = await sql<NamedOrder>`select o.number, o.id as order_id, s.id as session_id
    from "order" o left join checkout_session s on s.order_id = o.id where o.number = any(${numbers}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.number, row]))
}

async function findOrdersOfPayments(
  db: Db,
  refunds: readonly ProviderRefund[],
): Promise<Map<string, string>> {
  const ids = refunds.flatMap(({ paymentId }) => paymentId ?? [])
  const { rows } = await sql<{
    id: string
    orderId: string
  }>`select id, order_id from payment where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, orderId }) => [id, orderId]))
}
