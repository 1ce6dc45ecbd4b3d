import { data, redirect } from 'react-router'
import { asRecent } from '#domain/access.ts'
import { confirmHref } from '#domain/account/confirm-href.ts'
import { dayInManila } from '#domain/period.ts'
import { findExport } from '#server/overview/exports.ts'
import { recordAccess } from '#server/record-access.ts'
import { recordDenial } from '#app/attempt.ts'
import { noSuchPage, statusOf } from '#app/request.ts'
import { streamOf } from '#app/stream-of.ts'
import { adminOf } from './admin-of.ts'
import type { Route } from './+types/export.ts'

const unrecorded = ['search', 'after', 'before']

/**
 * A table of the admin area as a CSV file, with the search, filters and order of its page; for a file with people's
 * emails or names the admin first proves who they are. The audit log records the export, without the search text and
 * the place in the list: these may be a person's name.
 */
export async function loader(args: Route.LoaderArgs) {
  const { ctx } = adminOf(args)
  const table = args.url.pathname.replace(/^\/admin\//, '').replace(/\.csv$/, '')
  const begin = findExport(table)
  if (!begin) throw noSuchPage()
  const query = args.url.searchParams
  const begun = recordDenial(ctx, begin(ctx, query))
  if (!begun.ok) throw data(begun.message, { status: statusOf(begun) })
  if (begun.isAboutPeople && !asRecent(ctx.actor, ctx.clock.now()).ok)
    throw redirect(confirmHref(args.url.pathname + args.url.search, `/admin/${table}`))
  const narrowed = Object.fromEntries([...query].filter(([name]) => !unrecorded.includes(name)))
  await recordAccess(ctx, { action: 'export', subject: 'export', subjectId: table, detail: narrowed })
  const name = `${table.replaceAll('/', '-')}-${dayInManila(ctx.clock.now())}.csv`
  return new Response(streamOf(begun.pieces), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
