import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { createActions } from './emulator/actions.ts'
import { DROPPED, emulatorApi } from './emulator/api.ts'
import { emulatorControls } from './emulator/controls.ts'
import { createFaults } from './emulator/faults.ts'
import { emulatorPages } from './emulator/page.ts'
import { openState, saveState } from './emulator/state.ts'
import { createWebhooks } from './emulator/webhooks.ts'

export type EmulatorOptions = {
  /** `sk_test_…`; the emulator accepts no live key. */
  secretKey: string
  webhookSecret: string
  /** The origin of its pages in a browser. */
  origin: string
  /** The address to which events are sent; without it they are collected. */
  webhookUrl?: string | (() => string)
  /** The folder that stores its state between starts. */
  folder?: string
  clock?: { now(): Date }
  /** The payment methods of the account. */
  channels?: readonly string[]
  settleRefundsAfterMs?: number
  retryDelaysMs?: readonly number[]
}

const channels = ['card', 'gcash', 'paymaya', 'grab_pay', 'qrph', 'billease', 'dob', 'dob_ubp']
/** Twelve tries over two hours and a quarter, as PayMongo does. */
const retryDelays = Array.from({ length: 12 }, (_, n) => 2 ** n * 2000)

/**
 * An emulated payment provider without a network. It speaks PayMongo's protocol through `fetch`, lets a test pay, fail
 * and break things, and needs no timers, so that a test can run thousands of histories.
 */
export function paymentEmulator(options: EmulatorOptions) {
  if (!options.secretKey.startsWith('sk_test_'))
    throw new Error('The payment emulator takes no live key, since no money moves.')
  const { origin, folder, webhookUrl, clock = { now: () => new Date() } } = options
  const state = openState(folder)
  const faults = createFaults()
  const webhooks = createWebhooks({
    secret: options.webhookSecret,
    now: () => clock.now(),
    url: typeof webhookUrl === 'string' ? () => webhookUrl : (webhookUrl ?? null),
    retryDelaysMs: options.retryDelaysMs ?? retryDelays,
  })
  const now = () => clock.now().getTime()
  const changed = () => saveState(folder, state)
  const { forget, settleDue, refunds, pay, fail, begin, finish, settleRefund, ...rest } = createActions({
    state,
    origin,
    now,
    webhooks,
    settleRefundsAfterMs: options.settleRefundsAfterMs ?? 0,
  })
  const saving = <A extends unknown[], T>(act: (...args: A) => T) => {
    return (...args: A): T => {
      const done = act(...args)
      changed()
      return done
    }
  }
  const actions = {
    pay: saving(pay),
    fail: saving(fail),
    begin: saving(begin),
    finish: saving(finish),
    settleRefund: saving(settleRefund),
    settleDue() {
      const settled = settleDue()
      if (settled) changed()
      return settled
    },
  }
  /** Everything it has stored, the oldest first. */
  const list = () => ({
    checkouts: [...state.sessions.values()],
    payments: [...state.payments.values()],
    refunds: [...state.refunds.values()],
  })
  const app = new Hono()
  app.notFound((c) => c.body(null, 404))
  const { secretKey } = options
  app.route('/', emulatorPages({ state, actions }))
  app.route('/', emulatorControls({ list, secretKey, actions: { ...actions, refunds }, faults, webhooks }))
  app.route(
    '/',
    emulatorApi({
      state,
      origin,
      secretKey,
      channels: options.channels ?? channels,
      now,
      actions: { ...rest, forget, settleDue, refunds, pay, fail, begin, finish, settleRefund },
      faults,
      changed,
    }),
  )

  return {
    ...actions,
    origin,
    faults,
    webhooks,
    /** The result of refunds made from now on: `settle`, `hold` (until `settleRefund`) or `fail`. */
    refunds,
    app,
    list,
    /** Calls it without a network. A dropped connection throws, as it does for `fetch`. */
    async fetch(url: string, init: RequestInit = {}): Promise<Response> {
      const { method, headers, body } = init
      const response = await app.fetch(new Request(url, { method, headers, body }))
      if (response.headers.has(DROPPED)) throw new TypeError('fetch failed')
      return response
    },
    /** Deletes everything. */
    reset() {
      for (const all of Object.values(state)) all.clear()
      forget()
      faults.clear()
      webhooks.set()
      webhooks.collected.length = 0
      refunds.go = 'settle'
      changed()
    },
  }
}

export type PaymentEmulator = ReturnType<typeof paymentEmulator>

export type StartOptions = Omit<EmulatorOptions, 'origin'> & {
  /** `production` is refused. */
  mode: string
  /** The port; 0 for any free one. */
  port: number
  host: string
  /** The host name under which browsers reach this machine. */
  publicHost?: string
}

/** Starts the emulator as a server. It refuses to start in production. */
export async function startPaymentEmulator(options: StartOptions) {
  if (options.mode === 'production') throw new Error('The payment emulator does not run in production.')
  const server = createServer()
  const port = await listen(server, options.port, options.host)
  const emulator = paymentEmulator({
    settleRefundsAfterMs: 2000,
    ...options,
    origin: `http://${options.publicHost ?? '127.0.0.1'}:${port}`,
  })
  server.on(
    'request',
    getRequestListener(
      async (request, env) => {
        const response = await emulator.app.fetch(request, env)
        if (!response.headers.has(DROPPED)) return response
        ;(env as { incoming: import('node:http').IncomingMessage }).incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      },
      { overrideGlobalObjects: false },
    ),
  )
  const settling = setInterval(emulator.settleDue, 250)
  settling.unref()
  return {
    ...emulator,
    /** The address at which the site calls it. */
    url: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(settling)
      emulator.webhooks.close()
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

export type RunningEmulator = Awaited<ReturnType<typeof startPaymentEmulator>>

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('listening', () => done((server.address() as AddressInfo).port))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || port === 0) return fail(error)
      server.once('error', fail)
      server.listen(0, host)
    })
    server.listen(port, host)
  })
}
