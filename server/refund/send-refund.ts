import { HOUR_MS } from '#domain/time.ts'
import type { RowOf } from '#db/schema.ts'
import { isRefundedByHand, isRefundedByHandAt, whyByHand } from '#domain/refund/refund.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { isSilent } from '#gateways/payments/port.ts'
import type { Db, Services } from '../context.ts'
import { NotNow } from '../sweep-each.ts'
import { type Doubt, findProviderRefund, findUnansweredRefund } from './find-provider-refund.ts'
import { leaveToAdmin, type OpenRefundStatus, recordRefundResult } from './record-refund-result.ts'

/**
 * For how many hours after its first request a refund is requested again: the provider forgets the key of a request
 * after 24. Our row is looked for in the provider's list, too, from this age on.
 */
const KEY_HOURS = 20
/** For how many hours the result of an unanswered refund is looked up. */
const GIVE_UP_HOURS = 72

const hoursSince = (at: Date, now: Date) => (now.getTime() - at.getTime()) / HOUR_MS

/** The provider's idempotency key of an attempt: a repeated request of the same attempt is the same refund. */
const keyOf = ({ id, attempt }: { id: string; attempt: number }) =>
  `refund-${id}${attempt === 1 ? '' : `-${attempt}`}`

/**
 * Requests a due refund from the provider. Each attempt has one key, so that a repeated request pays once.
 * - Before a request it looks for the refund among those of its payment, and in the provider's list if our row is
 *   older than `KEY_HOURS`. What is found is recorded and not requested. A doubt leaves it to an admin (`manual`).
 * - Without an answer that can be used it throws `NotNow`, and the job is repeated. `KEY_HOURS` after the first
 *   request it only looks in the list.
 * - After a refusal it looks in the list; while that can't be read, it is requested again with the same key.
 * - What is not in that list is left to an admin; so is one when online payment is off, for `whyByHand` (after it was
 *   looked for, where its payment is only too old), or when the provider could not be asked for `GIVE_UP_HOURS`. One
 *   that an admin has asked for again and that was not requested since has no such limit: its job ends some day, and
 *   shows among the failed ones.
 */
export async function sendRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select(['refund.triedAt as firstRequestedAt', 'payment.channel', 'payment.paidAt'])
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
  const { firstRequestedAt } = refund
  const mayHaveBeenRequested = firstRequestedAt !== null
  if (!payments)
    return leave(`Online payment is switched off. ${mayHaveBeenRequested ? lookThere : notAsked}`)
  const byHand = mayHaveBeenRequested ? null : whyByHand(refund, refund.centavos, now)
  const isTooOld = isRefundedByHandAt(refund, now) && !isRefundedByHand(refund.channel)
  // A database that was restored does not know what was requested while the payment was not too old yet.
  if (byHand && !isTooOld) return leave(byHand)
  const hours = firstRequestedAt ? hoursSince(firstRequestedAt, now) : 0
  if (hours > KEY_HOURS) return lookFor(noAnswer)
  const isOld = hoursSince(refund.createdAt, now) > KEY_HOURS
  const known = await findUnansweredRefund(db, payments, refund, { inList: isOld })
  if (!known) {
    const isOver =
      !mayHaveBeenRequested && refund.attempt === 1 && hoursSince(refund.createdAt, now) > GIVE_UP_HOURS
    if (isOver) return leave(`${noAnswer} ${lookThere}`)
    throw new NotNow('The provider’s refunds could not be read.')
  }
  if (known.match) return recordRefundResult(services, refund, known.match, ['due'])
  if (byHand && !known.doubt) return leave(byHand)
  if (!mayHaveBeenRequested && !(await noteFirstRequest(db, refund, now))) return
  if (known.doubt) return leave(`${doubts[known.doubt]} ${lookThere}`)
  const answer = await payments.refund(
    { paymentId: refund.paymentId, centavos: refund.centavos, notes: refund.id },
    keyOf(refund),
  )
  if (answer.ok) return recordRefundResult(services, refund, answer.refund, ['due', 'manual'])
  if (answer.reason === 'unreadable') {
    // A doubt does not matter here: a repeated request has the same key.
    const listed = await findProviderRefund(db, payments, refund)
    if (listed?.match) return recordRefundResult(services, refund, listed.match, ['due', 'manual'])
  }
  if (answer.reason !== 'refused' && answer.reason !== 'not-found')
    throw new NotNow(`The refund could not be sent: ${answer.reason}`)
  return lookFor(`The provider refused it: ${answer.codes.join(', ') || answer.reason}.`)
}

/**
 * Stores the time just before the first request of an attempt, or before a doubt leaves it to an admin. False where it
 * is no longer due, or an admin asked again meanwhile.
 */
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
  const from = [refund.status as OpenRefundStatus]
  const known = await findProviderRefund(services.db, payments, refund)
  if (!known && hours <= GIVE_UP_HOURS) return false
  if (known?.match) await recordRefundResult(services, refund, known.match, from)
  else {
    const found = known?.doubt ? `${doubts[known.doubt]} ${lookThere}` : known ? notMade : lookThere
    await leaveToAdmin(services, refund, `${why} ${found}`, from, refund.providerId)
  }
  return true
}

const doubts: Record<Doubt, string> = {
  'too-short': 'The provider’s list does not go back far enough.',
  unmatched: 'One refund of this amount at the provider carries no note of ours.',
  unreadable: 'An entry of the provider’s list can’t be read.',
  other: 'The provider has made a refund of this payment that is not in our books.',
}
const notMade = 'It has not made one.'
const noAnswer = 'The provider gave no answer that we can use.'
const notAsked = 'The provider was not asked for it.'
const lookThere = 'Look for it in the provider’s dashboard before paying it out.'

/**
 * Reads the result of a sent refund from the provider, and stores when it was asked. A refund that the provider no
 * longer knows is looked for in its list, and left to an admin when it is not there; so is one that can't be looked up
 * as online payment is off. Refusals, and nothing changes: `provider` (it or its list can't be read now; try again),
 * `unreadable` (it refuses, or answers what can't be used).
 */
export async function checkRefund(services: Services, { refundId }: { refundId: string }): Promise<Verdict> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .selectAll()
    .select('triedAt as lastAskedAt')
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
    const hours = hoursSince(refund.lastAskedAt ?? refund.createdAt, clock.now())
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
