import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresPair, startPair } from '#tests/support/postgres-pair.ts'
import { type Connection, connect } from './connect.ts'
import { openPool, logConnectionErrors } from './pool.ts'

let pair: PostgresPair
const open: { end(): Promise<void> }[] = []
beforeAll(async () => void (pair = await startPair()))
afterAll(async () => {
  for (const pool of open) await pool.end()
  await pair.remove()
})

const urlOf = (...ports: number[]) => {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join()
  return `postgres://${pair.login}@${hosts}/postgres?target_session_attrs=read-write`
}
const poolOf = (ports: number[], options = {}) => {
  const pool = openPool(urlOf(...ports), { max: 4, connectionTimeoutMillis: 10_000, ...options })
  logConnectionErrors(pool)
  open.push(pool)
  return pool
}
const portOf = async (pool: ReturnType<typeof poolOf>) =>
  (await pool.query<{ port: string }>(`select current_setting('port') as port`)).rows[0]!.port

async function dropsWhenDemoted(pool: ReturnType<typeof poolOf>) {
  const client = await pool.connect()
  await client.query('drop table if exists boat')
  await client.query('set default_transaction_read_only = on')
  await expect(client.query('create table boat ()')).rejects.toMatchObject({ code: '25006' })
  client.release()
  await pool.query('create table boat ()')
}

it('a pool of one host drops a connection whose server became a standby, as behind a balancer', () =>
  dropsWhenDemoted(poolOf([pair.primary.port], { max: 1 })))

describe('a pool of several hosts', () => {
  it.each([
    ['the first is a standby', () => [pair.standby.port, pair.primary.port]],
    ['nobody listens at the first', () => [1, pair.primary.port]],
    ['the first is the primary', () => [pair.primary.port, pair.standby.port]],
  ])('uses the one that can be written to when %s, for many at once', async (_, ports) => {
    const pool = poolOf(ports())
    const all = await Promise.all(Array.from({ length: 12 }, () => portOf(pool)))
    expect(new Set(all)).toEqual(new Set([String(pair.primary.port)]))
  })

  it('says why when none can be written to', async () => {
    await expect(portOf(poolOf([pair.standby.port, 1]))).rejects.toThrow('ECONNREFUSED')
    await expect(portOf(poolOf([1, pair.standby.port]))).rejects.toThrow('this host can only be read')
  })

  it('does not leave a host because all connections are in use', async () => {
    const pool = poolOf([pair.primary.port, 1], { max: 1, connectionTimeoutMillis: 500 })
    const client = await pool.connect()
    await expect(pool.connect()).rejects.toThrow('timeout exceeded')
    expect(pool.options.connectionString).toContain(String(pair.primary.port))
    client.release()
  })

  it('drops a connection whose server became a standby', () =>
    dropsWhenDemoted(poolOf([pair.primary.port, pair.standby.port], { max: 1 })))

  it('goes on with the standby once the primary has died and it was promoted', async () => {
    const db: Connection = await connect({
      databaseUrl: urlOf(pair.primary.port, pair.standby.port),
      poolSize: 4,
    })
    open.push({ end: () => db.close() })
    await db.pool.query('create table stay (id int)')
    await Promise.all([1, 2, 3, 4].map((id) => db.pool.query('insert into stay values ($1)', [id])))
    await vi.waitFor(
      async () => expect(await pair.standby.ask('select id from stay')).toHaveLength(4),
      60_000,
    )
    await pair.primary.kill()
    await expect(db.pool.query('insert into stay values (5)')).rejects.toThrow()
    await pair.promote()
    await vi.waitFor(() => db.pool.query('insert into stay values (6)'), { timeout: 60_000, interval: 50 })
    expect((await db.pool.query('select id from stay order by id')).rows.map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 6,
    ])
  })
})
