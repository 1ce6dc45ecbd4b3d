import { sql } from 'kysely'
import { type DisputeKind, saysNoShow, type Speaker, type StatementPart } from '#domain/dispute/dispute.ts'
import { MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'
import { tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { isUnused } from '../photo/queries.ts'
import { recordEffects } from '../record.ts'
import { writeContradictionFromDispute } from './write-contradiction-from-dispute.ts'

type Statement = {
  disputeId: string
  by: Speaker
  part: StatementPart
  kind?: DisputeKind | null
  text: string
  asked?: number | null
  photoIds: readonly string[]
}

/**
 * Writes what somebody says in a dispute, with up to six photos, which must be their own uploads and not used yet.
 * Refusal: `photos`.
 */
export async function writeStatement(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rentalId: string,
  { photoIds, ...statement }: Statement,
): Promise<Verdict<{ statementId: number }>> {
  if (photoIds.length > MAX_CLAIM_PHOTOS) return refuse('photos', tooManyClaimPhotos)
  const photos = await takePhotos(tx, ctx, rentalId, photoIds)
  if (!photos.ok) return photos
  const { id } = await tx
    .insertInto('disputeStatement')
    .values({ ...statement, photoIds: [...photoIds], at: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { by, part, kind } = statement
  if (by !== 'system' && (saysNoShow(kind) || part === 'answer'))
    await writeContradictionFromDispute(tx, ctx, rentalId, by)
  const hidden = photoIds.map((photoId) => ({ kind: 'hide-photo' as const, payload: { photoId } }))
  await recordEffects(tx, ctx, hidden)
  return { ok: true, statementId: Number(id) }
}

/** Makes `photoIds`, in this order, photos of a dispute page: uploads of the actor that nothing uses yet. */
async function takePhotos(
  tx: Tx,
  { actor }: Pick<Context, 'actor'>,
  rentalId: string,
  photoIds: readonly string[],
): Promise<Verdict> {
  const me = actor.kind === 'user' ? actor.id : null
  for (const [position, id] of photoIds.entries()) {
    const { rows } = await sql`update photo p set claim_id = ${rentalId}, position = ${position}
      where p.id = ${id} and p.owner_id = ${me} and ${isUnused('open')} returning p.id`.execute(tx)
    if (rows.length === 0)
      return refuse('photos', 'One of these photos could not be found. Please upload it again.')
  }
  return { ok: true }
}
