import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { connect } from '#db/connect.ts'
import { asRenter } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { addDays, dayInManila } from '#domain/period.ts'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import { payMongo } from '#gateways/payments/paymongo.ts'
import { signWebhook } from '#gateways/payments/signature.ts'
import { accepted } from '#seeds/act.ts'
import { readCart } from '#server/cart/read-cart.ts'
import type { Context, Services } from '#server/context.ts'
import { doEffect } from '#server/job/do-effect.ts'
import { runEffects } from '#server/job/run-effects.ts'
import { inProcessLimits } from '#gateways/limits/in-process.ts'
import { createLimits } from '#server/limits.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { findPayableOrder } from '#server/order/queries.ts'
import { receiveEvent } from '#server/payment/receive-event.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { sweepRentals } from '#server/rental/sweep-rentals.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { readSettings } from '#server/settings.ts'
import { crashes } from '#tests/money/crash.ts'
import { emulatorAt } from '#tests/support/payments.ts'

/* The site as a process that is killed: `node payment-process.ts <job as JSON>` lets a renter order and pay, and the
   owner reject it, and is killed at boundary `dieAt`. With `after` it first catches up with an order during which
   another process died, either because people press everything again (`again`) or only by the jobs (`alone`). */
export type Job = {
  databaseUrl: string
  emulator: { url: string; secretKey: string }
  webhookSecret: string
  renter: User
  owner: User
  listingId: string
  catchUp: 'again' | 'alone'
  after?: { key: string; at: string }
  next?: { key: string; at: string; dieAt: number }
}

// A killed process would leave nothing in the compile cache.
flushCompileCache()

const job = JSON.parse(process.argv[2]!) as Job
const crash = crashes(() => {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
const settings = readSettings(
  { SESSION_SECRET: 'k3Jd83hf74hfnvkdjf8374hfjdksl39f', LOG_LEVEL: 'silent' },
  'test',
)
const connection = await connect({ databaseUrl: job.databaseUrl, poolSize: 4 })
crash.watch(connection.pool)
const { url, secretKey } = job.emulator
let now = new Date()
const gateway = payMongo({ secretKey, webhookSecret: job.webhookSecret, apiUrl: url, checkoutOrigin: url })
const mail = { send: async () => {}, close: async () => {} }
const services = {
  db: connection.db,
  payments: crash.gateway(gateway),
  events: inProcessEvents(),
  push: null,
  limits: createLimits(settings.limits, inProcessLimits()),
  settings,
  log: pino({ level: 'silent' }),
  clock: { now: () => now },
  afterCommit: () => {},
} as unknown as Services
const command = emulatorAt(job.emulator)
/**
 * Mails move no money, and rendering them takes most of the process's time; `mail-kill.test.ts` covers a death while
 * mailing.
 */
const effects = () =>
  runEffects(services, async (effect) => {
    if (!effect.kind.endsWith('-mail')) await doEffect(services, mail, effect)
  })
const by = (actor: User): Context => ({
  ...services,
  actor,
  requestId: '',
  ip: '',
  headers: new Headers(),
})
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
const work = async (minutes: number) => {
  later(minutes)
  await sweepPayments(services)
  await sweepRentals(services)
  await effects()
}

if (job.after) {
  now = new Date(Date.parse(job.after.at) + 5 * 60_000)
  if (job.catchUp === 'again') await orderPayReject(job.after.key)
  for (const minutes of [5, 31, 4 * 1440, 60, 10 * 1440]) await work(minutes)
  console.log('caught up')
  // The parent process checks the state after catching up.
  await once(process.stdin, 'data')
}
if (job.next) {
  now = new Date(job.next.at)
  const { key, dieAt } = job.next
  await fillCart()
  crash.start(dieAt)
  await orderPayReject(key)
  crash.start()
  console.log('done')
}
await connection.close()
process.stdin.destroy()

/** The actions of two people and the provider's webhook; actions done before are repeated. */
async function orderPayReject(key: string): Promise<void> {
  const { renter } = accepted(asRenter(job.renter))
  const ctx = by(renter)
  const quote = quoteFor(await readAgreementTemplate(services.db), renter, await readCart(ctx, renter))
  const checkout = { idempotencyKey: key, paymentMethod: 'online' as const, quoteSeen: quote.fingerprint }
  const { orderNumber } = accepted(await placeOrder(ctx, renter, checkout))
  await openPayment(ctx, renter, orderNumber)
  const { id, session } = (await findPayableOrder(services.db, { number: orderNumber }))!
  const { payments } = await command<{ payments: { sessionId: string }[] }>('list')
  if (!payments.some(({ sessionId }) => sessionId === session!.id))
    await command('pay', { checkoutId: session!.id, channel: 'gcash' })
  await receiveEvent(services, ...webhookOf(key, session!.id))
  await settleCheckout(services, session!.id)
  await effects()
  const rental = await services.db
    .selectFrom('rental')
    .select('id')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow()
  await takePartyAction(by(job.owner), { rentalId: rental.id, action: 'reject' })
  await effects()
  await sweepPayments(services)
  await effects()
}

async function fillCart() {
  const line = {
    renterId: job.renter.id,
    listingId: job.listingId,
    startDate: addDays(dayInManila(now), 2),
    durationDays: 3 as const,
    deliveryOption: 'delivery' as const,
    seenPricePerDayCentavos: 33_333,
  }
  await services.db.deleteFrom('cartLine').where('renterId', '=', job.renter.id).execute()
  await services.db.insertInto('cartLine').values(line).execute()
}

/** The provider's event, the same each time. */
function webhookOf(key: string, checkoutId: string): [Uint8Array, string] {
  const type = 'checkout_session.payment.paid'
  const data = { id: checkoutId, type: 'checkout_session', attributes: {} }
  const event = { data: { id: `evt_${key}`, type: 'event', attributes: { type, livemode: false, data } } }
  const body = new TextEncoder().encode(JSON.stringify(event))
  return [body, signWebhook(body, job.webhookSecret, false, now)]
}
