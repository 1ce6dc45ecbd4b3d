import { HOUR_MS } from '#domain/time.ts'
import type { RowOf } from '#db/schema.ts'
import { whyByHand } from '#domain/refund/refund.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { isSilent } from '#gateways/payments/port.ts'
import type { Db, Services } from '../context.ts'
import { NotNow } from '../sweep-each.ts'
import { type Doubt, findProviderRefund, findUnansweredRefund } from './find-provider-refund.ts'
import { leaveToAdmin, type Open, recordRefundResult } from './record-refund-result.ts'

/** The provider remembers a refund's key for 24 hours; a request that is repeated later could send it twice. */
const KEY_HOURS = 20
/** For how many hours the result of an unanswered refund is looked up. */
const GIVE_UP_HOURS = 72

const hoursSince = (at: Date, now: Date) => (now.getTime() - at.getTime()) / HOUR_MS

/** The provider's idempotency key of an attempt: a repeated request of the same attempt is the same refund. */
const keyOf = ({ id, attempt }: { id: string; attempt: number }) =>
  `refund-${id}${attempt === 1 ? '' : `-${attempt}`}`

/**
 * Requests a refund from the provider, once: its id and attempt are the key, so that a repeated request is the same
 * refund. It goes to an admin (`manual`) when it can't be requested, as online payment is off or for `whyByHand`.
 * Before each request it is looked for among the refunds of its payment (`findUnansweredRefund`), and one that is
 * older than `KEY_HOURS` in the provider's list: an admin gets it if they leave a doubt. It is looked for in the list
 * after a refusal, after an unreadable answer, and instead of a request `KEY_HOURS` after the first one. What is not
 * there goes to an admin, but after an unreadable answer it is requested again. Throws `NotNow`, so that the job is
 * repeated, when no answer can be used now, or the list can't be read; after `GIVE_UP_HOURS` without an answer an
 * admin gets the refund, but not one that they have just asked for again.
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
  const lookFor = async (why: string) => {
    if (!(await look(services, payments!, refund, why, hours)))
      throw new NotNow('The provider’s refunds could not be read.')
  }
  const wasAsked = refund.triedAt !== null
  if (!payments) return leave(`Online payment is switched off. ${wasAsked ? lookThere : notAsked}`)
  const byHand = wasAsked ? null : whyByHand(refund, refund.centavos, now)
  if (byHand) return leave(byHand)
  const hours = wasAsked ? hoursSince(refund.triedAt!, now) : 0
  if (hours > KEY_HOURS) return lookFor(noAnswer)
  const isOld = hoursSince(refund.createdAt, now) > KEY_HOURS
  const known = await findUnansweredRefund(db, payments, refund, { inList: isOld })
  if (known?.made) return recordRefundResult(services, refund, known.made, ['due'])
  if (!known && !wasAsked && refund.attempt === 1 && hoursSince(refund.createdAt, now) > GIVE_UP_HOURS)
    return leave(`${noAnswer} ${lookThere}`)
  if (!known) throw new NotNow('The provider’s refunds could not be read.')
  if (!wasAsked && !(await noteFirstRequest(db, refund, now))) return
  if (known.doubt) return leave(`${doubts[known.doubt]} ${lookThere}`)
  const answer = await payments.refund(
    { paymentId: refund.paymentId, centavos: refund.centavos, notes: refund.id },
    keyOf(refund),
  )
  if (answer.ok) return recordRefundResult(services, refund, answer.refund, ['due', 'manual'])
  if (answer.reason === 'unreadable') {
    const known = await findProviderRefund(db, payments, refund)
    if (known?.made) return recordRefundResult(services, refund, known.made, ['due', 'manual'])
  }
  if (answer.reason !== 'refused' && answer.reason !== 'not-found')
    throw new NotNow(`The refund could not be sent: ${answer.reason}`)
  return lookFor(`The provider refused it: ${answer.codes.join(', ') || answer.reason}.`)
}

/** Notes when an attempt is first requested; false where it is no longer due, or an admin asked again meanwhile. */
async function noteFirstRequest(db: Db, { id, attempt }: RowOf<'refund'>, now: Date): Promise<boolean> {
  const noted = await db
    .updateTable('refund')
    .set({ triedAt: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'due')
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/**
 * Looks for a refund in the provider's own list, as no single answer proves that there is none: records it when it is
 * there. When the list does not have it, or could not be read for `GIVE_UP_HOURS`, it is left to an admin. Returns
 * false while the list can't be read yet.
 */
async function look(
  services: Services,
  payments: NonNullable<Services['payments']>,
  refund: RowOf<'refund'>,
  why: string,
  hours: number,
): Promise<boolean> {
  const from = [refund.status as Open]
  const known = await findProviderRefund(services.db, payments, refund)
  if (!known && hours <= GIVE_UP_HOURS) return false
  if (known?.made) await recordRefundResult(services, refund, known.made, from)
  else {
    const found = known?.doubt ? `${doubts[known.doubt]} ${lookThere}` : known ? notMade : lookThere
    await leaveToAdmin(services, refund, `${why} ${found}`, from, refund.providerId)
  }
  return true
}

const doubts: Record<Doubt | 'other', string> = {
  'too-short': 'The provider’s list does not go back far enough.',
  unmatched: 'One refund of this amount at the provider carries no note of ours.',
  other: 'The provider has made a refund of this payment that is not in our books.',
}
const notMade = 'It has not made one.'
const noAnswer = 'The provider gave no answer that we can use.'
const notAsked = 'The provider was not asked for it.'
const lookThere = 'Look for it in the provider’s dashboard before paying it out.'

/**
 * Reads the result of a sent refund from the provider, and stores when it was asked (`triedAt`). A refund that the
 * provider no longer knows is looked for in its list, and left to an admin when it is not there; so is one that can't
 * be looked up as online payment is off. Refusals, and nothing changes: `provider` (it or its list can't be read now;
 * try again), `unreadable` (it refuses, or answers what can't be used).
 */
export async function checkRefund(services: Services, { refundId }: { refundId: string }): Promise<Verdict> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (!refund?.providerId) return { ok: true }
  if (!payments) {
    const why = `Online payment is switched off, and this refund was at the provider. ${lookThere}`
    await leaveToAdmin(services, refund, why, ['sent'], refund.providerId)
    return { ok: true }
  }
  const answer = await payments.findRefund(refund.providerId)
  if (!answer.ok && answer.reason === 'not-found') {
    const hours = hoursSince(refund.triedAt ?? refund.createdAt, clock.now())
    const isOver = await look(services, payments, refund, 'The provider no longer knows this refund.', hours)
    return isOver ? { ok: true } : refuse('provider', 'The provider’s refunds could not be read.')
  }
  if (!answer.ok) {
    return refuse(
      isSilent(answer) ? 'provider' : 'unreadable',
      `The refund could not be read: ${answer.reason}.`,
    )
  }
  await recordRefundResult(services, refund, answer.refund, ['sent'])
  await db
    .updateTable('refund')
    .set({ triedAt: clock.now() })
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .execute()
  return { ok: true }
}
