import { saidBack } from '#domain/rental/possession.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { isObjectionWaiting } from '../dispute/open-objection.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { noteFact } from '../rental/note-fact.ts'
import { lockOwnRental } from '../rental/queries.ts'
import { takeEntryPhotos } from './take-entry-photos.ts'

/**
 * The renter says that they have brought it back; the owner is asked, and has agreed after 48 hours of silence.
 * Refusals: `not-found` (for anyone but its two people), `side` (the owner), `status` (it is not Active), `answered`
 * (they have said so, and the owner has not objected), `decided` (an objection waits for the end of a dispute),
 * `photos`.
 */
export async function sayBroughtBack(
  ctx: Context,
  { rentalId, note, photoIds }: { rentalId: string; note: string; photoIds: readonly string[] },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId, 'renter')
    if (!own.ok) return own
    const { rental } = own
    if (rental.status !== 'Active') return refuse('status', `This rental is ${rental.status} now.`)
    if (saidBack(rental)) return refuse('answered', 'You have said so already. The owner is asked.')
    if (await isObjectionWaiting(tx, rental, 'brought-back'))
      return refuse('decided', 'The owner objected. A dispute about it opens when the one before is over.')
    const photos = await takeEntryPhotos(tx, ctx, rentalId, photoIds)
    if (!photos.ok) return photos
    await tx
      .updateTable('rental')
      .set({ broughtBackAt: ctx.clock.now(), broughtBackObjectedAt: null })
      .where('id', '=', rentalId)
      .execute()
    await noteFact(tx, ctx, rental, { kind: 'say-returned', text: note || null, photoIds })
    await recordEffects(tx, ctx, [
      { kind: 'handover-mail', payload: { rentalId, news: 'brought-back', to: 'owner' } },
    ])
    return { ok: true }
  })
}
