import { sql } from 'kysely'
import { asRentalParty, type RentalParty } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { nameFor, viewerOf } from '../names.ts'
import { type Changeable, findChangeable, listChanges, type ShownChange } from './queries.ts'

export type FoundChanges = {
  rental: Changeable
  party: RentalParty
  partnerName: string
  changes: ShownChange[]
}

/**
 * A rental with what was asked about its days, for its two people; an owner finds it once its order is confirmed.
 * Refusal: `not-found`, for everyone else.
 */
export async function findChanges(ctx: Context, rentalId: string): Promise<Verdict<FoundChanges>> {
  const { actor, db, clock } = ctx
  const rental = actor.kind === 'user' ? await findChangeable(db, rentalId, clock.now()) : undefined
  if (actor.kind !== 'user' || !rental) return notFound()
  const gate = asRentalParty(actor, rental)
  if (!gate.ok) return gate
  const { party } = gate
  if (party.side === 'owner' && rental.orderStatus !== 'confirmed') return notFound()
  const partner = party.side === 'owner' ? rental.renterId : rental.ownerId
  const { rows } = await sql<{ name: string }>`select ${nameFor('w', viewerOf(actor, ctx))} as name
    from account w where w.id = ${partner}`.execute(db)
  return { ok: true, rental, party, partnerName: rows[0]!.name, changes: await listChanges(db, rentalId) }
}
