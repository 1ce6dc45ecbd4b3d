import { sql } from 'kysely'
import type { HeadAdmin } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEvents } from '../record.ts'
import { lockNewestTemplate } from './queries.ts'

export type NewVersion = { body: string; basedOn: number; restoredFrom?: number }

/**
 * Adds a version of the template. It holds for every order placed from now on; an open checkout is refused once, and
 * shows it. Earlier orders, and later ones for a change or a debt of theirs, keep the text that was accepted.
 * Refusals: `stale` when somebody saved another one since `basedOn`; `unchanged` when the newest has the same text.
 */
export async function writeVersion(
  ctx: Context,
  admin: HeadAdmin,
  tx: Tx,
  { body, basedOn, restoredFrom }: NewVersion,
): Promise<Verdict<{ version: number }>> {
  const newest = await lockNewestTemplate(tx)
  if (newest.body === body)
    return refuse('unchanged', `This is the same as version ${newest.version}, the one in use.`)
  if (newest.version !== basedOn)
    return refuse(
      'stale',
      `Somebody saved version ${newest.version} while you were writing. Nothing of yours is lost: ` +
        'compare the two below.',
    )
  // Computed here, as a sequence leaves gaps and people read these numbers.
  const version = newest.version + 1
  await sql`insert into agreement_template (version, body, created_at, created_by) overriding system value
    values (${version}, ${body}, ${ctx.clock.now()}, ${admin.id})`.execute(tx)
  await recordEvents(tx, ctx, [
    {
      subject: 'agreement-template',
      subjectId: String(version),
      action: restoredFrom === undefined ? 'save' : 'restore',
      detail: { from: newest.version, to: version, ...(restoredFrom === undefined ? {} : { restoredFrom }) },
    },
  ])
  return { ok: true, version }
}
