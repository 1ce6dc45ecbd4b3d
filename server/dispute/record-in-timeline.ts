import type { Speaker } from '#domain/dispute/dispute.ts'
import type { EntryFacts } from '#domain/timeline/entry.ts'
import type { Context, Tx } from '../context.ts'
import { appendEntry } from '../timeline/append-entry.ts'

export type DisputeMoment = {
  rentalId: string
  event: 'open' | 'answer' | 'accept' | 'appeal' | 'decide' | 'close'
  by: Speaker | 'admin'
  facts?: EntryFacts
  text?: string | null
  photoIds?: readonly string[]
}

/** Notes a step of a dispute in the rental's timeline, in the transaction of the step. */
export async function recordInTimeline(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  { rentalId, event, by, ...wrote }: DisputeMoment,
): Promise<void> {
  await appendEntry(tx, ctx, rentalId, {
    kind: `dispute-${event}`,
    side: by,
    ...wrote,
  })
}
