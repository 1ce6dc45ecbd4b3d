import { sql } from 'kysely'
import { type PersonBlocks, decideContact } from '#domain/person-block/person-block.ts'
import type { Side } from '#domain/side.ts'
import type { Verdict } from '#domain/verdict.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'

export type Relationship = {
  personBlocks: PersonBlocks
  /** Whether the viewer may write. */
  contact: Verdict
  /** Whether a rental of the listing by these two is or was confirmed: Approved, Active or Completed. */
  confirmed: boolean
  /** Whether the other person's account was deleted. */
  partnerLeft: boolean
}

/** The relationship of the two people of a thread, from the view of one of them. One statement. */
export async function readRelationship(
  db: Db,
  thread: { listingId: string | null; renterId: string; ownerId: string },
  side: Side,
): Promise<Relationship> {
  const { renterId, ownerId, listingId } = thread
  const [me, them] = side === 'renter' ? [renterId, ownerId] : [ownerId, renterId]
  const rentalIn = (statuses: string[]) => sql`exists (select from rental r where r.listing_id = ${listingId}
    and r.renter_id = ${renterId} and r.owner_id = ${ownerId} and r.status = any(${statuses}))`
  const { rows } = await sql<
    PersonBlocks & { partnerName: string; rentalRuns: boolean; confirmed: boolean; partnerLeft: boolean }
  >`
    select exists (select from person_block where blocker_id = ${me} and blocked_id = ${them}) as by_me,
      exists (select from person_block where blocker_id = ${them} and blocked_id = ${me}) as by_them,
      ${rentalIn(['Approved', 'Active'])} as rental_runs, ${rentalIn(['Approved', 'Active', 'Completed'])}
      as confirmed,
      p.public_name as partner_name, p.deleted_at is not null as partner_left
    from account p where p.id = ${them}`.execute(db)
  const { byMe, byThem, confirmed, partnerLeft, ...terms } = rows[0]!
  const personBlocks = { byMe, byThem }
  return { personBlocks, contact: decideContact(personBlocks, terms), confirmed, partnerLeft }
}

/**
 * Locks the account of a person, so that nobody begins a person block by or of them until the transaction ends. The
 * transaction then reads every block that was committed before.
 */
export async function lockPersonBlocksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forShare().executeTakeFirstOrThrow()
}

export type PersonBlockRow = { id: string; name: string; picture: string | null; blockedAt: Date }

const SHOWN = 50

/** A page of the people whom a person has blocked, the latest first. `after` is the cursor of the page before. */
export async function listPersonBlocks(
  db: Db,
  viewer: Viewer,
  after: string | null = null,
): Promise<{ items: PersonBlockRow[]; next: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const { rows } = await sql<PersonBlockRow & { blockedAtText: string }>`
    select a.id, ${nameFor('a', viewer)} as name, a.image as picture, b.blocked_at,
      ${exactly(sql`b.blocked_at`)} as blocked_at_text
    from person_block b join account a on a.id = b.blocked_id where b.blocker_id = ${viewer.id}
      ${cursor ? sql`and (b.blocked_at, b.blocked_id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by b.blocked_at desc, b.blocked_id desc limit ${SHOWN + 1}`.execute(db)
  return pageOf(rows, SHOWN, ({ blockedAtText, ...row }) => [row, [blockedAtText, row.id]])
}
