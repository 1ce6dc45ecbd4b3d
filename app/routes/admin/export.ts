import { data } from 'react-router'
import { dayInManila } from '#domain/period.ts'
import { findExport } from '#server/admin/exports.ts'
import { noteAccess } from '#server/note-access.ts'
import { adminOf } from './admin-of.ts'
import type { Route } from './+types/export.ts'

/**
 * A table of the admin area as a CSV file, with the search, filters and order of the page it was asked from. That it
 * was taken is written into the audit log, without the words that were searched for: they may be someone's name.
 */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  const table = args.url.pathname.replace(/^\/admin\//, '').replace(/\.csv$/, '')
  const rowsOf = findExport(table)
  if (!rowsOf) throw data(null, { status: 404 })
  const query = new URL(args.request.url).searchParams
  const narrowed = Object.fromEntries([...query].filter(([name]) => name !== 'search'))
  await noteAccess(ctx, { action: 'export', subject: 'export', subjectId: table, detail: narrowed })
  const pieces = rowsOf(ctx, admin, query)
  const name = `${table.replaceAll('/', '-')}-${dayInManila(ctx.clock.now())}.csv`
  return new Response(streamOf(pieces), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}

/** Asks for the next piece when the last has been taken, and for none once the browser is gone. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
