import { chmodSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#db/connect.ts'
import { columnParsers } from '#db/parsers.ts'
import { emptySnapshot, holdProgram } from '#tests/support/database.ts'
import { openEmbedded, type EmbeddedDatabase } from './open.ts'

const settings = { connectionTimeoutMillis: 60_000, statementTimeoutMillis: 60_000, types: columnParsers() }
const endless = 'select count(*) from generate_series(1, 1000000000)'

let dataDir: string
let database: EmbeddedDatabase

beforeAll(holdProgram)
beforeEach(async () => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'hiram-crash-')), 'data')
  database = await openEmbedded({ ...settings, dataDir, snapshot: emptySnapshot() })
  database.pool.on('error', () => {})
  await database.pool.query('create table boat (id int); insert into boat values (1)')
})
afterEach(async () => {
  if (!database.pool.ended) await database.pool.end()
  await database.close()
  rmSync(path.dirname(dataDir), { recursive: true, force: true })
})

describe('when the database thread dies', () => {
  it('what is running and what waits for it end, the first with the reason, and the next use reopens', async () => {
    const running = database.pool.query(endless)
    const waiting = database.pool.query('select id from boat')
    const crash = new Promise((resolve) => setTimeout(resolve, 200)).then(() =>
      database.crash(new Error('Out of memory')),
    )
    await expect(running).rejects.toThrow('Out of memory')
    expect((await waiting).rows).toEqual([{ id: 1 }])
    await crash
  })

  it('an open transaction is lost completely', async () => {
    const client = await database.pool.connect()
    client.on('error', () => {})
    await client.query('begin')
    await client.query('insert into boat values (2)')
    await database.crash(new Error('Out of memory'))
    await expect(client.query('commit')).rejects.toThrow()
    client.release()
    expect((await database.pool.query('select id from boat')).rows).toEqual([{ id: 1 }])
  })

  it('an idle pool notices nothing but the time it takes to reopen', async () => {
    await database.crash(new Error('Out of memory'))
    await database.crash(new Error('Out of memory'))
    expect((await database.pool.query('select id from boat')).rows).toEqual([{ id: 1 }])
  })

  it('if it cannot be opened again, every use rejects until it can', async () => {
    await database.crash(new Error('Out of memory'))
    const folder = path.join(dataDir, 'database')
    renameSync(path.join(folder, 'global'), path.join(folder, 'elsewhere'))
    await expect(database.pool.query('select 1')).rejects.toThrow()
    await expect(database.pool.query('select 1')).rejects.toThrow()
    renameSync(path.join(folder, 'elsewhere'), path.join(folder, 'global'))
    expect((await database.pool.query('select id from boat')).rows).toEqual([{ id: 1 }])
  })
})

describe('a statement that runs too long in the thread', () => {
  it('rejects its transaction with that reason, and the next use reopens', async () => {
    await database.pool.end()
    await database.close()
    const strict = await connect({ dataDir, statementTimeoutMillis: 500 })
    const transaction = strict.db.transaction().execute((tx) => sql.raw(endless).execute(tx))
    await expect(transaction).rejects.toThrow('a statement ran longer than 0.5 s')
    expect((await strict.pool.query('select id from boat')).rows).toEqual([{ id: 1 }])
    await strict.close()
  })

  it('is none that waits for a snapshot, however long that takes', async () => {
    await database.pool.end()
    await database.close()
    const strict = await connect({ dataDir, statementTimeoutMillis: 100 })
    const saved = strict.saveSnapshot!(path.join(dataDir, 'copy.tar'))
    expect((await strict.pool.query('select id from boat')).rows).toEqual([{ id: 1 }])
    await saved
    await strict.close()
  })

  it('loses a database in memory, and every use says so', async () => {
    const strict = await connect({ inMemory: true, snapshot: emptySnapshot(), statementTimeoutMillis: 500 })
    await expect(strict.pool.query(endless)).rejects.toThrow('a statement ran longer than 0.5 s')
    await expect(strict.ping()).rejects.toThrow('in memory and is lost')
    await expect(strict.ping()).rejects.toThrow('in memory and is lost')
    await strict.close()
  })
})

describe('the log of changes', () => {
  it('is read after a crash only from the last checkpoint on, and there is one again and again', async () => {
    await database.pool.end()
    await database.close()
    database = await openEmbedded({ ...settings, dataDir, checkpointEveryMillis: 50 })
    const start = async () => {
      const { rows } = await database.pool.query('select redo_lsn from pg_control_checkpoint()')
      return rows[0].redo_lsn as string
    }
    for (let round = 0; round < 2; round++) {
      const before = await start()
      await database.pool.query('insert into boat select generate_series(1, 1000)')
      await expect.poll(start, { timeout: 10_000 }).not.toBe(before)
    }
  })
})

describe('the folder', () => {
  it('can’t be read by other users, also if it could before', async () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    await database.pool.end()
    await database.close()
    chmodSync(path.join(dataDir, 'database'), 0o755)
    database = await openEmbedded({ ...settings, dataDir })
    expect(statSync(path.join(dataDir, 'database')).mode & 0o777).toBe(0o700)
  })
})
