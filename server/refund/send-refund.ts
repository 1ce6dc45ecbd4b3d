import { refundSentEntry } from '#domain/book/book.ts'
import type { PaymentGateway, ProviderRefund } from '#gateways/payments/port.ts'
import { system } from '#domain/actor.ts'
import type { Services } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { NotNow } from '../sweep-each.ts'
import { readProviderBooks } from '../book/read-provider-books.ts'
import { writeBook } from '../book/write-book.ts'

/** The provider knows a refund's key for a day; after that, asking once more could send it twice. */
const KEY_HOURS = 20

type Row = {
  id: string
  orderId: string
  rentalId: string | null
  paymentId: string
  centavos: number
  attempt: number
  createdAt: Date
}

/** What the provider knows a try of a refund by: the same try asked for again is the same refund. */
const keyOf = ({ id, attempt }: Row) => `refund-${id}${attempt === 1 ? '' : `-${attempt}`}`

/**
 * Asks the provider to send a refund, once: its id and try are the key, so that the same refund asked for again is the same one.
 * What the provider refuses, or has not answered for `KEY_HOURS`, is looked for in its list, as the answer to an earlier asking may
 * have been lost, and goes to an admin (`manual`) if it isn't there. Throws when the provider can't be reached, to be tried again.
 */
export async function sendRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const { db, clock, payments } = services
  const refund = await db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', refundId)
    .where('status', '=', 'due')
    .executeTakeFirst()
  if (!refund || !payments) return
  const now = clock.now()
  if (refund.triedAt && now.getTime() - refund.triedAt.getTime() > KEY_HOURS * 3_600_000)
    return lookFor(services, payments, refund, 'The provider never answered.')
  if (!refund.triedAt)
    await db.updateTable('refund').set({ triedAt: now }).where('id', '=', refundId).execute()
  const answer = await payments.refund(
    { paymentId: refund.paymentId, centavos: refund.centavos, notes: refund.id },
    keyOf(refund),
  )
  if (answer.ok) return noteRefund(services, refund, answer.refund, ['due', 'manual'])
  if (answer.reason === 'unreachable' || answer.reason === 'busy')
    throw new NotNow(`The refund could not be sent: ${answer.reason}`)
  const codes = answer.codes.join(', ') || answer.reason
  await lookFor(services, payments, refund, `The provider refused it: ${codes}.`)
}

/** Takes a refund that the provider has made after all for ours; otherwise an admin has to pay it out. */
async function lookFor(
  services: Services,
  payments: PaymentGateway,
  refund: Row,
  why: string,
): Promise<void> {
  const list = (after: string | null) => payments.listRefunds(after)
  const read = await readProviderBooks(
    list,
    (one) => one.createdAt,
    refund.createdAt,
    () => false,
  )
  if (!read.ok) throw new NotNow('The provider’s refunds could not be read.')
  const { items, since } = read.books
  const isOurs = ({ notes, paymentId, status }: ProviderRefund) =>
    notes === refund.id && paymentId === refund.paymentId && status !== 'failed'
  const made = [...items.values()].find(isOurs)
  if (made) return noteRefund(services, refund, made, ['due'])
  const whole = since.getTime() <= refund.createdAt.getTime()
  const hint = whole ? 'It has not made one.' : 'Look for it there before paying it out.'
  await handOver(services, refund, `${why} ${hint}`, ['due'])
}

/** Asks the provider how a sent refund went, and notes when (`triedAt`). Nothing changes while it can't be asked. */
export async function checkRefund(services: Services, { refundId }: { refundId: string }): Promise<void> {
  const refund = await services.db
    .selectFrom('refund')
    .selectAll()
    .where('id', '=', refundId)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  if (!refund?.providerId) return
  const answer = await services.payments?.findRefund(refund.providerId)
  if (!answer?.ok) return
  await noteRefund(services, refund, answer.refund, ['sent'])
  if (answer.refund.status === 'pending')
    await services.db
      .updateTable('refund')
      .set({ triedAt: services.clock.now() })
      .where('id', '=', refundId)
      .where('status', '=', 'sent')
      .execute()
}

/** The provider turned out to have made a refund that was left to an admin as unanswered: it is that one. */
export async function adoptRefund(services: Services, refund: Row, theirs: ProviderRefund): Promise<void> {
  if (theirs.status !== 'failed') await noteRefund(services, refund, theirs, ['manual'])
}

type Open = 'due' | 'sent' | 'manual'

async function noteRefund(
  services: Services,
  refund: Row,
  theirs: ProviderRefund,
  from: Open[],
): Promise<void> {
  if (theirs.status === 'failed')
    return handOver(services, refund, 'The provider could not send it.', from, theirs.id)
  const succeeded = theirs.status === 'succeeded'
  await changing(services, async (tx) => {
    const changed = await tx
      .updateTable('refund')
      .set({
        providerId: theirs.id,
        status: succeeded ? 'succeeded' : 'sent',
        doneAt: succeeded ? services.clock.now() : null,
      })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('status', 'in', from)
      .returning('id')
      .executeTakeFirst()
    if (!changed || !succeeded) return { ok: true }
    const { renterId } = await tx
      .selectFrom('order')
      .select('renterId')
      .where('id', '=', refund.orderId)
      .executeTakeFirstOrThrow()
    await writeBook(tx, services, [refundSentEntry({ ...refund, renterId }, 'provider_clearing')])
    await recordEvents(tx, { ...services, actor: system }, [
      { subject: 'refund', subjectId: refund.id, action: 'succeed', detail: { provider: theirs.id } },
    ])
    await recordEffects(tx, services, [{ kind: 'refund-mail', payload: { refundId: refund.id } }])
    return { ok: true }
  })
}

/** Leaves a refund to an admin, with what they should know, and the provider's id of one that it could not send. */
async function handOver(
  services: Services,
  refund: Row,
  note: string,
  from: Open[],
  providerId: string | null = null,
): Promise<void> {
  services.log.warn({ refund: refund.id, note }, 'refund left to an admin')
  await changing(services, async (tx) => {
    const changed = await tx
      .updateTable('refund')
      .set({ status: 'manual', note, providerId })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('status', 'in', from)
      .returning('id')
      .executeTakeFirst()
    if (changed)
      await recordEvents(tx, { ...services, actor: system }, [
        { subject: 'refund', subjectId: refund.id, action: 'leave-to-admin', detail: { note } },
      ])
    return { ok: true }
  })
}
