import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import type { DebtCause, DebtSettled } from '#domain/debt/debt.ts'
import type { RefundReason, RefundStatus } from '#domain/refund/refund.ts'
import type { Side } from '#domain/side.ts'
import type { Context } from '../context.ts'
import type { AdminEntry } from '../book/book-table.ts'
import { hasOpenProposal } from '../refund/queries.ts'
import { fullName } from '../names.ts'
import { dateOf } from '../json-dates.ts'

type At<T, K extends keyof T> = Omit<T, K> & Record<K, string>

export type OrderMoney = {
  checkout: { id: string; url: string; openedAt: Date; closedAt: Date | null } | null
  payments: {
    id: string
    centavos: number
    feeCentavos: number
    channel: string
    purpose: 'order' | 'unused'
    paidAt: Date
  }[]
  refunds: {
    id: string
    title: string | null
    centavos: number
    reason: RefundReason
    status: RefundStatus
    note: string | null
    createdAt: Date
    doneAt: Date | null
    proof: string | null
    /** An admin proposed that it was paid, and no other one has decided on it. */
    waits: boolean
  }[]
  /** What the two people of its rentals owe each other, or what it pays of that. */
  debts: {
    id: string
    title: string
    cause: DebtCause
    owedBy: Side
    centavos: number
    since: Date
    settledAt: Date | null
    settledHow: DebtSettled | null
    /** The order that paid it; on the page of that one, the order of the rental. */
    orderNumber: string | null
  }[]
  entries: Pick<AdminEntry, 'id' | 'at' | 'kind' | 'title' | 'centavos' | 'postings'>[]
}

type Row = {
  checkout: At<NonNullable<OrderMoney['checkout']>, 'openedAt' | 'closedAt'> | null
  payments: At<OrderMoney['payments'][number], 'paidAt'>[]
  refunds: At<OrderMoney['refunds'][number], 'createdAt' | 'doneAt'>[]
  debts: At<OrderMoney['debts'][number], 'since' | 'settledAt'>[]
  entries: At<OrderMoney['entries'][number], 'at'>[]
}

/**
 * All money movements of one order: its checkout at the provider, payments, refunds, what is owed between its people,
 * and entries of the book. One statement.
 */
export async function findOrderMoney(
  ctx: Pick<Context, 'db'>,
  _admin: MoneyAdmin,
  number: string,
): Promise<OrderMoney> {
  const { rows } = await sql<Row>`select
    (select jsonb_build_object('id', s.id, 'url', s.url, 'openedAt', s.created_at, 'closedAt', s.closed_at)
      from checkout_session s where s.order_id = o.id) as checkout,
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'centavos', p.centavos, 'feeCentavos', p.fee_centavos,
        'channel', p.channel, 'purpose', p.purpose, 'paidAt', p.paid_at) order by p.paid_at, p.purpose, p.id), '[]')
      from payment p where p.order_id = o.id) as payments,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', r.title, 'centavos', f.centavos,
    'reason', f.reason,
        'status', f.status, 'note', f.note, 'createdAt', f.created_at, 'doneAt', f.done_at, 'proof',
        f.proof, 'waits', ${hasOpenProposal}) order by f.created_at, f.id), '[]')
      from refund f left join rental r on r.id = f.rental_id where f.order_id = o.id) as refunds,
    (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'title', r.title, 'cause', d.cause, 'owedBy', d.owed_by,
        'centavos', d.centavos, 'since', d.since, 'settledAt', d.settled_at, 'settledHow', d.settled_how,
        'orderNumber', case when d.id = o.debt_id then (select x.number from "order" x where x.id = r.order_id)
          else (select x.number from "order" x where x.debt_id = d.id and x.status = 'confirmed') end)
        order by d.since, d.id), '[]')
      from debt d join rental r on r.id = d.rental_id where r.order_id = o.id or d.id = o.debt_id) as debts,
    (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.at, 'kind', e.kind, 'title', r.title,
        'centavos', (select sum(p.centavos) from book_posting p where p.entry_id = e.id and p.centavos > 0),
        'postings', (select jsonb_agg(jsonb_build_object('account', p.book_account, 'personName', ${fullName('a')},
            'title', t.title, 'centavos', p.centavos) order by p.id)
          from book_posting p left join account a on a.id = p.person_id left
            join rental t on t.id = p.rental_id where p.entry_id = e.id)
        ) order by e.id), '[]')
      from book_entry e left join rental r on r.id = e.rental_id where e.order_id = o.id) as entries
    from "order" o where o.number = ${number}`.execute(ctx.db)
  const { checkout, payments, refunds, debts, entries } = rows[0]!
  return {
    checkout: checkout && {
      ...checkout,
      openedAt: new Date(checkout.openedAt),
      closedAt: dateOf(checkout.closedAt),
    },
    payments: payments.map((one) => ({ ...one, paidAt: new Date(one.paidAt) })),
    refunds: refunds.map((one) => ({
      ...one,
      createdAt: new Date(one.createdAt),
      doneAt: dateOf(one.doneAt),
    })),
    debts: debts.map((one) => ({ ...one, since: new Date(one.since), settledAt: dateOf(one.settledAt) })),
    entries: entries.map((one) => ({ ...one, at: new Date(one.at) })),
  }
}
