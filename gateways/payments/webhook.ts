import { createHash } from 'node:crypto'
import { z } from 'zod'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { MAX_WEBHOOK_BYTES, type ProviderEvent } from './port.ts'
import { isSigned, type SignatureRule } from './signature.ts'

const id = z.string().regex(/^\w{1,100}$/)
const resource = z.object({
  id: id.optional().catch(undefined),
  type: z.string().optional(),
  attributes: z
    .object({
      payment_id: id.optional().catch(undefined),
      refunds: z.array(z.object({ id })).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
const content = z.object({
  type: z.string().min(1).max(100),
  livemode: z.boolean(),
  resource: z.string().optional(),
  data: resource.optional().catch(undefined),
})
/** Both envelopes: the classic one wraps the event in `attributes`, the one of hosted checkouts does not. */
const envelope = z.object({
  data: z.union([
    z.object({ id: z.string().optional(), attributes: content }),
    content.extend({ id: z.string().optional() }),
  ]),
})

/** Reads a webhook as the port describes. A body over 1 MB is `unreadable`, before any signature is computed. */
export function readWebhook(
  body: Uint8Array,
  signature: string | null,
  rule: SignatureRule,
  now: Date,
): Verdict<{ event: ProviderEvent }> {
  if (body.byteLength > MAX_WEBHOOK_BYTES) return refuse('unreadable', 'The webhook is too large.')
  if (!isSigned(body, signature, rule, now))
    return refuse('signature', 'The webhook is not signed by PayMongo.')
  const read = envelope.safeParse(parsed(body))
  if (!read.success) return refuse('unreadable', 'The webhook could not be read.')
  const { data } = read.data
  const event = 'attributes' in data ? data.attributes : data
  if (event.livemode !== rule.live) return refuse('mode', 'The webhook is of the other mode.')
  const named = data.id && data.id.length <= 100 ? data.id : null
  return {
    ok: true,
    event: {
      id: named ?? createHash('sha256').update(body).digest('hex'),
      type: event.type,
      ...idsOf(event),
    },
  }
}

function idsOf(event: z.infer<typeof content>): Omit<ProviderEvent, 'id' | 'type'> {
  const { data } = event
  const kind = data?.type ?? event.resource
  const own = (type: string) => (kind === type ? (data?.id ?? null) : null)
  const refunds = event.type.startsWith('payment.refund') ? data?.attributes?.refunds : undefined
  return {
    checkoutId: own('checkout_session'),
    paymentId: own('payment') ?? (kind === 'refund' ? (data?.attributes?.payment_id ?? null) : null),
    refundId: own('refund') ?? refunds?.at(-1)?.id ?? null,
  }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
