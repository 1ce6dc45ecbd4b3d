import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../account/password-length.ts'
import { DEFAULT_LOCATION, MAX_PHOTO_BYTES, MAX_PHOTOS } from '../listing/listing.ts'
import { formatPeso } from '../money.ts'
import { policyTerms } from '../refund/cancellation.ts'
import { CLAIM_HOURS, MAX_CLAIM_PHOTOS } from '../deposit/deposit.ts'
import {
  MAX_LATE_DAYS,
  NO_SHOW_ANSWER_HOURS,
  NO_SHOW_NOTICE_HOURS,
  NO_SHOW_SAY_HOURS,
  LATE_FEE_OBJECT_HOURS,
} from '../rental-limits.ts'
import { HOLD_MINUTES } from '../payment/payment.ts'
import type { TimesKept } from '../retention/policy.ts'
import { DELIVERY_FEE_CENTAVOS, durations, priceOrder, SERVICE_FEE_PERCENT } from '../pricing/pricing.ts'
import { totalsOf } from '../book/money-line.ts'

/** The rental of the examples in help texts: a tent at ₱400.00 a day for 3 days, delivered. */
const example = totalsOf(
  priceOrder([
    {
      lineId: 'tent',
      pricePerDayCentavos: 40_000,
      durationDays: 3,
      deliveryOption: 'delivery',
      depositCentavos: 0,
    },
  ]),
)

/** What help texts say of the site as it is set. */
export type HelpSite = {
  siteName: string
  supportEmail: string
  replyHours: number
  kept: Pick<TimesKept, 'rentalPhotos'>
  /** The payment channels; null: nothing is paid online. */
  payments: { channels: readonly string[] } | null
  assistant: { on: boolean }
}

/** The figures in help texts, taken from the rules so that each is written once: `{{serviceFee}}` is `5%`. */
export function helpValues({
  siteName,
  supportEmail,
  replyHours,
  kept,
  payments,
}: HelpSite): Record<string, string> {
  return {
    siteName,
    supportEmail,
    rentalPhotosKept: kept.rentalPhotos,
    serviceFee: `${SERVICE_FEE_PERCENT}%`,
    deliveryFee: formatPeso(DELIVERY_FEE_CENTAVOS),
    durations: either(durations),
    payWays: payWays(payments?.channels ?? []),
    replyHours: String(replyHours),
    holdMinutes: String(HOLD_MINUTES),
    claimHours: String(CLAIM_HOURS),
    lateDays: String(MAX_LATE_DAYS),
    objectHours: String(LATE_FEE_OBJECT_HOURS),
    noShowNoticeHours: String(NO_SHOW_NOTICE_HOURS),
    noShowSayHours: String(NO_SHOW_SAY_HOURS),
    noShowHours: String(NO_SHOW_ANSWER_HOURS),
    claimPhotos: String(MAX_CLAIM_PHOTOS),
    maxPhotos: String(MAX_PHOTOS),
    maxPhotoMb: String(MAX_PHOTO_BYTES / 1024 / 1024),
    defaultLocation: DEFAULT_LOCATION,
    passwordFrom: String(MIN_PASSWORD_LENGTH),
    passwordTo: String(MAX_PASSWORD_LENGTH),
    flexible: policyTerms.flexible.text,
    moderate: policyTerms.moderate.text,
    strict: policyTerms.strict.text,
    exampleRent: formatPeso(example.subtotal),
    exampleFee: formatPeso(example.serviceFee),
    exampleTotal: formatPeso(example.total),
  }
}

const either = (words: readonly (string | number)[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const bestKnown: Record<string, string> = { card: 'a card', gcash: 'GCash', paymaya: 'Maya' }

/** The payment channels in words: the best known by name. */
function payWays(channels: readonly string[]): string {
  const known = Object.keys(bestKnown).filter((channel) => channels.includes(channel))
  const hasMore = channels.length > known.length
  if (known.length === 0) return 'a way that it shows'
  return either([
    ...known.map((channel) => bestKnown[channel]!),
    ...(hasMore ? ['another way that it shows'] : []),
  ])
}

/** What a site may have or not. */
export const helpFeatures = ['payments', 'assistant'] as const
export type HelpFeature = (typeof helpFeatures)[number]

/** What the site has of that, as it is set. */
export const featuresOf = ({ payments, assistant }: HelpSite): readonly HelpFeature[] => [
  ...(payments ? ['payments' as const] : []),
  ...(assistant.on ? ['assistant' as const] : []),
]
