import type { Actor } from '#domain/actor.ts'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { viewerOf } from '../names.ts'
import { exportSections, rowsOf } from './export-sections.ts'
import { whileAllowed } from './while-allowed.ts'

/** The fields at the beginning of a person's download. */
type Introduction = { site: string; madeAt: string; explanation: string }

/** All data about a person: some rows of a section at a time, in the order of the file; read as they are consumed. */
export type PersonalData = {
  introduction: Introduction
  rows: AsyncGenerator<{ section: string; rows: unknown[] }>
}

/**
 * All stored data about the actor, for them to download: every row, however many. Of other people it contains
 * only the names that the site shows them anyway; never an email, a password or the secret of a session. Its rows
 * throw once the session ended. Refusals: `login`, `limit`.
 */
export async function exportData(ctx: Context): Promise<Verdict<{ personalData: PersonalData }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const refused = await ctx.limits.take('dataDownloads', actor.id)
  if (refused) return refused
  const introduction = {
    site: ctx.settings.siteName,
    madeAt: ctx.clock.now().toISOString(),
    explanation:
      'Amounts are centavos. Periods are days in Asia/Manila from the first up to, and not ' +
      'including, the second. Photo addresses are below the address of the site.',
  }
  const isStillActor = (asking: Actor) => ({ ok: asking.kind === 'user' && asking.id === actor.id })
  const rows = whileAllowed(ctx, isStillActor, readSections(ctx, actor))
  return { ok: true, personalData: { introduction, rows } }
}

async function* readSections(ctx: Context, actor: { id: string }): PersonalData['rows'] {
  for (const [section, read] of Object.entries(exportSections(viewerOf(actor, ctx))))
    for await (const rows of rowsOf(ctx.db, read)) yield { section, rows }
}

/**
 * The data as the pieces of a JSON file: an object with the fields of `introduction` and `sections`, the rows of each
 * section by its name. A section comes at least once, without rows if it has none.
 */
export async function* jsonOf({ introduction, rows: read }: PersonalData): AsyncGenerator<string> {
  yield `${JSON.stringify(introduction, null, 2).slice(0, -2)},\n  "sections": {`
  let open: string | undefined
  let isEmpty = true
  const end = () => (open === undefined ? '' : isEmpty ? ']' : '\n    ]')
  for await (const { section, rows } of read) {
    let piece = ''
    if (open !== section) {
      piece = `${end()}${open === undefined ? '' : ','}\n    ${JSON.stringify(section)}: [`
      open = section
      isEmpty = true
    }
    for (const row of rows) {
      piece += `${isEmpty ? '' : ','}\n      ${JSON.stringify(row, null, 2).replaceAll('\n', '\n      ')}`
      isEmpty = false
    }
    yield piece
  }
  yield `${end()}\n  }\n}`
}
