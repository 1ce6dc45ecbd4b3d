import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { PaymentGateway, ProviderRefund } from '#gateways/payments/port.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import type { Db } from '../context.ts'
import { isId } from '../is-id.ts'

/** How far the provider's clock may be behind ours. */
const SKEW_MS = 5 * MINUTE_MS

/** Why a list without a refund does not prove that it was not made. */
export type Doubt = 'too-short' | 'nameless'

/**
 * Looks in the provider's own list for a refund of ours, by its note, or by the provider's id; a failed one does not
 * count. `doubt` says why it may have been made although it is not found: the list does not go back far enough, or has
 * one of this amount, which no other refund of ours is, of this payment, or without payment and note. Null when the
 * list can't be read.
 */
export async function findProviderRefund(
  db: Db,
  payments: PaymentGateway,
  refund: { id: string; paymentId: string; centavos: number; providerId: string | null; createdAt: Date },
): Promise<{ made: ProviderRefund | undefined; doubt: Doubt | null } | null> {
  const read = await readProviderBooks(
    (after) => payments.listRefunds(after),
    (one) => one.createdAt,
    refund.createdAt,
    () => false,
  )
  if (!read.ok) return null
  const { items, since } = read.books
  const those = [...items.values()].filter(
    ({ paymentId, status }) => (paymentId === null || paymentId === refund.paymentId) && status !== 'failed',
  )
  const made = those.find(({ id, notes }) => notes === refund.id || id === refund.providerId)
  if (made) return { made, doubt: null }
  const from = refund.createdAt.getTime() - SKEW_MS
  // One of this very payment may be older than our row, which a restored backup made anew.
  const possible = those.filter(
    ({ paymentId, notes, centavos, createdAt }) =>
      centavos === refund.centavos && (paymentId !== null || (notes === null && createdAt.getTime() >= from)),
  )
  if (await isAnyUnknown(db, possible)) return { made, doubt: 'nameless' }
  return { made, doubt: since.getTime() <= refund.createdAt.getTime() ? null : 'too-short' }
}

/** Whether one of the provider's refunds is none of ours, by its id and by its note. */
async function isAnyUnknown(db: Db, theirs: readonly ProviderRefund[]): Promise<boolean> {
  if (theirs.length === 0) return false
  const ids = theirs.map(({ id }) => id)
  const notes = theirs.flatMap((one) => (one.notes && isId(one.notes) ? one.notes : []))
  const { rows } = await sql<{ id: string; providerId: string | null }>`select id, provider_id from refund
    where provider_id = any(${ids}::text[]) or id = any(${notes}::uuid[])`.execute(db)
  const known = new Set(rows.flatMap(({ id, providerId }) => [id, providerId]))
  return theirs.some(({ id, notes: note }) => !known.has(id) && !known.has(note))
}
