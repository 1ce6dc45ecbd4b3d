import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresPair, startPair } from '#tests/support/postgres-pair.ts'
import { type Connection, connect } from './connect.ts'
import { type GuestReads, readReplica } from './guest-reads.ts'

let pair: PostgresPair
let primary: Connection
let reads: GuestReads
const noticed: boolean[] = []
beforeAll(async () => {
  pair = await startPair()
  primary = await connect({ databaseUrl: pair.primary.url, poolSize: 4 })
  await primary.pool.query('create table boat (first_name text)')
  const notice = (isRecent: boolean) => void noticed.push(isRecent)
  reads = readReplica(primary, { replicaUrl: pair.standby.url, maxLagMs: 3_000, onChange: notice })
})
afterAll(async () => {
  await reads?.close()
  await primary?.close()
  await pair?.remove()
})
afterEach(() => pair.standby.ask('select pg_wal_replay_resume()').catch(() => {}))

/** Which server answers, and which rows it has. */
const ask = async (which: 'current' | 'recent') => {
  const port = sql<number>`current_setting('port')::int`
  const names = sql<string[]>`(select coalesce(array_agg(first_name order by first_name), '{}') from boat)`
  const { rows } = await sql<{ atPort: number; names: string[] }>`
    select ${port} as at_port, ${names} as names`.execute(reads[which])
  return rows[0]!
}
const until = (which: 'current' | 'recent', { port }: { port: number }) =>
  vi.waitFor(async () => expect((await ask(which)).atPort).toBe(port), { timeout: 60_000, interval: 50 })
const write = async (name: string) => {
  await primary.pool.query('insert into boat values ($1)', [name])
  reads.reportChange()
}

describe('reads of guests', () => {
  it('go to the replica once it has what the primary has', async () => {
    await until('current', pair.standby)
    await until('recent', pair.standby)
    await vi.waitFor(() => expect(noticed[0]).toBe(true), { timeout: 60_000 })
  })

  it('of a cached page never miss a change, however far behind the replica is', async () => {
    await until('current', pair.standby)
    await pair.standby.ask('select pg_wal_replay_pause()')
    for (const name of ['Ana', 'Ben']) {
      await write(name)
      expect(await ask('current')).toMatchObject({ atPort: pair.primary.port })
      expect((await ask('current')).names).toContain(name)
    }
    await pair.standby.ask('select pg_wal_replay_resume()')
    await until('current', pair.standby)
    expect((await ask('current')).names).toEqual(['Ana', 'Ben'])
    for (let i = 0; i < 50; i++) {
      await write(`Name ${i}`)
      expect((await ask('current')).names).toContain(`Name ${i}`)
    }
  })

  it('go to the primary while the replica is too far behind, even without a reported change', async () => {
    await until('recent', pair.standby)
    await pair.standby.ask('select pg_wal_replay_pause()')
    await primary.pool.query(`insert into boat values ('Cora')`)
    await until('recent', pair.primary)
    expect((await ask('recent')).names).toContain('Cora')
    await vi.waitFor(() => expect(noticed.at(-1)).toBe(false), { timeout: 60_000 })
    await pair.standby.ask('select pg_wal_replay_resume()')
    await until('recent', pair.standby)
  })

  it('fail with the database’s error, and transactions stay on the primary', async () => {
    await until('current', pair.standby)
    await expect(sql`select * from ship`.execute(reads.current)).rejects.toMatchObject({ code: '42P01' })
    await reads.recent.transaction().execute(async (tx) => {
      await sql`insert into boat values ('Dina')`.execute(tx)
    })
    const trx = await reads.current.startTransaction().execute()
    await sql`insert into boat values ('Elmo')`.execute(trx)
    await trx.commit().execute()
    expect((await primary.pool.query(`select from boat where first_name in ('Dina', 'Elmo')`)).rowCount).toBe(
      2,
    )
  })

  it('are answered by the primary when the replica dies under them, and by the replica when it is back', async () => {
    await until('recent', pair.standby)
    const asked = Promise.all(Array.from({ length: 20 }, () => ask('recent')))
    await pair.standby.kill()
    await asked
    for (const which of ['recent', 'current'] as const)
      expect(await ask(which)).toMatchObject({ atPort: pair.primary.port })
    await pair.standby.start()
    await until('current', pair.standby)
  })

  it('never go to a server that stopped being a standby', async () => {
    await until('recent', pair.standby)
    await pair.promote()
    await until('recent', pair.primary)
    await until('current', pair.primary)
  })
})
