import { formatDay, type Day } from '../period.ts'
import { formatPeso } from '../money.ts'
import { type CancellationPolicy, policyTerms } from '../refund/cancellation.ts'
import { daysText } from '../pricing/pricing.ts'

export type AgreedItem = {
  title: string
  ownerName: string
  durationDays: number
  startDate: Day
  ownerTerms: string
  cancellationPolicy: CancellationPolicy
  depositCentavos: number
}

/** The placeholders an admin may write in the template. */
export const placeholders = ['{{renterName}}', '{{items}}'] as const

/**
 * The agreement as the renter reads and accepts it: plain text. Each placeholder is replaced in one pass, so that
 * braces in a name or in an owner's terms are not replaced. Without a name it says `The Renter`.
 * ### Example `renderAgreement('By {{renterName}}: {{items}}', …)` gives `By Ana Cruz: 1. 4-person tent` with its
 * owner, days, start date and terms on the lines below.
 */
export function renderAgreement(template: string, renterName: string, items: readonly AgreedItem[]): string {
  const list = items.map(itemText).join('\n\n')
  return template.replaceAll(/\{\{(renterName|items)\}\}/g, (_, name: string) =>
    name === 'items' ? list : renterName.trim() || 'The Renter',
  )
}

function itemText(item: AgreedItem, i: number): string {
  const { label, text } = policyTerms[item.cancellationPolicy]
  return [
    `${i + 1}. ${item.title}`,
    `   Owner: ${item.ownerName}`,
    `   For ${daysText(item.durationDays)} from ${formatDay(item.startDate)}`,
    `   If the renter cancels (${label.toLowerCase()}): ${text}`,
    ...(item.depositCentavos > 0 ? [`   Refundable deposit: ${formatPeso(item.depositCentavos)}`] : []),
    `   Owner's terms: ${item.ownerTerms.trim() || 'none beyond this agreement'}`,
  ].join('\n')
}
