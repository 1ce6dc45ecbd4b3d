import type { Services } from '../context.ts'
import { settleCheckout } from './settle-checkout.ts'

/**
 * Closes a checkout at the provider, so that an old tab can't pay. What was paid in it meanwhile is settled first and after. Throws
 * when the provider can't be asked, to be tried again.
 */
export async function closeCheckout(services: Services, { sessionId }: { sessionId: string }): Promise<void> {
  const answer = await services.payments?.closeCheckout(sessionId)
  if (!answer) return
  if (!answer.ok && answer.reason !== 'refused' && answer.reason !== 'not-found')
    throw new Error(`The checkout could not be closed: ${answer.reason}`)
  const settled = await settleCheckout(services, sessionId)
  if (!settled.ok && settled.reason === 'provider') throw new Error('The checkout could not be read again.')
  await services.db
    .updateTable('checkoutSession')
    .set({ closedAt: services.clock.now() })
    .where('id', '=', sessionId)
    .where('closedAt', 'is', null)
    .execute()
}
