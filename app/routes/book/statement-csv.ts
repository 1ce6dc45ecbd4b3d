import { readStatement, statementCsv } from '#server/book/read-statement.ts'
import { recordAccess } from '#server/record-access.ts'
import { ownerOf } from '../listing/owner-of.ts'
import type { Route } from './+types/statement-csv.ts'

/** An owner's monthly statement as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, owner } = ownerOf(args)
  const month = args.url.searchParams.get('month')
  const statement = await readStatement(ctx, owner, month, { size: null })
  await recordAccess(ctx, { action: 'export', subject: 'export', subjectId: 'statement' })
  return new Response(statementCsv(statement), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="statement-${statement.month}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
