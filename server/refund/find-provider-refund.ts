import { validate as isUuid } from 'uuid'
import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import { isSilent, type PaymentGateway, type ProviderRefund } from '#gateways/payments/port.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import type { Db } from '../context.ts'

/** How far the provider's clock may be behind ours. */
const SKEW_MS = 5 * MINUTE_MS

/**
 * Why a refund may have been made although none with its id is found. `too-short`: the list could not be read back to
 * the time from which it may have been made. `unmatched`: a refund that is not in our books has the same amount, and
 * is of the same payment or names neither payment nor note. `unreadable`: an entry of the list that is not known as
 * another refund can't be read. `other`: one of the same payment is not in our books.
 */
export type Doubt = ListDoubt | 'other'
export type ListDoubt = 'too-short' | 'unmatched' | 'unreadable'

type OurRefund = {
  id: string
  paymentId: string
  centavos: number
  providerId: string | null
  createdAt: Date
}
type Found<D> = { match: ProviderRefund | undefined; doubt: D | null }

/**
 * Looks among the provider's refunds of a payment for our refund whose request has no answer yet: a database restored
 * from a backup does not know what was sent after that backup. `match`: the one with our id as note, which has not
 * failed. Without one, any refund of the payment that is not in our books is a doubt; when an admin has asked again
 * (`attempt` above 1), only one of the same amount. Also looks in the provider's list with `inList`, or when the
 * payment was found without its refunds. Null when the provider gave no answer.
 */
export async function findUnansweredRefund(
  db: Db,
  payments: PaymentGateway,
  refund: OurRefund & { attempt: number; paidAt: Date },
  { inList }: { inList: boolean },
): Promise<Found<Doubt> | null> {
  const answer = await payments.findPayment(refund.paymentId)
  if (!answer.ok && isSilent(answer)) return null
  const isFirst = refund.attempt === 1
  const refunds = answer.ok ? answer.payment.refunds : null
  const candidates = refunds?.filter(({ status }) => status !== 'failed') ?? []
  const match = candidates.find(({ notes }) => notes === refund.id)
  if (match) return { match, doubt: null }
  const possible = candidates.filter(({ centavos }) => isFirst || centavos === refund.centavos)
  if (await isAnyUnknown(db, possible)) return { match: undefined, doubt: 'other' }
  if (refunds && !inList) return { match: undefined, doubt: null }
  // Without its payment's refunds, only the list shows one that is older than our row, which a restored database
  // created again.
  const searchFrom = isFirst && !refunds ? refund.paidAt : refund.createdAt
  const listed = await findProviderRefund(db, payments, refund, searchFrom)
  if (!listed || listed.match || listed.doubt === 'unmatched' || !isFirst) return listed
  return (await isAnyUnknown(db, listed.ofPayment)) ? { match: undefined, doubt: 'other' } : listed
}

/**
 * Looks in the provider's list for our refund, back to `searchFrom`. `match`: the one with our id as note, or with the
 * provider's id that we have of it, which has not failed and is of no other payment. `ofPayment`: all refunds of its
 * payment in the list that have not failed. Null when the list can't be read.
 */
export async function findProviderRefund(
  db: Db,
  payments: PaymentGateway,
  refund: OurRefund,
  searchFrom = refund.createdAt,
): Promise<(Found<ListDoubt> & { ofPayment: ProviderRefund[] }) | null> {
  const read = await readProviderBooks(
    (after) => payments.listRefunds(after),
    (one) => one.createdAt,
    searchFrom,
    () => false,
  )
  if (!read.ok) return null
  const { items, unreadable, since: completeFrom } = read.books
  const candidates = [...items.values()].filter(
    ({ paymentId, status }) => (paymentId === null || paymentId === refund.paymentId) && status !== 'failed',
  )
  const match = candidates.find(({ id, notes }) => notes === refund.id || id === refund.providerId)
  const ofPayment = candidates.filter(({ paymentId }) => paymentId !== null)
  if (match) return { match, doubt: null, ofPayment }
  const hidden = [...unreadable].map((id) => ({ id, notes: null }))
  const from = searchFrom.getTime() - SKEW_MS
  // One of this very payment may be older than our row, which a restored database created again.
  const possible = candidates.filter(
    ({ paymentId, notes, centavos, createdAt }) =>
      centavos === refund.centavos && (paymentId !== null || (notes === null && createdAt.getTime() >= from)),
  )
  const isHidden = hidden.some(({ id }) => id === refund.providerId) || (await isAnyUnknown(db, hidden))
  const isTooShort = completeFrom.getTime() > searchFrom.getTime()
  const reachDoubt = isHidden ? 'unreadable' : isTooShort ? 'too-short' : null
  const doubt = (await isAnyUnknown(db, possible)) ? 'unmatched' : reachDoubt
  return { match: undefined, doubt, ofPayment }
}

/** Whether one of the provider's refunds is not in our books: neither its id nor its note is. */
async function isAnyUnknown(
  db: Db,
  theirs: readonly Pick<ProviderRefund, 'id' | 'notes'>[],
): Promise<boolean> {
  if (theirs.length === 0) return false
  const ids = theirs.map(({ id }) => id)
  const notes = theirs.flatMap((one) => (one.notes && isUuid(one.notes) ? one.notes : []))
  const { rows } = await sql<{ id: string; providerId: string | null }>`select id, provider_id from refund
    where provider_id = any(${ids}::text[]) or id = any(${notes}::uuid[])`.execute(db)
  const known = new Set(rows.flatMap(({ id, providerId }) => (providerId ? [id, providerId] : [id])))
  return theirs.some(({ id, notes: note }) => !known.has(id) && !(note && known.has(note)))
}
