import { sql } from 'kysely'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { changeListings } from '../listing/change-listings.ts'
import { lockListings } from '../listing/queries.ts'

/** What becomes of the tag `tag` on listings: the tag `into`, once each, or nothing with null. */
export type Retagging = { tag: string; into: string | null }

/**
 * Changes a tag on the listings that have it now, some at a time (`changeListings`). Returns how many it changed.
 * Before its end, some listings have the one tag and some the other; both are there. Owners may still give listings
 * the old tag: see `retagRest`. Refusal: `not-found` when one of the tags is deleted meanwhile.
 */
export async function retagListings(
  ctx: Context,
  retagging: Retagging,
): Promise<Verdict<{ listings: number }>> {
  const { tag, into } = retagging
  const names = into === null ? [tag] : [tag, into]
  return changeListings(ctx, await listingsWith(ctx.db, tag), async (tx, some) => {
    const tags = await tx.selectFrom('tag').select('name').where('name', 'in', names).forShare().execute()
    if (tags.length < names.length) return notFound()
    return { ok: true, changed: await change(tx, retagging, some) }
  })
}

/** Changes a tag on the listings that got it during `retagListings`; returns how many. The caller locked the tags. */
export async function retagRest(tx: Tx, retagging: Retagging): Promise<number> {
  return change(tx, retagging, await listingsWith(tx, retagging.tag))
}

async function listingsWith(db: Context['db'] | Tx, tag: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listing where tags @> array[${tag}]::text[]`.execute(db)
  return rows.map(({ id }) => id)
}

async function change(tx: Tx, { tag, into }: Retagging, ids: readonly string[]): Promise<number> {
  await lockListings(tx, ids)
  const changed = await sql`
    update listing set tags = case when ${into}::text is null or ${into} = any(tags) then array_remove(tags, ${tag})
      else array_replace(tags, ${tag}, ${into}) end
    where id = any(${[...ids]}::uuid[]) and ${tag} = any(tags)`.execute(tx)
  return Number(changed.numAffectedRows)
}
