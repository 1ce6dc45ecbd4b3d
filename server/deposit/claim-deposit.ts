import { asRentalParty } from '#domain/access.ts'
import { decideClaim } from '#domain/deposit/deposit.ts'
import type { ClaimForm } from '#domain/deposit/claim-form.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockDeposit, stopReturn } from './lock-deposit.ts'
import { sendDepositBack } from './give-back.ts'
import { depositMails } from './return-deposit.ts'

/**
 * The owner claims a deposit, or a part of it, within 48 hours of the return, with a reason and photos of their own;
 * an admin decides. The rest goes back at once; in cash the owner hands it back. Refusals: `not-found` (for anyone but
 * its two people), `side` (the renter), `photos` (not their own uploads, or used elsewhere), and those of
 * `decideClaim`.
 */
export async function claimDeposit(
  ctx: Context,
  { rentalId, centavos, reason, photoIds }: ClaimForm & { rentalId: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit) return notFound()
    const gate = asRentalParty(ctx.actor, deposit.rental)
    if (!gate.ok) return gate
    if (gate.party.side !== 'owner') return refuse('side', 'Only the owner can do this.')
    const verdict = decideClaim(deposit.held, centavos, ctx.clock.now())
    if (!verdict.ok) return verdict
    await tx
      .insertInto('depositClaim')
      .values({ rentalId, centavos, reason, createdAt: ctx.clock.now() })
      .execute()
    const photos = await takePhotos(tx, gate.party.user.id, rentalId, photoIds)
    if (!photos.ok) return photos
    if (!deposit.held.inCash)
      await sendDepositBack(tx, ctx, deposit, deposit.held.heldCentavos - centavos, 'deposit')
    await stopReturn(tx, rentalId)
    await recordEvents(tx, ctx, [
      { subject: 'deposit-claim', subjectId: rentalId, action: 'claim', detail: { centavos } },
    ])
    await recordEffects(tx, ctx, [
      ...photoIds.map((photoId) => ({ kind: 'hide-photo' as const, payload: { photoId } })),
      ...depositMails(rentalId, 'claimed'),
    ])
    return { ok: true }
  })
}

/**
 * Makes `photoIds`, in this order, the photos of a claim. Each must be the owner's own upload that is not used yet.
 */
async function takePhotos(
  tx: Tx,
  ownerId: string,
  claimId: string,
  photoIds: readonly string[],
): Promise<Verdict> {
  for (const [position, id] of photoIds.entries()) {
    const taken = await tx
      .updateTable('photo')
      .set({ claimId, position })
      .where('id', '=', id)
      .where('ownerId', '=', ownerId)
      .where('listingId', 'is', null)
      .where('claimId', 'is', null)
      .where('inChat', '=', false)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('rental').select('id').whereRef('rental.photoId', '=', 'photo.id'))),
      )
      .returning('id')
      .executeTakeFirst()
    if (!taken) return refuse('photos', 'One of these photos could not be found. Please upload it again.')
  }
  return { ok: true }
}
