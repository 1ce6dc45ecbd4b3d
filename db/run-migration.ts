import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'

const LOCK_TIMEOUT_MS = 1000

/** Whether a file is divided into steps by empty lines; any other is one step. */
export const isSteps = (file: string) => file.endsWith('.steps.sql')

/** A part of a file, and the line on which it begins. */
export type Step = { text: string; line: number }

/** The steps of a migration's text, each with its comment. */
export function stepsOf(text: string): Step[] {
  const parts = text.split(/\n(?=\s*\n)/)
  let line = 1
  return parts.flatMap((part) => {
    const step = { text: part.trim(), line: line + part.slice(0, part.search(/\S|$/)).split('\n').length - 1 }
    line += part.split('\n').length
    return step.text === '' ? [] : [step]
  })
}

/**
 * Runs a file of SQL. If `db` is a transaction, everything is part of it. Otherwise the file is a `.steps.sql`: each
 * step is a transaction, or one statement with `concurrently`, which can't be in one. A step that begins with the
 * comment `-- Repeat` is one statement, which runs until it changes no row. When a step fails, the steps before it
 * stay, and all steps run again the next time: each must be repeatable. Throws an error that names the file and line.
 */
export async function runMigration(db: Kysely<unknown>, file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  for (const step of isSteps(file) ? stepsOf(text) : [{ text, line: 1 }])
    try {
      while ((await runStep(db, step.text)) > 0 && /^-- Repeat\b/.test(step.text));
    } catch (cause) {
      const { message, position } = cause as { message: string; position?: string }
      const line = step.line + step.text.slice(0, Number(position)).split('\n').length - 1
      const at = position ? `:${line}` : ''
      throw new Error(`Migration ${path.basename(file)}${at} failed: ${message}`, { cause })
    }
}

/** Returns how many rows a single statement changed. */
async function runStep(db: Kysely<unknown>, step: string): Promise<number> {
  // The same length, so that a position stays right.
  if (db.isTransaction) return inTransaction(db, step.replaceAll('concurrently', ' '.repeat(12)))
  if (/^(create|drop) .*\bconcurrently\b/m.test(step)) return outside(db, step)
  return db.transaction().execute((tx) => inTransaction(tx, step))
}

async function inTransaction(tx: Kysely<unknown>, step: string): Promise<number> {
  // Building an index on a large table takes longer than a statement of a request may take.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx)
  // Without parameters the driver uses the simple query protocol, which takes many statements at once.
  return Number((await sql.raw(step).execute(tx)).numAffectedRows ?? 0)
}

/** What waits here keeps nobody from reading or writing, so it may wait for long. `db` is one connection. */
async function outside(db: Kysely<unknown>, step: string): Promise<number> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set lock_timeout = 0`.execute(db)
  try {
    await dropUnfinished(db, step)
    await sql.raw(step).execute(db)
    return 0
  } finally {
    for (const name of ['statement_timeout', 'lock_timeout'])
      await sql
        .raw(`reset ${name}`)
        .execute(db)
        .catch(() => {})
  }
}

/** An interrupted `create index concurrently` leaves an index that is not valid, which `if not exists` would keep. */
async function dropUnfinished(db: Kysely<unknown>, step: string): Promise<void> {
  const [, name] = /create (?:unique )?index concurrently if not exists (\w+)/.exec(step) ?? []
  if (!name) return
  const { rows } =
    await sql`select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db)
}
