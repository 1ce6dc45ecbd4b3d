import { sql } from 'kysely'
import { type Blocks, decideContact } from '#domain/block/block.ts'
import type { Verdict } from '#domain/verdict.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'

export type Standing = {
  blocks: Blocks
  /** Whether the one who looks may write. */
  contact: Verdict
  /** Whether a rental of the listing by these two is or was confirmed: Approved, Active or Completed. */
  confirmed: boolean
}

/** How the two people of a thread stand to each other, as one of them sees it. One statement. */
export async function readStanding(
  db: Db,
  thread: { listingId: string | null; renterId: string; ownerId: string },
  side: 'renter' | 'owner',
): Promise<Standing> {
  const { renterId, ownerId, listingId } = thread
  const [me, them] = side === 'renter' ? [renterId, ownerId] : [ownerId, renterId]
  const rentalIn = (statuses: string[]) => sql`exists (select from rental r where r.listing_id = ${listingId}
    and r.renter_id = ${renterId} and r.owner_id = ${ownerId} and r.status = any(${statuses}))`
  const { rows } = await sql<Blocks & { partnerName: string; rentalRuns: boolean; confirmed: boolean }>`
    select exists (select from person_block where blocker_id = ${me} and blocked_id = ${them}) as by_me,
      exists (select from person_block where blocker_id = ${them} and blocked_id = ${me}) as by_them,
      ${rentalIn(['Approved', 'Active'])} as rental_runs, ${rentalIn(['Approved', 'Active', 'Completed'])} as confirmed,
      p.public_name as partner_name
    from account p where p.id = ${them}`.execute(db)
  const { byMe, byThem, confirmed, ...terms } = rows[0]!
  const blocks = { byMe, byThem }
  return { blocks, contact: decideContact(blocks, terms), confirmed }
}

/**
 * Keeps anyone from blocking, or being blocked by, a person until the transaction ends: a block waits for it, or is
 * seen by it. Accounts are locked before listings and threads.
 */
export async function holdBlocksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forShare().executeTakeFirstOrThrow()
}

export type BlockedPerson = { id: string; name: string; picture: string | null; blockedAt: Date }

const MOST_SHOWN = 500

/** Whom a person has blocked, the latest first. */
export async function listBlocked(db: Db, viewer: Viewer): Promise<BlockedPerson[]> {
  const { rows } =
    await sql<BlockedPerson>`select a.id, ${nameFor('a', viewer)} as name, a.image as picture, b.blocked_at
    from person_block b join account a on a.id = b.blocked_id where b.blocker_id = ${viewer.id}
    order by b.blocked_at desc, a.id limit ${MOST_SHOWN}`.execute(db)
  return rows
}
