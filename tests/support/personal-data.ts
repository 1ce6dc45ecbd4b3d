import { accepted } from '#seeds/act.ts'
import { exportData } from '#server/account/export-data.ts'
import type { Context } from '#server/context.ts'

/** What a person's download contains, read to its end. */
export async function personalDataOf(ctx: Context) {
  const { introduction, rows: read } = accepted(await exportData(ctx)).personalData
  const sections: Record<string, unknown[]> = {}
  for await (const { section, rows } of read) (sections[section] ??= []).push(...rows)
  return { ...introduction, sections }
}
