import { entrySideOf } from '#domain/timeline/entry.ts'
import type { Context, Tx } from '../context.ts'
import { recordRentalLiveEvents, type RentalOfTwo } from '../live-events.ts'
import { recordEvents } from '../record.ts'
import { appendEntry, type NewEntry } from '../timeline/append-entry.ts'

/**
 * Notes what happened with a locked rental beside its status: its event, the entry of its timeline, and the live
 * events that reload the pages of both. Returns the hash of the entry.
 */
export async function noteFact(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: RentalOfTwo,
  entry: Omit<NewEntry, 'side'>,
): Promise<string> {
  await recordEvents(tx, ctx, [
    { subject: 'rental', subjectId: rental.id, action: entry.kind, detail: entry.facts },
  ])
  const side = entrySideOf(ctx.actor, rental)
  const { hash } = await appendEntry(tx, ctx, rental.id, { ...entry, side })
  recordRentalLiveEvents(tx, rental)
  return hash
}
