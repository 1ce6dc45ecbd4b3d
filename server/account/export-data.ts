import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { viewerOf } from '../names.ts'
import { exportSections } from './export-sections.ts'

/** All data about a person, section by section; each is a list of plain rows. */
export type PersonalData = {
  site: string
  madeAt: string
  explanation: string
  sections: Record<string, unknown[]>
}

/**
 * All stored data about the actor, for them to download: every row, however many. Of other people it contains
 * only the names that the site shows them anyway; never an email, a password or the secret of a session. Refusals:
 * `login`, `limit`.
 */
export async function exportData(ctx: Context): Promise<Verdict<{ personalData: PersonalData }>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  const refused = await ctx.limits.take('dataDownloads', actor.id)
  if (refused) return refused
  const sections: Record<string, unknown[]> = {}
  for (const [name, rows] of Object.entries(exportSections(viewerOf(actor, ctx))))
    sections[name] = (await rows.execute(ctx.db)).rows
  return {
    ok: true,
    personalData: {
      site: ctx.settings.siteName,
      madeAt: ctx.clock.now().toISOString(),
      explanation:
        'Amounts are centavos. Periods are days in Asia/Manila from the first up to, and not ' +
        'including, the second. Photo addresses are below the address of the site.',
      sections,
    },
  }
}
