import type { PaymentGateway, ProviderRefund } from '#gateways/payments/port.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'

/**
 * Looks in the provider's own list for a refund of ours, by its note; a failed one does not count. `isSure` says
 * whether the list went back far enough to contain it, and none of this amount is without payment and note. Null when
 * the list can't be read.
 */
export async function findProviderRefund(
  payments: PaymentGateway,
  refund: { id: string; paymentId: string; centavos: number; createdAt: Date },
): Promise<{ made: ProviderRefund | undefined; isSure: boolean } | null> {
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
  const made = those.find(({ notes }) => notes === refund.id)
  const isUnclear = those.some(
    ({ paymentId, notes, centavos }) => paymentId === null && notes === null && centavos === refund.centavos,
  )
  return { made, isSure: !isUnclear && since.getTime() <= refund.createdAt.getTime() }
}
