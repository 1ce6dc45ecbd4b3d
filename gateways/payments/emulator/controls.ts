import { Hono } from 'hono'
import { z } from 'zod'
import type { Actions } from './actions.ts'
import type { Fault, Faults } from './faults.ts'
import type { createWebhooks, WebhookFault } from './webhooks.ts'

type World = {
  list(): object
  secretKey: string
  actions: Pick<Actions, 'pay' | 'fail' | 'begin' | 'finish' | 'settleRefund' | 'settleDue' | 'refunds'>
  faults: Faults
  webhooks: ReturnType<typeof createWebhooks>
}

const checkout = z.object({
  checkoutId: z.string(),
  channel: z.string().optional(),
  centavos: z.int().positive().optional(),
})

/**
 * Lets tests in other processes trigger actions: `POST /__emulator/<name>` with JSON and the secret key. An action
 * that is not possible is a 400 that says why.
 */
export function emulatorControls({ list, secretKey, actions, faults, webhooks }: World) {
  const expected = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const commands: Record<string, (given: unknown) => unknown> = {
    pay: (given) => {
      const { checkoutId, ...options } = checkout.parse(given)
      return actions.pay(checkoutId, options)
    },
    fail: (given) => {
      const { checkoutId, ...options } = checkout.parse(given)
      return actions.fail(checkoutId, options)
    },
    begin: (given) => {
      const { checkoutId, ...options } = checkout.parse(given)
      return actions.begin(checkoutId, options)
    },
    finish: (given) => {
      const { paymentId, how } = z
        .object({ paymentId: z.string(), how: z.enum(['paid', 'failed']) })
        .parse(given)
      return actions.finish(paymentId, how)
    },
    'settle-refund': (given) => {
      const { refundId, how } = z
        .object({ refundId: z.string(), how: z.enum(['succeeded', 'failed']).optional() })
        .parse(given)
      return actions.settleRefund(refundId, how)
    },
    refunds: (given) =>
      Object.assign(actions.refunds, z.object({ go: z.enum(['settle', 'hold', 'fail']) }).parse(given)),
    faults: (given) => {
      faults.clear()
      faults.add(...(given as Fault[]))
      return { left: faults.left }
    },
    webhooks: (given) => {
      webhooks.set()
      webhooks.set(given as Partial<WebhookFault>)
      return {}
    },
    'release-webhooks': () => {
      webhooks.release()
      return {}
    },
    list: () => {
      actions.settleDue()
      return list()
    },
  }

  const controls = new Hono()
  controls.post('/__emulator/:command', async (c) => {
    if (c.req.header('authorization') !== expected) return c.json({ error: 'The key is wrong.' }, 401)
    const command = Object.hasOwn(commands, c.req.param('command'))
      ? commands[c.req.param('command')]
      : undefined
    if (!command) return c.json({ error: 'There is no such command.' }, 404)
    try {
      return c.json(command(await c.req.json().catch(() => ({}))) as object)
    } catch (error) {
      return c.json({ error: (error as Error).message }, 400)
    }
  })
  return controls
}
