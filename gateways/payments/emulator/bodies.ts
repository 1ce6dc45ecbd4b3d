import { z } from 'zod'

export type ApiError = { code: string; detail: string; source?: { pointer: string; attribute: string } }

const PHP = z.literal('PHP')
const address = z.url({ protocol: /^https?$/ }).nullish()
const text = z.string().trim().min(1)
const metadata = z.record(z.string(), z.string()).nullish()
const MINIMUM = 2000
const MAXIMUM = 999_999_999

const line = z.object({
  name: text,
  amount: z.int().min(1),
  currency: PHP,
  quantity: z.int().min(1),
  description: z.string().nullish(),
  images: z.array(z.string()).nullish(),
})

/** The body that creates a checkout session; `active` are the payment methods of the account. */
export const sessionBody = (active: readonly string[]) =>
  z
    .object({
      line_items: z.array(line).min(1),
      payment_method_types: z.array(z.enum(active)).min(1),
      success_url: address,
      cancel_url: address,
      reference_number: z.string().nullish(),
      description: z.string().nullish(),
      billing: z
        .object({ name: z.string().nullish(), email: z.email().nullish(), phone: z.string().nullish() })
        .nullish(),
      metadata,
    })
    .superRefine(({ line_items }, issues) => {
      const total = line_items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
      const about = { input: total, origin: 'number' as const, path: ['line_items'], message: '' }
      if (total < MINIMUM) issues.addIssue({ ...about, code: 'too_small', minimum: MINIMUM })
      if (total > MAXIMUM) issues.addIssue({ ...about, code: 'too_big', maximum: MAXIMUM })
    })

export const refundBody = z.object({
  amount: z.int().min(100),
  payment_id: text,
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'others']),
  notes: z.string().max(255).nullish(),
  metadata,
})

/** The body that creates a payment intent. */
export const intentBody = (active: readonly string[]) =>
  z.object({
    amount: z.int().min(MINIMUM).max(MAXIMUM),
    currency: PHP,
    payment_method_allowed: z.array(z.enum(active)).min(1),
    description: z.string().nullish(),
    capture_type: z.enum(['automatic', 'manual']).nullish(),
    statement_descriptor: z.string().nullish(),
    metadata,
  })

export type SessionBody = z.infer<ReturnType<typeof sessionBody>>
export type RefundBody = z.infer<typeof refundBody>
export type IntentBody = z.infer<ReturnType<typeof intentBody>>

/** The attributes of a request, or the errors in PayMongo's words. */
export function readBody<T>(
  body: string,
  shape: z.ZodType<T>,
): { ok: true; value: T } | { ok: false; errors: ApiError[] } {
  let given: unknown
  try {
    given = (JSON.parse(body) as { data?: { attributes?: unknown } } | null)?.data?.attributes
  } catch {
    given = undefined
  }
  const read = shape.safeParse(given)
  if (read.success) return { ok: true, value: read.data }
  return { ok: false, errors: read.error.issues.map((issue) => errorOf(issue, given)) }
}

function errorOf(issue: z.core.$ZodIssue, given: unknown): ApiError {
  const pointer = issue.path.join('.')
  const attribute = String(issue.path.at(-1) ?? 'attributes')
  const fieldError = (code: string, rest: string) => ({
    code,
    detail: `${pointer || 'attributes'} ${rest}`,
    source: { pointer, attribute },
  })
  if (valueAt(given, issue.path) === undefined) return fieldError('parameter_required', 'is required.')
  if (issue.code === 'too_small')
    return fieldError('parameter_below_minimum', `cannot be less than ${issue.minimum}.`)
  if (issue.code === 'too_big')
    return fieldError('parameter_above_maximum', `cannot be more than ${issue.maximum}.`)
  if (issue.code === 'invalid_type')
    return fieldError('parameter_data_type_invalid', `should be ${issue.expected}.`)
  if (issue.code === 'invalid_format') return fieldError('parameter_format_invalid', 'format is invalid.')
  return fieldError('parameter_invalid', 'is invalid.')
}

function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    from,
  )
}
