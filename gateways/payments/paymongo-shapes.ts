import { z } from 'zod'
import type { PaymentIntent, ProviderCheckout, ProviderPayment, ProviderRefund } from './port.ts'

const centavos = z.number().int().min(0)
/** A state that is new to us is `unknown`: an entry of a list that can't be read is hidden from our books. */
const known = <const T extends string>(...states: T[]) =>
  z.string().transform((state) => states.find((one) => one === state) ?? ('unknown' as const))
const seconds = z.number().transform((s) => new Date(s * 1000))

/**
 * Reads PayMongo's answers into the port's types. An answer of the other mode (test or live), or with a hosted page
 * that `isCheckoutUrl` does not allow, counts as invalid; in a list, such an entry does.
 */
export function shapes(live: boolean, isCheckoutUrl: (url: string) => boolean) {
  const livemode = z.literal(live)
  const checkoutUrl = z.string().refine((url) => url === '' || isCheckoutUrl(url))

  // One that names no payment is still compared.
  const refund = z
    .object({
      id: z.string().min(1),
      attributes: z.object({
        amount: centavos,
        payment_id: z.string().nullish().catch(null),
        status: known('pending', 'processing', 'succeeded', 'failed'),
        created_at: seconds,
        notes: z.string().nullish().catch(null),
        livemode: livemode.optional(),
      }),
    })
    .transform(({ id, attributes: a }): ProviderRefund => ({
      id,
      paymentId: a.payment_id || null,
      status: a.status === 'processing' ? 'pending' : a.status,
      centavos: a.amount,
      createdAt: a.created_at,
      notes: a.notes || null,
    }))

  const payment = z
    .object({
      id: z.string().min(1),
      attributes: z.object({
        amount: centavos,
        fee: centavos.nullish(),
        foreign_fee: centavos.nullish(),
        currency: z.string(),
        // A refunded payment was paid before.
        status: known('pending', 'paid', 'failed', 'refunded', 'partially_refunded'),
        source: z.object({ type: z.string() }).nullish(),
        paid_at: seconds.nullish(),
        metadata: z
          .object({ order_number: z.string().nullish().catch(null) })
          .nullish()
          .catch(null),
        description: z.string().nullish().catch(null),
        livemode: livemode.optional(),
        refunds: z.array(refund).nullish().catch(null),
      }),
    })
    .transform(({ id, attributes: a }): ProviderPayment => ({
      id,
      status: a.status === 'refunded' || a.status === 'partially_refunded' ? 'paid' : a.status,
      centavos: a.amount,
      feeCentavos: (a.fee ?? 0) + (a.foreign_fee ?? 0),
      currency: a.currency,
      channel: a.source?.type ?? 'unknown',
      paidAt: a.paid_at ?? null,
      orderNumber: a.metadata?.order_number ?? /^Order (\S{1,40})$/.exec(a.description ?? '')?.[1] ?? null,
      refunds: a.refunds ?? null,
    }))

  const session = z.object({
    id: z.string().min(1),
    attributes: z.object({
      checkout_url: checkoutUrl.nullish(),
      status: z.string(),
      livemode,
      reference_number: z.string().nullish(),
      payments: z.array(payment).nullish(),
      payment_intent: z
        .object({ attributes: z.object({ payments: z.array(payment).nullish() }) })
        .nullish()
        .catch(null),
    }),
  })
  const toCheckout = ({ id, attributes: a }: z.infer<typeof session>): ProviderCheckout => ({
    id,
    url: a.checkout_url ?? '',
    status: a.status === 'expired' || a.status === 'cancelled' ? 'expired' : 'active',
    orderNumber: a.reference_number ?? null,
    payments: a.payments?.length ? a.payments : (a.payment_intent?.attributes.payments ?? []),
  })

  const intent = z
    .object({
      id: z.string().min(1),
      attributes: z.object({
        amount: centavos,
        client_key: z.string(),
        currency: z.string(),
        status: z.string(),
        livemode,
      }),
    })
    .transform(({ id, attributes: a }): PaymentIntent => ({
      id,
      clientKey: a.client_key,
      status: a.status,
      centavos: a.amount,
      currency: a.currency,
    }))

  const one = <T>(shape: z.ZodType<T>) => z.object({ data: shape }).transform(({ data }): T => data as T)
  // An entry that can't be read must not hide the others. Each has an id: the next page begins after the last one.
  const list = <T>(shape: z.ZodType<T>) =>
    z
      .object({ data: z.array(z.looseObject({ id: z.string().min(1) })), has_more: z.boolean().optional() })
      .transform(({ data, has_more }) => {
        const read = data.map((entry) => ({ id: entry.id, ...shape.safeParse(entry) }))
        return {
          items: read.flatMap((one) => (one.success ? [one.data] : [])),
          unreadable: read.flatMap((one) =>
            one.success ? [] : [{ id: one.id, wrong: placesOf(one.error) }],
          ),
          next: has_more ? (data.at(-1)?.id ?? null) : null,
        }
      })

  return {
    checkout: one(session.transform(toCheckout)),
    payment: one(payment),
    payments: list(payment),
    refund: one(refund),
    refunds: list(refund),
    intent: one(intent),
  }
}

/** The places of the first five errors in an answer, and their codes. */
export const placesOf = ({ issues }: z.ZodError): string[] =>
  issues.slice(0, 5).map(({ path, code }) => `${path.join('.')}: ${code}`)

/** PayMongo's errors: only their codes, since a detail may repeat what was sent. */
export const errorShape = z.object({ errors: z.array(z.object({ code: z.string().max(100) })).min(1) })
