import { whyByHand } from '#domain/refund/refund.ts'
import type { Services } from '../context.ts'
import { NotNow } from '../sweep-each.ts'
import { findMade } from './find-made.ts'
import { leaveToAdmin, recordRefundResult } from './record-refund-result.ts'

/** The provider remembers a refund's key for a day; after that, a repeated request could send it twice. */
const KEY_HOURS = 20
/** For how many hours the result of an unanswered refund is looked up. */
const GIVE_UP_HOURS = 72

/** The provider's idempotency key of a try: a repeated request of the same try is the same refund. */
const keyOf = ({ id, attempt }: { id: string; attempt: number }) =>
  `refund-${id}${attempt === 1 ? '' : `-${attempt}`}`

/**
 * Requests a refund from the provider, once: its id and try are the key, so that a repeated request is the same
 * refund. When the provider refuses it, or has not answered for `KEY_HOURS`, it is looked up in the provider's list,
 * as the answer to an earlier request may have been lost, and goes to an admin (`manual`) if it isn't there. A refund
 * that can't be requested any more, because online payment is off or the payment too old, goes to an admin too. Throws
 * when the provider does not answer, so that the job is repeated.
 */
export async function sendRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select(['payment.channel', 'payment.paidAt'])
    .where('refund.id', '=', refundId)
    .where('status', '=', 'due')
    .executeTakeFirst()
  if (!refund) return
  const now = clock.now()
  const leave = (why: string) => leaveToAdmin(services, refund, why, ['due'])
  const wasAsked = refund.triedAt !== null
  if (!payments) return leave(`Online payment is switched off. ${wasAsked ? lookThere : notAsked}`)
  const byHand = wasAsked ? null : whyByHand(refund, refund.centavos, now)
  if (byHand) return leave(byHand)
  const hours = wasAsked ? (now.getTime() - refund.triedAt!.getTime()) / 3_600_000 : 0
  if (hours > KEY_HOURS) return lookFor('The provider never answered.')
  if (!wasAsked) await db.updateTable('refund').set({ triedAt: now }).where('id', '=', refundId).execute()
  const answer = await payments.refund(
    { paymentId: refund.paymentId, centavos: refund.centavos, notes: refund.id },
    keyOf(refund),
  )
  if (answer.ok) return recordRefundResult(services, refund, answer.refund, ['due', 'manual'])
  if (answer.reason === 'unreachable' || answer.reason === 'busy')
    throw new NotNow(`The refund could not be sent: ${answer.reason}`)
  return lookFor(`The provider refused it: ${answer.codes.join(', ') || answer.reason}.`)

  /** Records a refund that the provider made after all; otherwise an admin decides. */
  async function lookFor(why: string): Promise<void> {
    const { made, isSure } = (await findMade(payments!, refund!)) ?? { made: undefined, isSure: false }
    if (made) return recordRefundResult(services, refund!, made, ['due'])
    if (isSure) return leave(`${why} It has not made one.`)
    if (hours <= GIVE_UP_HOURS) throw new NotNow('The provider’s refunds could not be read.')
    return leave(`${why} ${lookThere}`)
  }
}

const notAsked = 'The provider was not asked for it.'
const lookThere = 'Look for it in the provider’s dashboard before paying it out.'

/**
 * Reads the result of a sent refund from the provider, and stores when it did (`triedAt`). Nothing changes while the
 * provider does not answer. A refund that the provider no longer knows, or that can't be looked up as online payment
 * is off, is left to an admin.
 */
export async function checkRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (!refund?.providerId) return
  const leave = (why: string) => leaveToAdmin(services, refund, why, ['sent'], refund.providerId)
  if (!payments)
    return leave(`Online payment is switched off, and this refund was at the provider. ${lookThere}`)
  const answer = await payments.findRefund(refund.providerId)
  if (!answer.ok && answer.reason === 'not-found')
    return leave(`The provider no longer knows this refund. ${lookThere}`)
  if (!answer.ok) return
  await recordRefundResult(services, refund, answer.refund, ['sent'])
  await db
    .updateTable('refund')
    .set({ triedAt: clock.now() })
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .execute()
}
