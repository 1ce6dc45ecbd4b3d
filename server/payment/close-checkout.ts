import { sql } from 'kysely'
import { daysAfter } from '#domain/time.ts'
import { isSilent } from '#gateways/payments/port.ts'
import type { Services } from '../context.ts'
import { NotNow } from '../sweep-each.ts'
import { settleCheckout } from './settle-checkout.ts'

/**
 * For how many days a checkout is checked again that the provider won't close (it is paid) or doesn't know, that can't
 * be read, or that has a payment in a state that is new to us.
 */
const LOOK_DAYS = 7

/**
 * Closes a checkout at the provider, so that nobody can pay in an old tab, and settles what was paid in it. One that
 * is being paid can't be closed yet: it stays open here too, and the sweep tries again. Throws when the provider does
 * not answer, so that the job is repeated.
 */
export async function closeCheckout(services: Services, { sessionId }: { sessionId: string }): Promise<void> {
  const answer = await services.payments?.closeCheckout(sessionId)
  if (!answer) return
  if (!answer.ok && isSilent(answer)) throw new NotNow(`The checkout could not be closed: ${answer.reason}`)
  const settled = await settleCheckout(services, sessionId)
  if (!settled.ok && settled.reason === 'provider') throw new NotNow('The checkout could not be read again.')
  const now = services.clock.now()
  const over = settled.ok && settled.over
  const quiet = !settled.ok || settled.paid || settled.unknown
  const old = daysAfter(now, -LOOK_DAYS)
  await sql`update checkout_session set checked_at = ${now}::timestamptz, closed_at = case
      when ${over} or (${quiet} and created_at < ${old}) then ${now}::timestamptz end
    where id = ${sessionId} and closed_at is null`.execute(services.db)
}
