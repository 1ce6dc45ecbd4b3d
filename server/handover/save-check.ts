import { decideCheck } from '#domain/handover/check.ts'
import { loginFirst, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { lockWriter } from '../lock-writer.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockOwnRental } from '../rental/queries.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { checkMoreEntries } from '../timeline/queries.ts'
import { takeEntryPhotos } from './take-entry-photos.ts'

/**
 * One side writes down the condition of the item, with photos that they uploaded. Refusals: `not-found` (for anyone
 * but its two people), `incomplete` (neither text nor photos), `early` and `late` (not now), `limit` (written down too
 * often), `photos`, `login` (the actor was deleted or suspended meanwhile).
 */
export async function saveCheck(
  ctx: Context,
  { rentalId, text, photoIds }: { rentalId: string; text: string; photoIds: readonly string[] },
): Promise<Verdict> {
  if (text === '' && photoIds.length === 0)
    return refuse('incomplete', 'Please write something or add a photo.')
  const { actor } = ctx
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    if (actor.kind === 'user' && !(await lockWriter(tx, actor.id))) return loginFirst()
    const own = await lockOwnRental(tx, actor, rentalId)
    if (!own.ok) return own
    const { rental, party } = own
    const verdict = decideCheck(rental, ctx.clock.now())
    if (!verdict.ok) return verdict
    const { side } = party
    const more = await checkMoreEntries(tx, rentalId, { kind: 'check', side, direction: verdict.direction })
    if (!more.ok) return more
    const photos = await takeEntryPhotos(tx, ctx, rentalId, photoIds)
    if (!photos.ok) return photos
    await appendEntry(tx, ctx, rentalId, {
      kind: 'check',
      side,
      facts: { direction: verdict.direction },
      text: text || null,
      photoIds,
    })
    await recordEvents(tx, ctx, [{ subject: 'rental', subjectId: rentalId, action: 'check' }])
    return verdict
  })
}
