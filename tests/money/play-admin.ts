import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asMoneyAdmin, asSupportAdmin } from '#domain/access.ts'
import { dayInManila } from '#domain/period.ts'
import { endSuspension } from '#server/account/end-suspension.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { putBackListing } from '#server/take-down/put-back-listing.ts'
import { takeDownListing } from '#server/take-down/take-down-listing.ts'
import { accepted } from '#seeds/act.ts'
import { by } from '#tests/support/services.ts'
import type { Take } from './actions.ts'
import type { Place, World } from './world.ts'

/** An admin suspends a person or takes a listing down, or undoes that. A rule says whether they may. */
export function removeOrPutBack({ services, admin }: World, place: Place, act: Take<'remove'>) {
  const ctx = by(services, admin)
  const { admin: support } = accepted(asSupportAdmin(admin))
  const accountId = [...place.renters, ...place.owners][act.who]!.id
  const listingId = place.listings[act.thing]!.id
  const reason = 'It was reported'
  switch (act.what) {
    case 'suspend':
      return suspendAccount(ctx, support, { accountId, reason })
    case 'end-suspension':
      return endSuspension(ctx, support, { accountId })
    case 'take-down':
      return takeDownListing(ctx, support, { listingId, reason })
    case 'put-back':
      return putBackListing(ctx, support, { listingId })
  }
}

/** An admin records a payout of a share of what is ready for an owner, or takes the newest one back. */
export async function payOwner({ services, admin }: World, place: Place, act: Take<'payout'>) {
  const ownerId = place.owners[act.who]!.id
  const ctx = by(services, admin)
  const { admin: money } = accepted(asMoneyAdmin(admin))
  if (act.reverse) {
    const newest = await services.db
      .selectFrom('payout')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('reversedAt', 'is', null)
      .orderBy('recordedAt', 'desc')
      .executeTakeFirst()
    const payload = { payoutId: newest?.id ?? '', reason: 'The bank sent it back' }
    return newest && recordMovement(ctx, money, { kind: 'reversal', payload })
  }
  const { rows } = await sql<{ ready: number }>`
    select (balance_centavos - open_centavos + cash_deposit_centavos)::int as ready
    from owner_sum_of(${ownerId}::uuid)`.execute(services.db)
  const ready = rows[0]?.ready ?? 0
  if (ready === 0) return
  return recordMovement(ctx, money, {
    kind: 'payout',
    payload: {
      direction: ready > 0 ? 'to_owner' : 'from_owner',
      ownerId,
      amount: Math.max(1, Math.floor((Math.abs(ready) * act.percent) / 100)),
      reference: randomUUID(),
      paidOn: dayInManila(services.clock.now()),
    },
  })
}
