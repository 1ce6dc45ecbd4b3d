import { sql } from 'kysely'
import { asAccountRemover, asRecent, asRentalParty } from '#domain/access.ts'
import { isHeadAdmin, isLastHeadAdmin } from '#domain/account/admin-area.ts'
import { decideAccountDeletion } from '#domain/account/deletion.ts'
import type { User } from '#domain/actor.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { removeListings } from '../listing/delete-listing.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { notifyOfUnpaid } from '../order/end-open-rentals.ts'
import { release } from '../order/release-order.ts'
import { lockOpenRentals } from '../order/lock-open-rentals.ts'
import type { LockedRental } from '../rental/queries.ts'
import { recordAction } from '../rental/record-action.ts'
import { erasePerson } from './erase-person.ts'
import { eraseReasons } from './erase-reasons.ts'
import { findTies, lockAdmins } from './queries.ts'
import { recordAdminMails } from './record-admin-mails.ts'

/**
 * Deletes an account: one's own (`deleteOwnAccount` asks for the password first), or anyone else's as an admin.
 * Requests that are Pending and not paid for are rejected or cancelled on the person's behalf and the other side is
 * notified; of an unpaid online order only its renter is, as its owners never saw it. Listings leave the catalogue;
 * personal data is erased. What the other side of a rental needs stays, under "Deleted user". No email says goodbye:
 * its address would outlive the account in the outbox. `stillMay` is asked once the account is locked. Refusals: its
 * own, `login`, `own-admin`, `proof` (only of admins), `not-found` (also once it is deleted), and those of
 * `decideAccountDeletion`.
 */
export async function deleteAccount(
  ctx: Context,
  { accountId, stillMay }: { accountId: string; stillMay?: (tx: Tx) => Promise<Verdict> },
): Promise<Verdict> {
  const gate = asAccountRemover(ctx.actor, accountId)
  if (!gate.ok) return gate
  const isOwn = gate.remover.id === accountId
  const proof = isOwn ? gate : asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const addresses: (string | undefined)[] = []
  const deleted = await inTransaction(ctx, async (tx) => {
    const admins = await lockAdmins(tx)
    const account = await lockAccount(tx, accountId)
    const stillAdmin = gate.remover.role !== 'admin' || isHeadAdmin(admins, gate.remover.id)
    if (!account || account.deletedAt || !stillAdmin) return notFound()
    const may = await stillMay?.(tx)
    if (may && !may.ok) return may
    const { orders, rentals } = await lockOpenRentals(tx, { accountId })
    const verdict = decideAccountDeletion({
      ...(await findTies(tx, accountId)),
      isLastHeadAdmin: isLastHeadAdmin(admins, accountId),
      now: ctx.clock.now(),
    })
    if (!verdict.ok) return verdict
    for (const orderId of orders) await release(tx, ctx, orderId, 'cancelled')
    const isUnpaid = ({ orderId }: LockedRental) => orders.includes(orderId)
    await notifyOfUnpaid(
      tx,
      ctx,
      rentals.filter((rental) => isUnpaid(rental) && rental.renterId !== accountId),
    )
    for (const rental of rentals) if (!isUnpaid(rental)) await endRequest(tx, ctx, account, rental)
    await eraseReasons(tx, accountId)
    await removeListings(tx, ctx, await findOwnListings(tx, accountId))
    addresses.push(account.email, ...(await erasePerson(tx, ctx, account)))
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'delete', detail: { role: account.role } },
    ])
    if (account.adminArea)
      await recordAdminMails(tx, ctx, admins, {
        adminId: accountId,
        change: 'removed',
        area: account.adminArea,
      })
    return verdict
  })
  if (deleted.ok)
    await ctx.keptMail?.remove(({ to, replyTo }) => addresses.includes(to) || addresses.includes(replyTo))
  return deleted
}

function lockAccount(tx: Tx, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'role', 'adminArea', 'firstName', 'lastName', 'email'])
    .select(['image', 'deletedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The listings of a person that are still in the catalogue. One that anyone ever rented is to be archived. */
async function findOwnListings(tx: Tx, ownerId: string) {
  const { rows } = await sql<{
    id: string
    title: string
    ownerId: string
    status: ListingStatus
    how: 'archive' | 'erase'
  }>`
    select l.id, l.title, l.owner_id, l.status,
      case when exists (select from rental r where r.listing_id = l.id) then 'archive' else 'erase' end as how
    from listing l where l.owner_id = ${ownerId} and l.archived_at is null order by l.id`.execute(tx)
  return rows
}

type Account = Omit<User, 'kind' | 'picture'>

/** Ends a request in the way open to the leaving person: a renter cancels it, an owner rejects it. */
async function endRequest(tx: Tx, ctx: Context, account: Account, rental: LockedRental): Promise<void> {
  const { id, role, firstName, lastName, email } = account
  const person: User = { kind: 'user', id, role, firstName, lastName, email, picture: null }
  const gate = asRentalParty(person, rental)
  if (!gate.ok) throw new Error(gate.message)
  const action = gate.party.side === 'owner' ? 'reject' : 'cancel'
  const decision = decide(rental, action, gate.party, ctx.clock.now())
  if (!decision.ok) throw new Error(`a Pending rental could not be ended: ${decision.message}`)
  await recordAction(tx, ctx, rental, decision)
}
