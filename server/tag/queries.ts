import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/** Locks out other writers of tags, and those who save a listing with some, until the transaction ends. */
export async function lockTags(tx: Tx): Promise<void> {
  await sql`lock table tag in exclusive mode`.execute(tx)
}

/** Whether there is such a tag. */
export async function tagExists(tx: Tx, name: string): Promise<boolean> {
  return (await tx.selectFrom('tag').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

/** Deletes a tag that no listing has any more, with its count. The caller locked the tags. */
export async function removeTag(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('tag').where('name', '=', name).execute()
  await sql`delete from tag_count where tag = ${name}`.execute(tx)
}
