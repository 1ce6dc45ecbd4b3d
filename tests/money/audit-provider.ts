import type { Facts } from './facts.ts'

/** The provider's own data; money in centavos. */
export type ProviderView = {
  checkouts: readonly { id: string; status: string; reference: string | null }[]
  payments: readonly { id: string; sessionId: string; amount: number; fee: number; status: string }[]
  refunds: readonly { id: string; paymentId: string; amount: number; status: string }[]
}

/**
 * The provider's payments match ours one by one, and each confirms an order or is refunded in full; the provider's
 * refunds match those we have as sent, one by one, and never exceed its payments.
 */
export function* auditProvider(facts: Facts, provider: ProviderView): Generator<string> {
  const { orders, lines, debts, payments, refunds, sessions } = facts
  const ofOurs = new Set(orders.map(({ number }) => number))
  const checkouts = provider.checkouts.filter(({ reference }) => ofOurs.has(reference ?? ''))
  for (const { id, sessionId, amount, fee, status } of provider.payments) {
    const checkout = checkouts.find((one) => one.id === sessionId)
    const ours = payments.find((one) => one.id === id)
    if (status === 'paid' && amount > 0 && checkout && !ours)
      yield `payment ${id} of ${checkout.reference} is not known here`
    if (ours && (status !== 'paid' || ours.centavos !== amount || ours.fee !== fee))
      yield `payment ${id} is ${ours.centavos} (fee ${ours.fee}) here and ${amount} (fee ${fee}), ${status} there`
  }
  for (const { id } of payments)
    if (!provider.payments.some((one) => one.id === id)) yield `payment ${id} is not known there`

  for (const order of orders) {
    const own = payments.filter(({ orderId }) => orderId === order.id)
    const used = own.filter(({ purpose }) => purpose === 'order')
    const debt = debts.find(({ id }) => id === order.debtId)?.centavos
    const total =
      debt ??
      lines.reduce(
        (sum, { orderId, kind, centavos }) =>
          sum + (orderId === order.id && kind !== 'refund' && kind !== 'waived' ? centavos : 0),
        0,
      )
    const paid = order.method === 'online' && order.status === 'confirmed'
    if (used.length !== (paid ? 1 : 0))
      yield `order ${order.number} (${order.status}) stands on ${used.length} payments`
    for (const { id, centavos } of used)
      if (centavos !== total) yield `order ${order.number} of ${total} stands on payment ${id} of ${centavos}`
    for (const { id, centavos } of own.filter(({ purpose }) => purpose === 'unused')) {
      const back = refunds.filter(({ paymentId }) => paymentId === id)
      if (back.length !== 1 || back[0]!.centavos !== centavos)
        yield `payment ${id} was of no use and did not go back whole`
    }
  }

  for (const { id, centavos } of payments) {
    const ours = refunds.filter(({ paymentId }) => paymentId === id)
    const owed = ours.reduce((sum, one) => sum + one.centavos, 0)
    if (owed > centavos) yield `${owed} of the ${centavos} of payment ${id} go back`
    const theirs = provider.refunds.filter(({ paymentId, status }) => paymentId === id && status !== 'failed')
    for (const one of theirs) {
      const same = ours.find(({ providerId }) => providerId === one.id)
      if (!same) yield `the provider sent ${one.id} back, and it is none of ours: ${JSON.stringify(ours)}`
      else if (same.status !== 'succeeded' || same.centavos !== one.amount)
        yield (
          `refund ${same.id} is ${same.status} over ${same.centavos} here and ${one.status} over ` +
          `${one.amount} there`
        )
    }
    for (const one of ours)
      if (one.status === 'succeeded' && !theirs.some((there) => there.id === one.providerId))
        yield `refund ${one.id} is made here and not there`
      else if (one.status === 'due' || one.status === 'sent') yield `refund ${one.id} is still ${one.status}`
  }
  for (const { id, closed } of sessions) if (!closed) yield `checkout ${id} is still looked after`
}
