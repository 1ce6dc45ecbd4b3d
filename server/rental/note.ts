import { entrySideOf, type EntryFacts } from '#domain/timeline/entry.ts'
import type { EntryKind } from '#domain/timeline/entry-texts.ts'
import type { Context, Tx } from '../context.ts'
import { recordRentalLiveEvents, type RentalOfTwo } from '../live-events.ts'
import { recordEvents } from '../record.ts'
import { appendEntry } from '../timeline/append-entry.ts'

/**
 * Notes what happened with a locked rental beside its status: its event, the entry of its timeline with what a person
 * wrote, if anything, and the live events that reload the pages of both.
 */
export async function noteFact(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: RentalOfTwo,
  { action, facts = {}, text }: { action: EntryKind; facts?: EntryFacts; text?: string },
): Promise<void> {
  await recordEvents(tx, ctx, [{ subject: 'rental', subjectId: rental.id, action, detail: { ...facts } }])
  await appendEntry(tx, ctx, rental.id, { kind: action, side: entrySideOf(ctx.actor, rental), facts, text })
  recordRentalLiveEvents(tx, rental)
}
