import type { SupportAdmin } from '#domain/access.ts'
import { tagTaken } from '#domain/catalogue/tag.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockTags, tagExists } from './queries.ts'

/** Adds a tag that owners can put on their listings. Refusal: `taken`. */
export async function addTag(
  ctx: Context,
  _admin: SupportAdmin,
  { name }: { name: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    await lockTags(tx)
    if (await tagExists(tx, name)) return tagTaken(name)
    await tx.insertInto('tag').values({ name }).execute()
    await recordEvents(tx, ctx, [{ subject: 'tag', subjectId: name, action: 'add' }])
    return { ok: true as const }
  })
}
