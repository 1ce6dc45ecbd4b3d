import { sql } from 'kysely'
import { asPartyOf, type RentalParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { viewerOf } from '../names.ts'
import { readTimeline, type TimelineEntry } from '../timeline/queries.ts'
import { readTracked, trackedColumns, type TrackedRental, type TrackedRow } from './tracked.ts'

export type FoundRental = {
  rental: TrackedRental
  party: RentalParty
  /** The hash of the last entry of its timeline; null without entries. */
  head: string | null
  timeline: TimelineEntry[]
}

/**
 * A rental with its timeline, for its two people; an owner finds it once its order is confirmed. Refusal: `not-found`,
 * for everyone else.
 */
export async function findRental(ctx: Context, rentalId: string): Promise<Verdict<FoundRental>> {
  const { actor, db } = ctx
  if (actor.kind !== 'user') return notFound()
  const { rows } = await sql<TrackedRow>`
    select ${trackedColumns(viewerOf(actor, ctx))}
    from rental r join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = case when r.owner_id = ${actor.id} then r.renter_id else r.owner_id end
    where r.id = ${rentalId}`.execute(db)
  const own = asPartyOf(actor, rows[0])
  if (!own.ok) return own
  const { rental: row, party } = own
  if (party.side === 'owner' && row.orderStatus !== 'confirmed') return notFound()
  const timeline = await readTimeline(db, rentalId)
  const head = timeline.at(-1)?.hash ?? null
  return { ok: true, rental: readTracked(row), party, head, timeline }
}
