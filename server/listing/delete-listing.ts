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
    await removeListings(tx, ctx, [{ ...listing, how: verdict.how }])
    return { ok: true as const }
  })
}

type Removed = {
  id: string
  title: string
  ownerId: string
  status: ListingStatus
  how: 'archive' | 'erase'
}

/** Removes listings of a locked owner, or locked themselves, from every screen: archived, or deleted with photos. */
export async function removeListings(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'clock'>,
  listings: readonly Removed[],
): Promise<void> {
  if (listings.length === 0) return
  await notifyWaitingPeople(tx, ctx, listings)
  const idsOf = (how: Removed['how']) => listings.filter((each) => each.how === how).map(({ id }) => id)
  await archive(tx, ctx, idsOf('archive'))
  await erase(tx, ctx, idsOf('erase'))
  await recordEvents(
    tx,
    ctx,
    listings.map(({ id, how, status, title, ownerId }) => ({
      subject: 'listing',
      subjectId: id,
      action: how,
      detail: { from: status, title, ownerId },
    })),
  )
}

async function archive(tx: Tx, { clock }: Pick<Context, 'clock'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('listing').set({ archivedAt: clock.now() }).where('id', 'in', ids).execute()
  await tx.deleteFrom('favorite').where('listingId', 'in', ids).execute()
  await tx.deleteFrom('waitlistEntry').where('listingId', 'in', ids).execute()
  await tx.deleteFrom('blockedPeriod').where('listingId', 'in', ids).where('reason', '=', 'offer').execute()
  await tx.deleteFrom('place').where('listingId', 'in', ids).execute()
}

async function erase(tx: Tx, ctx: Pick<Context, 'clock'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const photos = await tx
    .selectFrom('photo')
    .select('id')
    .where(({ or, eb }) => or([eb('listingId', 'in', ids), eb('formerListingId', 'in', ids)]))
    .execute()
  await tx.deleteFrom('listing').where('id', 'in', ids).execute()
  await removeFiles(
    tx,
    ctx,
    photos.map(({ id }) => id),
  )
}

/** Notifies everyone who waits for days of the listings, or has an offer, that they wait no longer. */
async function notifyWaitingPeople(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  listings: readonly Pick<Removed, 'id' | 'title'>[],
): Promise<void> {
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  const waiting = await tx
    .selectFrom('waitlistEntry')
    .select(['id', 'accountId', 'listingId', 'period', 'state'])
    .where('listingId', 'in', [...titles.keys()])
    .where('state', 'in', ['waiting', 'offered'])
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  await recordEffects(
    tx,
    ctx,
    waiting.map(({ id: entryId, accountId, listingId, period, state }) => ({
      kind: 'waitlist-mail',
      payload: {
        entryId,
        deleted: { accountId, title: titles.get(listingId)!, period, wasOffered: state === 'offered' },
      },
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
