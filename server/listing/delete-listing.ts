import { sql } from 'kysely'
import { asListingOwner, asSupportAdmin } from '#domain/access.ts'
import { decideDeletion, type ListingStatus } from '#domain/listing/listing.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockListing } from './queries.ts'

/**
 * Deletes a listing of the actor's own, or any as an admin for support. A listing that was never rented is deleted
 * with its photos, favourites, cart lines and waiting list; one that was is archived: it stays in the rental history
 * and in carts, which say that it is gone, and its favourites and waiting list are deleted. Who waited for it is
 * notified. Refusals: `not-found`, `not-owner`, `rented`.
 */
export async function deleteListing(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing || listing.archivedAt) return notFound()
    const admin = asSupportAdmin(ctx.actor)
    const gate = admin.ok ? admin : asListingOwner(ctx.actor, listing, 'delete')
    if (!gate.ok) return gate
    const verdict = decideDeletion(await countRentals(tx, listingId))
    if (!verdict.ok) return verdict
    await removeListing(tx, ctx, listing, verdict.how)
    return { ok: true as const }
  })
}

/** Removes a listing that the transaction has locked from every screen: archived, or deleted with its photos. */
export async function removeListing(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  listing: { id: string; title: string; ownerId: string; status: ListingStatus },
  how: 'archive' | 'erase',
): Promise<void> {
  await tellWaiting(tx, ctx, listing)
  if (how === 'archive') {
    await tx
      .updateTable('listing')
      .set({ archivedAt: ctx.clock.now() })
      .where('id', '=', listing.id)
      .execute()
    await tx.deleteFrom('favorite').where('listingId', '=', listing.id).execute()
    await tx.deleteFrom('waitlistEntry').where('listingId', '=', listing.id).execute()
    await tx
      .deleteFrom('blockedPeriod')
      .where('listingId', '=', listing.id)
      .where('reason', '=', 'offer')
      .execute()
    await tx.deleteFrom('place').where('listingId', '=', listing.id).execute()
  } else {
    const photos = await tx
      .selectFrom('photo')
      .select('id')
      .where(({ or, eb }) => or([eb('listingId', '=', listing.id), eb('formerListingId', '=', listing.id)]))
      .execute()
    await tx.deleteFrom('listing').where('id', '=', listing.id).execute()
    const photoIds = photos.map(({ id }) => id)
    await removeFiles(tx, ctx, photoIds)
  }
  await recordEvents(tx, ctx, [
    {
      subject: 'listing',
      subjectId: listing.id,
      action: how,
      detail: { from: listing.status, title: listing.title, ownerId: listing.ownerId },
    },
  ])
}

/** Notifies everyone who waits for days of the listing, or has an offer, that they wait no longer. */
async function tellWaiting(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { id, title }: { id: string; title: string },
): Promise<void> {
  const waiting = await tx
    .selectFrom('waitlistEntry')
    .select(['id', 'accountId', 'period', 'state'])
    .where('listingId', '=', id)
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  await recordEffects(
    tx,
    ctx,
    waiting.map(({ id: entryId, accountId, period, state }) => ({
      kind: 'waitlist-mail',
      payload: { entryId, deleted: { accountId, title, period, wasOffered: state === 'offered' } },
    })),
  )
}

async function countRentals(tx: Tx, listingId: string) {
  const { rows } = await sql<{ holdingRentals: number; pastRentals: number }>`
    select count(*) filter (where status = any(${[...holdingStatuses]}))::int as holding_rentals,
      count(*)::int as past_rentals
    from rental where listing_id = ${listingId}`.execute(tx)
  return rows[0]!
}
