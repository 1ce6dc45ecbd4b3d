import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  keepsPreparedStatements,
  type PgBouncer,
  startPgBouncer,
  whyNoPgBouncer,
} from '#tests/support/pgbouncer.ts'
import { connect } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  await database.connection.pool.query('create table boat (id int, name text)')
})
afterAll(() => database.drop())

const noPgBouncer = whyNoPgBouncer()
if (noPgBouncer) console.log(`Statements through PgBouncer are not tested: ${noPgBouncer}.`)

describe.skipIf(noPgBouncer)('through PgBouncer, which hands out connections for a transaction each', () => {
  let pgBouncer: PgBouncer
  beforeAll(async () => void (pgBouncer = await startPgBouncer(database.url!, { servers: 2 })))
  afterAll(() => pgBouncer?.remove())

  const ways = [false, ...(!noPgBouncer && keepsPreparedStatements() ? [true] : [])]
  if (ways.length === 1) console.log('Names through PgBouncer are not tested: it is older than 1.21.')
  it.each(ways)('statements work, prepared or not: %s', async (prepares) => {
    const pooled = await connect({ databaseUrl: pgBouncer.url, poolSize: 8, prepares })
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 4 === 0
          ? pooled.db.transaction().execute(async (tx) => {
              await sql`insert into boat (id) values (${1_000 + i})`.execute(tx)
              return sql<{ n: number }>`select ${i}::int as n`.execute(tx)
            })
          : sql<{ n: number }>`select ${i}::int as n`.execute(pooled.db),
      ),
    )
    expect(all.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 200 }, (_, i) => i))
    await pooled.close()
  })
})
