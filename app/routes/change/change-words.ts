import { changeText } from '#domain/change/change.ts'
import { type ChangePrice, priceOf } from '#domain/change/price-change.ts'
import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import type { PaymentMethod } from '#domain/status.ts'
import type { OpenChange } from '#server/rental/tracked.ts'

/** What a change costs its renter, or gives back: `₱1,049.99 more`. What is paid in cash is only less. */
export function priceText(price: ChangePrice, method: PaymentMethod): string {
  const centavos = priceOf(price)
  if (centavos === 0) return 'The price stays the same'
  return centavos > 0
    ? `${formatPeso(centavos)} more`
    : `${formatPeso(-centavos)} ${method === 'online' ? 'back' : 'less'}`
}

/** What the rent and the fee of it are: `₱999.99 rent and ₱50.00 service fee`. */
export function partsText({ rentCentavos, feeCentavos }: ChangePrice): string {
  const [rent, fee] = [formatPeso(Math.abs(rentCentavos)), formatPeso(Math.abs(feeCentavos))]
  return feeCentavos === 0 ? `${rent} rent` : `${rent} rent and ${fee} service fee`
}

/** What an open change waits for, as each side reads it. */
export function openText(change: OpenChange, side: Side, partnerName: string): string {
  const what = changeText(change.from, change.to)
  if (change.state === 'paying') {
    const until = change.holdsUntil ? ` by ${formatInstant(change.holdsUntil)}` : ''
    return side === 'renter'
      ? `${partnerName} agreed: ${what}. Please pay${until}, or nothing changes.`
      : `You agreed: ${what}. ${partnerName} has to pay${until}, or nothing changes.`
  }
  const until = formatInstant(change.answerBy)
  return side === 'renter'
    ? `You asked for this: ${what}. ${partnerName} answers by ${until}, or nothing changes.`
    : `${partnerName} asks for this: ${what}. Please answer by ${until}, or nothing changes.`
}
