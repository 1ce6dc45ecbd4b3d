import { whyByHand } from '#domain/refund/refund.ts'
import type { Services } from '../context.ts'
import { NotNow } from '../sweep-each.ts'
import { findMade } from './find-made.ts'
import { leaveToAdmin, noteRefund } from './note-refund.ts'

/** The provider knows a refund's key for a day; after that, asking once more could send it twice. */
const KEY_HOURS = 20
/** How long it is tried to find out what became of a refund that was never answered. */
const GIVE_UP_HOURS = 72

/** What the provider knows a try of a refund by: the same try asked for again is the same refund. */
const keyOf = ({ id, attempt }: { id: string; attempt: number }) =>
  `refund-${id}${attempt === 1 ? '' : `-${attempt}`}`

/**
 * Asks the provider to send a refund, once: its id and try are the key, so that the same refund asked for again is
 * the same one. What the provider refuses, or has not answered for `KEY_HOURS`, is looked for in its list, as the
 * answer to an earlier asking may have been lost, and goes to an admin (`manual`) if it isn't there; so does what
 * can't be asked any more, as online payment is switched off or the payment too old. Throws when the provider can't
 * be reached, to be tried again.
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
  if (answer.ok) return noteRefund(services, refund, answer.refund, ['due', 'manual'])
  if (answer.reason === 'unreachable' || answer.reason === 'busy')
    throw new NotNow(`The refund could not be sent: ${answer.reason}`)
  return lookFor(`The provider refused it: ${answer.codes.join(', ') || answer.reason}.`)

  /** Takes a refund that the provider has made after all for ours; otherwise an admin decides. */
  async function lookFor(why: string): Promise<void> {
    const { made, isSure } = (await findMade(payments!, refund!)) ?? { made: undefined, isSure: false }
    if (made) return noteRefund(services, refund!, made, ['due'])
    if (isSure) return leave(`${why} It has not made one.`)
    if (hours <= GIVE_UP_HOURS) throw new NotNow('The provider’s refunds could not be read.')
    return leave(`${why} ${lookThere}`)
  }
}

const notAsked = 'The provider was not asked for it.'
const lookThere = 'Look for it in the provider’s dashboard before paying it out.'

/**
 * Asks the provider how a sent refund went, and notes when (`triedAt`). Nothing changes while it can't be asked. One
 * that it no longer knows, or that nobody can ask about as online payment is switched off, is left to an admin.
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
  await noteRefund(services, refund, answer.refund, ['sent'])
  await db
    .updateTable('refund')
    .set({ triedAt: clock.now() })
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .execute()
}
