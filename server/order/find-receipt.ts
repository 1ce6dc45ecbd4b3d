import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import type { Actor, User } from '#domain/actor.ts'
import type { DebtCause } from '#domain/debt/debt.ts'
import type { Side } from '#domain/side.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { type MoneyLine, type Totals, totalsOf } from '#domain/book/money-line.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { nameFor, viewerOf } from '../names.ts'
import type { Context } from '../context.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'
import { latePart } from '../deposit/queries.ts'
import { isOfOrder, orderLinesJson, orderPeriod } from './queries.ts'

export type ReceiptItem = {
  rentalId: string
  title: string
  ownerName: string
  durationDays: number
  deliveryOption: DeliveryOption
  period: Period
  status: RentalStatus
  cancellationPolicy: CancellationPolicy
  lines: MoneyLine[]
  /** What disputes gave the owner of its deposit; null while none did, and on the receipt of a change or a debt. */
  grantedCentavos: number | null
  /** What of its deposit a late fee took. */
  lateCentavos: number
  /** What its two people owed each other beyond the deposit. */
  debts: { cause: DebtCause; owedBy: Side; centavos: number; isSettled: boolean }[]
  /** Of what was paid, so without goodwill. */
  refunds: ItemRefund[]
  /** What the site paid of its own money, to whoever reads it; admins read all of it. */
  goodwill: Goodwill[]
  /** The hash of the last entry of its timeline; null without entries. */
  head: string | null
}
/** Only the renter learns how it was paid, and so how it is refunded. */
export type ItemRefund = Omit<MadeRefund, 'channel' | 'rentalId'>

/** `refund` says how far it is; null for the owner, who gets it with their payouts. */
export type Goodwill = { to: Side; centavos: number; refund: Pick<ItemRefund, 'status' | 'doneAt'> | null }

export type Receipt = {
  number: string
  placedAt: Date
  orderStatus: OrderStatus
  paymentMethod: PaymentMethod
  renterName: string
  side: Side | 'admin'
  /** The online payment that confirmed the order; null for an owner, and while there is none. */
  payment: { channel: string; centavos: number; paidAt: Date } | null
  /** How the order had ended when its payment came and its dates were still free; else null. */
  retaken: 'expired' | 'cancelled' | null
  /** Payments that no order uses, and how each is refunded; empty for an owner. */
  paymentRefunds: MadeRefund[]
  items: ReceiptItem[]
  totals: Totals
  agreement: { text: string; sha256: string; acceptedAt: Date } | null
}

type Row = {
  number: string
  createdAt: Date
  status: OrderStatus
  paymentMethod: PaymentMethod
  renterId: string
  renterName: string
  agreementText: string
  agreementSha256: string
  agreementAcceptedAt: Date
  payment: { channel: string; centavos: number; paidAt: string } | null
  retaken: Receipt['retaken']
  refunds: StoredRefund[]
  items: (Omit<ReceiptItem, 'period' | 'refunds' | 'goodwill'> & {
    period: string
    ownerId: string
    ownerGoodwill: number[]
  })[]
}

/**
 * The receipt of an order, for its parties only. The renter and admins see all of it; an owner sees the rentals of
 * their own listings, with the sums of those, once the order is confirmed. For anyone else it is `not-found`. From the
 * approval of a rental on, the full names of its two people stay on it.
 */
export async function findReceipt(ctx: Context, number: string): Promise<Verdict<{ receipt: Receipt }>> {
  const { actor } = ctx
  if (actor.kind !== 'user' || !/^(cod|pm)-\d{1,16}$/.test(number)) return notFound()
  const row = await readReceiptRow(ctx, actor, number)
  const side = row && sideOf(actor, row)
  if (!row || !side) return notFound()
  const refunds = row.refunds.map(readRefund)
  const items = row.items
    .filter((item) => side !== 'owner' || item.ownerId === actor.id)
    .map(({ ownerId: _, ownerGoodwill, ...item }) => {
      const itemRefunds = refunds.filter(({ rentalId }) => rentalId === item.rentalId).map(toItemRefund)
      return {
        ...item,
        period: parsePeriod(item.period),
        refunds: itemRefunds.filter((refund) => !isGoodwill(refund)),
        goodwill: goodwillOf(itemRefunds.filter(isGoodwill), ownerGoodwill).filter(
          ({ to }) => side === 'admin' || to === side,
        ),
      }
    })
  return {
    ok: true,
    receipt: {
      number: row.number,
      placedAt: row.createdAt,
      orderStatus: row.status,
      paymentMethod: row.paymentMethod,
      renterName: row.renterName,
      side,
      payment:
        side === 'owner' ? null : row.payment && { ...row.payment, paidAt: new Date(row.payment.paidAt) },
      retaken: row.retaken,
      paymentRefunds: side === 'owner' ? [] : refunds.filter(({ rentalId }) => rentalId === null),
      items,
      totals: totalsOf(items.flatMap((item) => item.lines)),
      agreement:
        side === 'owner'
          ? null
          : { text: row.agreementText, sha256: row.agreementSha256, acceptedAt: row.agreementAcceptedAt },
    },
  }
}

