import { asRecent, type HeadAdmin } from '#domain/access.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { writeVersion } from './write-version.ts'

/**
 * Brings an earlier version of the template back, as a new version with the same text. Refusals: `proof`, `not-found`,
 * `stale`, `unchanged`.
 */
export async function restoreTemplate(
  ctx: Context,
  admin: HeadAdmin,
  { version, basedOn }: { version: number; basedOn: number },
): Promise<Verdict<{ version: number }>> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  return inTransaction(ctx, async (tx) => {
    const earlier = await tx
      .selectFrom('agreementTemplate')
      .select('body')
      .where('version', '=', version)
      .executeTakeFirst()
    if (!earlier) return notFound()
    return writeVersion(ctx, admin, tx, { body: earlier.body, basedOn, restoredFrom: version })
  })
}
