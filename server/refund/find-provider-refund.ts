import { MINUTE_MS } from '#domain/time.ts'
import type { PaymentGateway, ProviderRefund } from '#gateways/payments/port.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import type { Db } from '../context.ts'

/** How far the provider's clock may be behind ours. */
const SKEW_MS = 5 * MINUTE_MS

/** Why a list without a refund does not prove that it was not made. */
export type Doubt = 'too-short' | 'nameless'

/**
 * Looks in the provider's own list for a refund of ours, by its note, or by the provider's id; a failed one does not
 * count. `doubt` says why it may have been made although it is not found: the list does not go back far enough, or has
 * one of this amount, which no other refund of ours is, without payment and note. Null when the list can't be read.
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
  const nameless = those.filter(
    ({ paymentId, notes, centavos, createdAt }) =>
      paymentId === null && notes === null && centavos === refund.centavos && createdAt.getTime() >= from,
  )
  if (await isAnyUnknown(db, nameless)) return { made, doubt: 'nameless' }
  return { made, doubt: since.getTime() <= refund.createdAt.getTime() ? null : 'too-short' }
}

/** Whether one of the provider's refunds is none of ours by its id. */
async function isAnyUnknown(db: Db, theirs: readonly ProviderRefund[]): Promise<boolean> {
  if (theirs.length === 0) return false
  const ids = theirs.map(({ id }) => id)
  const known = await db.selectFrom('refund').select('providerId').where('providerId', 'in', ids).execute()
  const knownIds = new Set(known.map(({ providerId }) => providerId))
  return ids.some((id) => !knownIds.has(id))
}