/** An order with what any of its parties sees on its receipt. One statement. */
async function readReceiptRow(ctx: Context, actor: User, number: string): Promise<Row | undefined> {
  const viewer = viewerOf(actor, ctx)
  const isAdmin = sql`${seesAsAdmin(actor, 'money')}`
  const lentAndApproved = sql`exists (select from rental r where ${isOfOrder} and r.owner_id = ${actor.id}
    and r.approved_at is not null)`
  const { rows } = await sql<Row>`
    select o.number, o.created_at, o.status, o.payment_method, o.renter_id, o.agreement_text, o.agreement_sha256,
      o.agreement_accepted_at, ${nameFor('a', viewer, sql`${isAdmin} or ${lentAndApproved}`)} as renter_name,
      (select jsonb_agg(jsonb_build_object('rentalId', r.id, 'title', r.title, 'ownerId', r.owner_id,
          'ownerName', ${nameFor('w', viewer, sql`${isAdmin} or r.approved_at is not null`)},
          'durationDays', upper(${orderPeriod}) - lower(${orderPeriod}),
          'deliveryOption', r.delivery_option, 'period', (${orderPeriod})::text, 'status', r.status,
          'cancellationPolicy', r.cancellation_policy, 'head', r.entry_head, 'lines', ${orderLinesJson},
          'grantedCentavos', (select coalesce(c.granted_centavos, nullif(c.granted_before, 0))
            from deposit_claim c where c.rental_id = r.id and r.order_id = o.id),
          'debts', (select coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'owedBy', d.owed_by,
            'centavos', d.centavos, 'isSettled', d.settled_at is not null) order by d.since, d.id), '[]')
            from debt d where d.rental_id = r.id and r.order_id = o.id),
          'ownerGoodwill', (select coalesce(jsonb_agg(p.centavos order by e.id), '[]') from book_entry e
            join book_posting p on p.entry_id = e.id and p.book_account = 'goodwill'
            where e.rental_id = r.id and e.order_id = o.id and e.kind = 'goodwill-owner'),
          'lateCentavos', case when r.order_id = o.id and exists (select from book_entry e
            where e.rental_id = r.id and e.kind = 'late-fee') then ${latePart} else 0 end) order by r.id)
        from rental r join account w on w.id = r.owner_id where ${isOfOrder}) as items,
      (select jsonb_build_object('channel', p.channel, 'centavos', p.centavos, 'paidAt', p.paid_at)
        from payment p where p.order_id = o.id and p.purpose = 'order') as payment,
      (select case when exists (select from event e where e.subject = 'order' and e.subject_id = o.id::text
          and e.action = 'expire') then 'expired' else 'cancelled' end
        where exists (select from event e join rental r on e.subject_id = r.id::text
          where r.order_id = o.id and e.subject = 'rental' and e.action = 'retake')) as retaken,
      ${refundsJson(sql`f.order_id = o.id
        or f.rental_id in (select r.id from rental r where r.order_id = o.id)`)} as refunds
    from "order" o join account a on a.id = o.renter_id where o.number = ${number}`.execute(ctx.db)
  return rows[0]
}

const toItemRefund = ({ channel: _, rentalId: __, ...refund }: MadeRefund): ItemRefund => refund

const isGoodwill = ({ reason }: ItemRefund) => reason === 'goodwill'

const goodwillOf = (toRenter: readonly ItemRefund[], toOwner: readonly number[]): Goodwill[] => [
  ...toRenter.map(({ centavos, status, doneAt }) => ({
    to: 'renter' as const,
    centavos,
    refund: { status, doneAt },
  })),
  ...toOwner.map((centavos) => ({ to: 'owner' as const, centavos, refund: null })),
]

function sideOf(actor: Actor & { kind: 'user' }, order: Row) {
  if (order.renterId === actor.id) return 'renter'
  if (order.status === 'confirmed' && order.items.some((item) => item.ownerId === actor.id)) return 'owner'
  return seesAsAdmin(actor, 'money') ? 'admin' : null
}
