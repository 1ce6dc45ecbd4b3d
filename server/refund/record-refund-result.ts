import { refundSentEntry } from '#domain/book/book.ts'
import { system } from '#domain/actor.ts'
import type { RefundStatus } from '#domain/refund/refund.ts'
import type { ProviderRefund } from '#gateways/payments/port.ts'
import type { Context, Services } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { writeBook } from '../book/write-book.ts'

type Row = { id: string; orderId: string; rentalId: string | null; centavos: number; attempt: number }
/** A status in which a refund has not been made yet. */
export type OpenRefundStatus = Exclude<RefundStatus, 'succeeded' | 'paid_out'>

/**
 * Stores the provider's answer about the current attempt at a refund: it is on its way (`sent`), made (`succeeded`;
 * it is booked, and its renter is notified) or could not be sent (`manual`). Does nothing when the refund is in none
 * of the states `from` any more. `retriedBy` is the admin who asked for it, if one did.
 */
export async function recordRefundResult(
  services: Services,
  refund: Row,
  answer: ProviderRefund,
  from: OpenRefundStatus[],
  retriedBy?: Context['actor'],
): Promise<void> {
  if (answer.status === 'failed')
    return leaveToAdmin(services, refund, 'The provider could not send it.', from, answer.id)
  const succeeded = answer.status === 'succeeded'
  await inTransaction(services, async (tx) => {
    const changed = await tx
      .updateTable('refund')
      .set({
        providerId: answer.id,
        status: succeeded ? 'succeeded' : 'sent',
        doneAt: succeeded ? services.clock.now() : null,
        note: null,
      })
      .where('id', '=', refund.id)
      .where('attempt', '=', refund.attempt)
      .where('status', 'in', from)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return { ok: true }
    if (retriedBy)
      await recordEvents(tx, { ...services, actor: retriedBy }, [
        {
          subject: 'refund',
          subjectId: refund.id,
          action: 'retry',
          detail: { from: 'manual', to: answer.status, attempt: refund.attempt, provider: answer.id },
        },
      ])
    if (!succeeded) return { ok: true }
    const { renterId } = await tx
      .selectFrom('order')
      .select('renterId')
      .where('id', '=', refund.orderId)
      .executeTakeFirstOrThrow()
    await writeBook(tx, services, [refundSentEntry({ ...refund, renterId }, 'provider_clearing')])
    await recordEvents(tx, { ...services, actor: system }, [
      { subject: 'refund', subjectId: refund.id, action: 'succeed', detail: { provider: answer.id } },
    ])
    await recordEffects(tx, services, [{ kind: 'refund-mail', payload: { refundId: refund.id } }])
    return { ok: true }
  })
}

/**
 * Leaves a refund to an admin, with a note for them, and the provider's id if it made one or could not send it. Does
 * nothing when the refund is in none of the states `from` any more.
 */
export async function leaveToAdmin(
  services: Services,
  refund: Pick<Row, 'id' | 'attempt'>,
  note: string,
  from: OpenRefundStatus[],
  providerId: string | null = null,
): Promise<void> {
  services.log.warn({ refund: refund.id, note }, 'refund left to an admin')
  await inTransaction(services, async (tx) => {
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
