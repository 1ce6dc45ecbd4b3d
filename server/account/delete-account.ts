import { sql } from 'kysely'
import { asAccountRemover, asRentalParty } from '#domain/access.ts'
import { decideAccountDeletion } from '#domain/account/deletion.ts'
import type { User } from '#domain/actor.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { removeListing } from '../listing/delete-listing.ts'
import { changing, recordEvents } from '../record.ts'
import { release } from '../payment/release-order.ts'
import { lockOpenRentals } from '../rental/lock-open-rentals.ts'
import { lockRental, type LockedRental } from '../rental/queries.ts'
import { recordStep } from '../rental/take-step.ts'
import { erasePerson } from './erase-person.ts'
import { findTies, lockAdmins } from './queries.ts'

/**
 * Deletes an account: one's own (`deleteOwnAccount` asks for the password first), or anyone else's as an admin.
 * Requests that are Pending and not paid for are rejected or cancelled on the person's behalf and the other side is
 * told; listings leave the catalogue; personal data is erased. What the other side of a rental needs stays, under
 * "Deleted user". Refusals: `login`, `own-admin`, `not-found` (also once it is deleted), and those of
 * `decideAccountDeletion`.
 */
export async function deleteAccount(ctx: Context, { accountId }: { accountId: string }): Promise<Verdict> {
  const gate = asAccountRemover(ctx.actor, accountId)
  if (!gate.ok) return gate
  return changing(ctx, async (tx) => {
    const admins = await lockAdmins(tx)
    const account = await lockAccount(tx, accountId)
    const stillAdmin = gate.remover.role !== 'admin' || admins.includes(gate.remover.id)
    if (!account || account.deletedAt || !stillAdmin) return notFound()
    const { orders, rentals } = await lockOpenRentals(tx, { accountId })
    const verdict = decideAccountDeletion({
      ...(await findTies(tx, accountId)),
      isAdmin: account.role === 'admin',
      otherAdmins: admins.filter((id) => id !== accountId).length,
    })
    if (!verdict.ok) return verdict
    for (const orderId of orders) await release(tx, ctx, orderId, 'cancelled')
    for (const { id, orderId } of rentals)
      if (!orders.includes(orderId)) await withdraw(tx, ctx, account, (await lockRental(tx, id))!)
    for (const { wasRented, ...listing } of await findOwnListings(tx, accountId))
      await removeListing(tx, ctx, listing, wasRented ? 'archive' : 'erase')
    await erasePerson(tx, ctx, account)
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'delete', detail: { role: account.role } },
    ])
    return verdict
  })
}

function lockAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'role', 'firstName', 'lastName', 'email', 'image', 'deletedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The listings of a person that are still in the catalogue, and whether anyone ever rented them. */
async function findOwnListings(tx: Tx, ownerId: string) {
  const { rows } = await sql<{
    id: string
    title: string
    ownerId: string
    status: ListingStatus
    wasRented: boolean
  }>`
    select l.id, l.title, l.owner_id, l.status, exists (select from rental r where r.listing_id = l.id) as was_rented
    from listing l where l.owner_id = ${ownerId} and l.archived_at is null order by l.id`.execute(tx)
  return rows
}

type Account = Omit<User, 'kind' | 'picture'>

/** Ends a request as the person who goes could have: the renter cancels it, the owner rejects it. */
async function withdraw(tx: Tx, ctx: Context, account: Account, rental: LockedRental): Promise<void> {
  const { id, role, firstName, lastName, email } = account
  const person: User = { kind: 'user', id, role, firstName, lastName, email, picture: null }
  const gate = asRentalParty(person, rental)
  if (!gate.ok) throw new Error(gate.message)
  const action = gate.party.side === 'owner' ? 'reject' : 'cancel'
  const step = decide(rental, action, gate.party, ctx.clock.now())
  if (!step.ok) throw new Error(`a Pending rental could not be ended: ${step.message}`)
  await recordStep(tx, ctx, rental, step)
}
