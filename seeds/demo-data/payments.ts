import { sql } from 'kysely'
import type { RunningEmulator } from '#gateways/payments/emulator.ts'
import type { Services } from '#server/context.ts'
import { checkRefund, sendRefund } from '#server/refund/send-refund.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { accepted } from '../act.ts'

type Emulator = Pick<RunningEmulator, 'pay' | 'settleDue' | 'webhooks'>
export type DemoClock = { now(): Date; set(to: Date | null): void }

/** A clock that returns the current time, or an instant of the demo's past while one is set. */
export function demoClock(): DemoClock {
  let past: Date | null = null
  return { now: () => past ?? new Date(), set: (to) => void (past = to) }
}

/**
 * Online payments of the demo's people: made at the emulator with the demo's clock, so that payments and refunds get
 * the demo's times. While it is open the emulator sends no webhooks, as no server listens yet.
 */
export function demoPayments(emulator: Emulator, clock: DemoClock) {
  return {
    /** Opens it, and returns the function that closes it. */
    open() {
      emulator.webhooks.set({ never: true })
      return () => {
        emulator.webhooks.set()
        clock.set(null)
      }
    },
    /** Runs a function at an instant. */
    async at<T>(moment: Date, happen: () => Promise<T>): Promise<T> {
      clock.set(moment)
      try {
        return await happen()
      } finally {
        clock.set(null)
      }
    },
    /** Pays a checkout, and confirms its order. The checkout page is then closed. */
    async pay(services: Services, checkoutId: string, channel: string) {
      emulator.pay(checkoutId, { channel })
      accepted(await settleCheckout(services, checkoutId))
      const now = clock.now()
      await sql`update checkout_session set closed_at = ${now} where id = ${checkoutId}`.execute(services.db)
      await sql`update effect set done_at = ${now} where kind = 'close-checkout'
        and payload->>'sessionId' = ${checkoutId}`.execute(services.db)
    },
    /** A payment at the same provider that belongs to no order of this site. */
    async payElsewhere(services: Services, channel: string) {
      const { baseUrl } = services.settings
      const { checkout } = accepted(
        await services.payments!.openCheckout(
          {
            orderNumber: `fair-${channel}`,
            lines: [{ name: 'Fair stall', centavos: 35_000, quantity: 1 }],
            channels: [...services.settings.payments!.channels],
            payer: { name: 'Barangay Fair', email: 'fair@hiram.test' },
            successUrl: baseUrl,
            cancelUrl: baseUrl,
          },
          `fair-${channel}`,
        ),
      )
      emulator.pay(checkout.id, { channel })
    },
    /** Sends the refunds that are due, and lets the provider pay them. */
    async sendRefunds(services: Services) {
      const sendable = services.db.selectFrom('refund').select('id').where('status', 'in', ['due', 'sent'])
      for (const { id } of await sendable.execute()) {
        await sendRefund(services, { refundId: id })
        const moment = clock.now()
        clock.set(new Date(moment.getTime() + 5_000))
        emulator.settleDue()
        await checkRefund(services, { refundId: id })
        clock.set(moment)
      }
    },
  }
}

export type DemoPayments = ReturnType<typeof demoPayments>
