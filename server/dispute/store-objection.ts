import { objections, type Word } from '#domain/handover/word.ts'
import type { Context, Tx } from '../context.ts'
import { clearNotBackReminders } from '../listing/clear-not-back-reminders.ts'
import { recordRentalLiveEvents, type RentalOfTwo } from '../live-events.ts'
import { recordEvents } from '../record.ts'
import { appendEntry } from '../timeline/append-entry.ts'

/**
 * Stores that one side of a rental objects now to what the other side said; `text` is the objector's own. The caller's
 * transaction has locked the rental, and opens the dispute, unless the objection has to wait for the end of another.
 */
export async function storeObjection(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: RentalOfTwo & { listingId: string },
  { about, text }: { about: Word['about']; text: string },
): Promise<void> {
  const { at, by: side, entry: kind } = objections[about]
  await tx
    .updateTable('rental')
    .set({ [at]: ctx.clock.now() })
    .where('id', '=', rental.id)
    .execute()
  await recordEvents(tx, ctx, [{ subject: 'rental', subjectId: rental.id, action: kind }])
  await appendEntry(tx, ctx, rental.id, { kind, side, text })
  if (about === 'brought-back') await clearNotBackReminders(tx, rental)
  recordRentalLiveEvents(tx, rental)
}
