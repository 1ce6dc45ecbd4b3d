import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import { isSilent, type PaymentGateway, type ProviderRefund } from '#gateways/payments/port.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import type { Db } from '../context.ts'
import { isId } from '../is-id.ts'

/** How far the provider's clock may be behind ours. */
const SKEW_MS = 5 * MINUTE_MS

/** Why a refund may have been made although it is not found in the list. */
export type Doubt = 'too-short' | 'unmatched'

type Wanted = { id: string; paymentId: string; centavos: number; providerId: string | null; createdAt: Date }
type Found<D> = { made: ProviderRefund | undefined; doubt: D | null }

/**
 * Looks among the refunds of its payment at the provider for one of ours whose request has no answer yet: a database
 * that was restored from a backup does not know what was sent after it. `made`: the one with its id as note. Without
 * one, `doubt` is `other` where the payment has a refund that is none of ours, which may be the same refund under an
 * id that was lost; when an admin asks again (a later attempt), only one of the same amount counts. With `inList`, and
 * where the answer does not tell the refunds, it is looked for in the provider's list, too. Null when the provider
 * can't be asked.
 */
export async function findUnansweredRefund(
  db: Db,
  payments: PaymentGateway,
  refund: Wanted & { attempt: number; paidAt: Date },
  { inList }: { inList: boolean },
): Promise<Found<Doubt | 'other'> | null> {
  const answer = await payments.findPayment(refund.paymentId)
  if (!answer.ok && isSilent(answer)) return null
  const isFirst = refund.attempt === 1
  const refunds = answer.ok ? answer.payment.refunds : null
  const those = refunds?.filter(({ status }) => status !== 'failed') ?? []
  const made = those.find(({ notes }) => notes === refund.id)
  if (made) return { made, doubt: null }
  const possible = those.filter(({ centavos }) => isFirst || centavos === refund.centavos)
  if (await isAnyUnknown(db, possible)) return { made: undefined, doubt: 'other' }
  if (refunds && !inList) return { made: undefined, doubt: null }
  // Without its payment's refunds, only the list shows one that was made before our row was made anew.
  const since = isFirst && !refunds ? refund.paidAt : refund.createdAt
  return findProviderRefund(db, payments, { ...refund, createdAt: since }, { anyAmount: isFirst })
}

/**
 * Looks in the provider's list for a refund of ours. `made`: the one with its id as note, or with the provider's id
 * that we have of it; failed ones and those of another payment do not count. Without one, `doubt` says why it may have
 * been made all the same: the list does not go back to its beginning (`too-short`), or has one of this amount that is
 * no other refund of ours, and is of this payment or names neither payment nor note (`unmatched`); with `anyAmount`,
 * one of this payment counts whatever its amount. Null when the list can't be read.
 */
export async function findProviderRefund(
  db: Db,
  payments: PaymentGateway,
  refund: Wanted,
  { anyAmount = false } = {},
): Promise<Found<Doubt> | null> {
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
  const possible = those.filter(({ paymentId, notes, centavos, createdAt }) =>
    paymentId === null
      ? centavos === refund.centavos && notes === null && createdAt.getTime() >= from
      : anyAmount || centavos === refund.centavos,
  )
  if (await isAnyUnknown(db, possible)) return { made: undefined, doubt: 'unmatched' }
  return { made: undefined, doubt: since.getTime() <= refund.createdAt.getTime() ? null : 'too-short' }
}

/** Whether one of the provider's refunds is none of ours, by its id and by its note. */
async function isAnyUnknown(db: Db, theirs: readonly ProviderRefund[]): Promise<boolean> {
  if (theirs.length === 0) return false
  const ids = theirs.map(({ id }) => id)
  const notes = theirs.flatMap((one) => (one.notes && isId(one.notes) ? one.notes : []))
  const { rows } = await sql<{ id: string; providerId: string | null }>`select id, provider_id from refund
    where provider_id = any(${ids}::text[]) or id = any(${notes}::uuid[])`.execute(db)
  const known = new Set(rows.flatMap(({ id, providerId }) => (providerId ? [id, providerId] : [id])))
  return theirs.some(({ id, notes: note }) => !known.has(id) && !(note && known.has(note)))
}
