import type { Admin } from '#domain/access.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEvents } from '../record.ts'
import { lockNewestTemplate } from './queries.ts'

export type NewVersion = { body: string; basedOn: number; restoredFrom?: number }

/**
 * Adds a version of the template. Orders keep the text that was accepted with them; the next checkout shows the new one.
 * Refusals: `stale` when somebody saved another since `basedOn`; `unchanged` when the newest says the same.
 */
export async function writeVersion(
  ctx: Context,
  admin: Admin,
  tx: Tx,
  { body, basedOn, restoredFrom }: NewVersion,
): Promise<Verdict<{ version: number }>> {
  const newest = await lockNewestTemplate(tx)
  if (newest.body === body)
    return refuse('unchanged', `This is the same as version ${newest.version}, the one in use.`)
  if (newest.version !== basedOn)
    return refuse(
      'stale',
      `Somebody saved version ${newest.version} while you were writing. Nothing of yours is lost: compare the two below.`,
    )
  const { version } = await tx
    .insertInto('agreementTemplate')
    .values({ body, createdAt: ctx.clock.now(), createdBy: admin.id })
    .returning('version')
    .executeTakeFirstOrThrow()
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
