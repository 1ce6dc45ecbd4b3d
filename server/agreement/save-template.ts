import { asRecent, type HeadAdmin } from '#domain/access.ts'
import { judgeTemplate } from '#domain/agreement/template.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../record.ts'
import { writeVersion } from './write-version.ts'

export type TemplateEdit = { body: string; basedOn: number; incomplete: boolean }

/**
 * Saves the site's rental agreement template as a new version. Refusals: `proof`, `unknown` (an unknown placeholder),
 * `incomplete` (a missing one without `incomplete`), `stale`, `unchanged`.
 */
export async function saveTemplate(
  ctx: Context,
  admin: HeadAdmin,
  { body, basedOn, incomplete }: TemplateEdit,
): Promise<Verdict<{ version: number }>> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const refusal = judgeTemplate(body, { incomplete })
  if (refusal) return refusal
  return inTransaction(ctx, (tx) => writeVersion(ctx, admin, tx, { body, basedOn }))
}
