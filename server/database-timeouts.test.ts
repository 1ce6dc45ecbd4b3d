import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, test, type TestContext } from 'vitest'
import { connect } from '#db/connect.ts'
import { migrateAtStart } from '#db/migrate.ts'
import { emptyDatabase, freshDatabase } from '#tests/support/database.ts'
import { builtPages } from '#server/http/built-pages.ts'
import { testServices } from '#tests/support/services.ts'
import { openSilentLine } from '#tests/support/silent-line.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'

// While they are imported, this process does nothing else, and a short limit would be over.
beforeAll(async () => void (await builtPages()))

/** A database behind a line that can fall silent, and a connection to it whose limits are two seconds. */
async function onSilentLine(poolSize: number, onTestFinished: TestContext['onTestFinished']) {
  const database = await freshDatabase({ kind: 'postgres' })
  onTestFinished(database.drop)
  const line = await openSilentLine(database.url!)
  onTestFinished(line.close)
  const connection = await connect({
    databaseUrl: line.url,
    poolSize,
    connectionTimeoutMillis: 2000,
    statementTimeoutMillis: 2000,
  })
  onTestFinished(connection.close)
  return { line, connection }
}

// Each waits more than five seconds, so they run at the same time, on databases of their own.
describe.concurrent('a PostgreSQL server', () => {
  test('that falls silent: requests get an error, and work once it is back', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, connection } = await onSilentLine(2, onTestFinished)
    const services = await testServices(connection)
    onTestFinished(services.close)
    const app = await testApp(services)
    const get = async (path: string) => (await new Visitor(app, services).get(path)).status
    expect(await Promise.all([get('/healthz'), get('/')])).toEqual([200, 200])
    line.set(true)
    expect(await Promise.all([get('/healthz'), get('/?q=boat')])).toEqual([503, 500])
    expect(services.errors).not.toEqual([])
    line.set(false)
    expect(await Promise.all([get('/healthz'), get('/?q=boat')])).toEqual([200, 200])
  })

  test('that falls silent: a statement and a transaction end, and both work once it is back', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, connection } = await onSilentLine(3, onTestFinished)
    const { db, pool } = connection
    const [first, second] = [await pool.connect(), await pool.connect()]
    const transaction = db.transaction().execute(async (tx) => {
      await sql`create table boat (id int)`.execute(tx)
      first.release()
      second.release()
      line.set(true)
      const statements = [sql`select 1`.execute(db), pool.query('select 1')]
      const all = await Promise.allSettled([sql`insert into boat values (1)`.execute(tx), ...statements])
      expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      throw (all[0] as PromiseRejectedResult).reason
    })
    await expect(transaction).rejects.toThrow('Query read timeout')
    expect(pool.totalCount).toBe(0)
    await expect(sql`select 1`.execute(db)).rejects.toThrow('connection timeout')
    line.set(false)
    await Promise.all([sql`select 1`.execute(db), pool.query('select 1')])
    // Once more, on connections that were made after the silence.
    line.set(true)
    const statements = await Promise.allSettled([sql`select 1`.execute(db), pool.query('select 1')])
    expect(statements.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(pool.totalCount).toBe(0)
    line.set(false)
    await db.transaction().execute((tx) => sql`select 1`.execute(tx))
  })

  test('stops a statement that waits too long for a lock, and a transaction that was forgotten', async ({
    expect,
    onTestFinished,
  }) => {
    const { connection, drop } = await freshDatabase({ kind: 'postgres' })
    onTestFinished(drop)
    const { pool } = connection
    const holder = await pool.connect()
    await holder.query('begin; create table boat (id int)')
    const { rows } = await holder.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
    await expect(pool.query('create table boat (id int)')).rejects.toThrow(/lock timeout/)
    await holder.query('rollback')
    holder.release()
  })

  test('runs a migration longer than a site waits for an answer, when the site starts', async ({
    expect,
    onTestFinished,
  }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hiram-migrate-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const strict = await emptyDatabase({ kind: 'postgres', statementTimeoutMillis: 300 })
    onTestFinished(strict.drop)
    await writeFile(path.join(folder, '001_slow.sql'), 'select pg_sleep(6);')
    expect(await migrateAtStart(strict.connection, strict.url, folder)).toEqual(['001_slow'])
  })
})
