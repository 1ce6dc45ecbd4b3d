import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { paymentChannels } from '#domain/payment/payment.ts'
import { SettingError } from './setting-error.ts'
import { setting } from './setting.ts'

const channels = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((each) => each.trim()))])
  .pipe(z.array(z.enum(paymentChannels)).min(1))

/** The settings of online payment. */
export const paymentFields = {
  PAYMONGO_SECRET_KEY: setting(
    'PayMongo’s `sk_…`. Without it production takes no payment online; demo and development use an emulator',
    z.string().trim().optional(),
  ),
  PAYMONGO_WEBHOOK_SECRET: setting(
    'the `whsk_…` of the webhook `…/api/paymongo/webhook`; goes with the key',
    z.string().trim().optional(),
  ),
  PAYMONGO_CHANNELS: setting(
    'how people may pay online, in PayMongo’s words',
    channels.prefault('card,gcash,paymaya,grab_pay'),
  ),
  PAYMONGO_MINIMUM_CENTAVOS: setting(
    'smaller totals are not offered online',
    z.coerce.number().int().min(100).max(999_999_999).default(2000),
  ),
  PAYMONGO_WEBHOOK_TOLERANCE: setting(
    'for how many seconds a signed webhook is good; PayMongo tries for over two hours',
    z.coerce.number().int().min(60).max(172_800).default(10_800),
  ),
  PAYMONGO_EMULATOR_PORT: setting(
    'where the emulator of payments listens, or any free port',
    z.coerce.number().int().min(0).max(65535).optional(),
    '`PORT` + 1',
  ),
}
type Fields = z.infer<z.ZodObject<typeof paymentFields>>

export type PaymentSettings = {
  secretKey: string
  webhookSecret: string
  /** The payment channels that people may use. */
  channels: string[]
  /** Online payment is not offered for a total below this. */
  minimumCentavos: number
  /** How many seconds from now a webhook's signature time may be. */
  webhookToleranceSeconds: number
}

/**
 * The settings of online payment. Without keys it is null in production, and uses the emulator elsewhere, whose keys
 * are made from the session secret. Only one of the two keys, a key of a wrong form and a live key outside production
 * throw a `SettingError`.
 */
export function readPayments(
  values: Fields,
  production: boolean,
  sessionSecret: string,
): { payments: PaymentSettings | null; emulatePayments: boolean } {
  const rest = {
    channels: values.PAYMONGO_CHANNELS,
    minimumCentavos: values.PAYMONGO_MINIMUM_CENTAVOS,
    webhookToleranceSeconds: values.PAYMONGO_WEBHOOK_TOLERANCE,
  }
  const [key, secret] = [values.PAYMONGO_SECRET_KEY, values.PAYMONGO_WEBHOOK_SECRET]
  if (key || secret) {
    check('PAYMONGO_SECRET_KEY', key, /^sk_(test|live)_\w{8,}$/, 'sk_live_… of your PayMongo dashboard')
    check('PAYMONGO_WEBHOOK_SECRET', secret, /^whsk_\w{8,}$/, 'whsk_… of the webhook you registered')
    if (key!.startsWith('sk_live_') && !production)
      throw new SettingError('PAYMONGO_SECRET_KEY is a live key, which is taken in production only.')
    return { payments: { secretKey: key!, webhookSecret: secret!, ...rest }, emulatePayments: false }
  }
  if (production) return { payments: null, emulatePayments: false }
  const made = (what: string) => createHmac('sha256', sessionSecret).update(what).digest('hex').slice(0, 32)
  const keys = { secretKey: `sk_test_${made('payments')}`, webhookSecret: `whsk_${made('webhooks')}` }
  return { payments: { ...keys, ...rest }, emulatePayments: true }
}

function check(name: string, value: string | undefined, form: RegExp, what: string) {
  if (!value)
    throw new SettingError(`${name} is missing: PayMongo needs both its keys, this one being ${what}.`)
  if (/change[-_]?me|example|your_|x{6,}|\*/i.test(value))
    throw new SettingError(`${name} still has an example value.`)
  if (!form.test(value)) throw new SettingError(`${name} has not the form of ${what}.`)
}
