import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#db/connect.ts'
import { hotStatements, planText, type Statement } from '#tests/support/hot-statements.ts'

/* `node bench/plans.ts` writes the most frequent statements and their query plans on the database of `DATABASE_URL`
   into `bench/plans`, one file per query. Meant for a database that `npm run seed:metropolis` filled; the words of its
   arguments choose queries by the beginnings of their names, and leave the other files. */
const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) throw new Error('DATABASE_URL is not set.')
const folder = join(import.meta.dirname, 'plans')
const connection = await connect({ databaseUrl, poolSize: 1 })
try {
  const chosen = process.argv.slice(2)
  const found = await hotStatements(connection, connection)
  const { rows } = await connection.pool.query<{ n: string }>('select count(*) as n from listing')
  if (chosen.length === 0) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, statements] of Object.entries(found)) {
    if (chosen.length > 0 && !chosen.some((word) => name.startsWith(word))) continue
    const parts: string[] = []
    for (const statement of statements) {
      // The first run loads the data into memory; the second is measured.
      await planText(connection, statement)
      parts.push(`${readable(statement)}\n\n${commented(await planText(connection, statement))}\n`)
    }
    await writeFile(
      join(folder, `${name.replaceAll(/[ ,]+/g, '-')}.sql`),
      `-- ${name}, of ${Number(rows[0]!.n).toLocaleString('en')} listings\n\n${parts.join('\n')}`,
    )
    console.log(name)
  }
} finally {
  await connection.close()
}

/** A statement with its values filled in and without the indentation of the source code. */
function readable({ text, values }: Statement): string {
  const filled = text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
  const lines = filled.split('\n').filter((line) => line.trim() !== '')
  return `${lines.map((line) => line.replace(/^ {4}/, '').trimEnd()).join('\n')};`
}

function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`
}

function commented(text: string): string {
  return text
    .split('\n')
    .map((line) => `-- ${line}`)
    .join('\n')
}
