import { type RawBuilder, sql } from 'kysely'
import type { MoneyLine, RefundLine } from '#domain/book/money-line.ts'
import { refundSubject } from '#domain/proposal/proposal.ts'
import type { SettledByDisputes } from '#domain/refund/after-disputes.ts'
import type { EndedRental } from '#domain/refund/cancellation.ts'
import { endingRefund, type PaidFacts, type RentalEnding } from '#domain/refund/ending-refund.ts'
import type { RefundReason, RefundStatus } from '#domain/refund/refund.ts'
import type { BackByChannel } from '#domain/payment/payment.ts'
import { listMoneyLines } from '../book/queries.ts'
import type { Db, Tx } from '../context.ts'
import { dateOf } from '../json-dates.ts'

/** A refund for pages. `rentalId` is null for a payment that no order uses. */
export type MadeRefund = {
  rentalId: string | null
  centavos: number
  reason: RefundReason
  status: RefundStatus
  /** The payment channel, by which it is refunded too. */
  channel: string
  doneAt: Date | null
}

/** The refund in the JSON of a statement. */
export type StoredRefund = Omit<MadeRefund, 'doneAt'> & { doneAt: string | null }

/** Refunds as JSON, the oldest first; `condition` says which, of the refund `f`. */
export const refundsJson = (condition: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('rentalId', f.rental_id, 'centavos', f.centavos,
    'reason', f.reason,
      'status', f.status, 'channel', p.channel, 'doneAt', f.done_at) order by f.created_at, f.id), '[]')
    from refund f join payment p on p.id = f.payment_id where ${condition})`

/** Reads a refund from that JSON. */
export function readRefund({ doneAt, ...refund }: StoredRefund): MadeRefund {
  return { ...refund, doneAt: dateOf(doneAt) }
}

/** SQL: the channel by which the order of the rental `r` was paid; null when it was not, or in cash. */
export const paidBy = sql<string | null>`(select p.channel from payment p where p.order_id = r.order_id
  and p.purpose = 'order')`

/** SQL: the payments of the rental `r` and its changes as JSON, the oldest first. */
export const channelPaymentsJson = sql<{ channel: string; paidAt: string }[]>`(select
  coalesce(jsonb_agg(jsonb_build_object('channel', p.channel, 'paidAt', p.paid_at) order by p.paid_at), '[]')
  from payment p where p.purpose = 'order'
  and (p.order_id = r.order_id or p.order_id in (select c.order_id from rental_change c where c.rental_id = r.id)))`

/**
 * SQL: when the provider was last asked about the refund `f`, which is at the provider or was there: for its result,
 * or else to make it. Null for one that was found in the provider's list and not asked about since.
 */
export const lastAskedAt = sql<Date | null>`f.tried_at`

/** SQL: whether an admin sends the refund, or did. */
export const isByHand = sql<boolean>`refund.status in ('manual', 'paid_out')`

/**
 * The refunds of a rental for one reason, and of one cause if it is given, by the channels of the payments and by who
 * sends them. Sums in centavos.
 */
export function listBackByChannel(
  db: Db,
  { rentalId, reason, causeId }: { rentalId: string; reason: RefundReason; causeId?: string },
): Promise<BackByChannel[]> {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(({ fn }) => ['payment.channel', fn.sum<number>('refund.centavos').as('centavos')])
    .select(isByHand.as('isByHand'))
    .where('refund.rentalId', '=', rentalId)
    .where('refund.reason', '=', reason)
    .$if(causeId !== undefined, (of) => of.where('refund.causeId', '=', causeId!))
    .groupBy(['payment.channel', isByHand])
    .orderBy('payment.channel')
    .execute()
}

/** The refunds that an action on a rental created, one for each of its payments, the oldest first. */
export async function listRefundsOf(
  db: Db,
  { rentalId, action }: { rentalId: string; action: string },
): Promise<MadeRefund[]> {
  const { rows } = await sql<{ made: StoredRefund[] }>`select ${refundsJson(
    sql`f.rental_id = ${rentalId} and f.reason = ${action}`,
  )} as made`.execute(db)
  return rows[0]!.made.map(readRefund)
}

/** A refund with its recipient, locked until the transaction ends, or undefined. */
export async function lockRefund(tx: Tx, refundId: string) {
  return tx
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.orderId')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select(['order.renterId', 'order.number as orderNumber', 'payment.channel', 'payment.paidAt'])
    .where('refund.id', '=', refundId)
    .forNoKeyUpdate('refund')
    .executeTakeFirst()
}

/** SQL: whether a proposal about the refund `f` waits for another admin. */
export const hasOpenProposal = sql<boolean>`exists (select from proposal q
  where q.about = ${refundSubject('')}::text || f.id and q.decision is null)`

/** Whether an admin proposed that a refund was paid by hand, and no other one has decided on it. */
export async function isProposed(tx: Tx, refundId: string): Promise<boolean> {
  const proposal = await tx
    .selectFrom('proposal')
    .select('id')
    .where('about', '=', refundSubject(refundId))
    .where('decision', 'is', null)
    .executeTakeFirst()
  return proposal !== undefined
}

/**
 * SQL: whether a dispute that is closed has settled what a rental's owner keeps of what was paid besides the deposit:
 * by a decision, also one that gives nobody anything, or as the owner accepted what the renter asked for. What the
 * renter accepted is a price besides: the rest goes back as if there was no dispute. A dispute that ended while the
 * rental counted as handed over, which was undone since, does not count. With `before`, only one that closed earlier.
 */
export const isSettledByDispute = (
  rentalId: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql`'infinity'::timestamptz`,
) => sql<boolean>`exists (select from dispute d
  where d.rental_id = ${rentalId} and d.closed_at < ${before}
    and (d.outcome in ('decided', 'appealed') or d.outcome = 'agreed'
      and (d.rent_moved > 0 or exists (select from debt t where t.id = d.id and t.owed_by = 'owner')))
  and not exists (select from rental_entry u where u.rental_id = d.rental_id and u.kind = 'undo-activate'
    and u.at >= d.closed_at and not exists (select from rental_entry a where a.rental_id = d.rental_id
      and a.kind = 'activate' and a.at between d.closed_at and u.at)))`

/** SQL: what the owner of a rental was granted of its deposit, in centavos. */
export const grantedCentavos = (rentalId: RawBuilder<unknown>) => sql<number>`coalesce((select
  coalesce(c.granted_centavos, c.granted_before) from deposit_claim c where c.rental_id = ${rentalId}), 0)::int`

/** What the disputes about a rental that are over have settled of its money. */
async function findSettled(db: Db, rentalId: string): Promise<SettledByDisputes> {
  const id = sql`${rentalId}::uuid`
  const { rows } = await sql<SettledByDisputes>`select ${isSettledByDispute(id)} as is_settled_by_dispute,
    ${grantedCentavos(id)} as granted_centavos`.execute(db)
  return rows[0]!
}

/** SQL: the `PaidFacts` of a rental as JSON. */
export const paidFactsJson = (rentalId: RawBuilder<unknown>) => sql<PaidFacts>`jsonb_build_object(
  'settled', jsonb_build_object('isSettledByDispute', ${isSettledByDispute(rentalId)},
    'grantedCentavos', ${grantedCentavos(rentalId)}),
  'payments', (select coalesce(jsonb_agg(jsonb_build_object('lines', q.lines,
      'goodwillCentavos', q.goodwill_centavos, 'keptCentavos', q.kept_centavos)
      order by q.paid_at desc, q.order_id desc), '[]') from (${paymentsOf(rentalId)}) q))`

/**
 * What goes back when a rental ends like this, by what it was paid for, in centavos, and its payments, which give it
 * back, the latest first; both empty when nothing was paid online. The caller has locked the rental.
 */
export async function findEndingRefund(
  db: Db,
  rental: Omit<EndedRental, 'lines'> & { id: string },
  ending: RentalEnding,
  now: Date,
): Promise<{ lines: RefundLine[]; payments: RentalPayment[] }> {
  const lines = await listMoneyLines(db, rental.id)
  const payments = await listRentalPayments(db, rental.id)
  const settled = await findSettled(db, rental.id)
  return { lines: endingRefund({ ...rental, lines }, { payments, settled }, ending, now), payments }
}

/** A payment of a rental, with the money lines of the rental that belong to its order. */
export type RentalPayment = {
  id: string
  orderId: string
  channel: string
  paidAt: Date
  /** What of it was not refunded yet, for any rental of its order. */
  leftCentavos: number
  /** What goodwill payments for this rental took of it. */
  goodwillCentavos: number
  /** What of its deposit does not go back: granted to the owner, or taken for a late return. */
  keptCentavos: number
  lines: MoneyLine[]
}

/**
 * The payments of a rental, the latest first: that of its order, and those of its changes that cost more. None when
 * nothing was paid online. One statement.
 */
export async function listRentalPayments(db: Db, rentalId: string): Promise<RentalPayment[]> {
  const { rows } = await sql<RentalPayment>`${paymentsOf(sql`${rentalId}::uuid`)}
    order by p.paid_at desc, p.order_id desc`.execute(db)
  return rows
}

/** SQL: the payments of a rental, in no order. */
const paymentsOf = (rentalId: RawBuilder<unknown>) => sql`select p.id, p.order_id, p.channel, p.paid_at,
      (p.centavos - (select coalesce(sum(f.centavos), 0) from refund f where f.payment_id = p.id))::int
        as left_centavos,
      (select coalesce(sum(f.centavos), 0)::int from refund f where f.payment_id = p.id and f.rental_id = ${rentalId}
        and f.reason = 'goodwill') as goodwill_centavos,
      (select case when x.order_id = p.order_id then
          ${grantedCentavos(sql`x.id`)} + coalesce((select t.deposit_centavos from late_fee t where t.rental_id = x.id
            and t.settled_at is not null), 0)
        else 0 end from rental x where x.id = ${rentalId})::int as kept_centavos,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'centavos', m.centavos, 'returns', m.returns)
        order by m.id), '[]') from money_line m where m.rental_id = ${rentalId} and m.order_id = p.order_id) as lines
    from payment p where p.purpose = 'order' and p.order_id in (select order_id from rental where id = ${rentalId}
      union all select order_id from rental_change where rental_id = ${rentalId} and order_id is not null)`

/** Whether a refund of a rental for this reason and cause exists, made or not. */
export async function refundExists(
  db: Db,
  rentalId: string,
  reason: RefundReason,
  causeId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{
    made: boolean
  }>`select exists (select from refund where rental_id = ${rentalId}
    and reason = ${reason} and cause_id is not distinct from ${causeId}::uuid) as made`.execute(db)
  return rows[0]!.made
}
