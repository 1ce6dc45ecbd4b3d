import type { Duplex } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let lastClient: unknown

beforeAll(async () => {
  database = await freshDatabase()
  database.connection.pool.on('acquire', (client) => (lastClient = client))
  await database.connection.pool.query(`
    create table boat (id int primary key, visits bigint not null default 0);
    create table stay (boat_id int not null, during daterange not null, constraint stay_no_overlap
      exclude using gist (boat_id with =, during with &&));
    insert into boat (id) values (1), (2)`)
})
afterAll(() => database.drop())

const visits = async (id: number) =>
  (await database.connection.pool.query('select visits from boat where id = $1', [id])).rows[0].visits

describe('values', () => {
  it('keep dates, date ranges and numerics as text and read bigints as numbers', async () => {
    const { rows } = await database.connection.pool
      .query(`select 240000::bigint as int8, array[1::bigint] as int8s,
      date '2026-11-21' as date, array[date '2026-11-21', null] as dates, 1.50::numeric as numeric,
      daterange('2026-11-21', '2026-11-24') as range, timestamptz '2026-11-21 08:00+08' as moment`)
    expect(rows[0]).toEqual({
      int8: 240000,
      int8s: [1],
      date: '2026-11-21',
      dates: ['2026-11-21', null],
      numeric: '1.50',
      range: '[2026-11-21,2026-11-24)',
      moment: new Date('2026-11-21T00:00:00Z'),
    })
  })

  it('refuse a bigint that a number cannot hold', async () => {
    await expect(database.connection.pool.query('select 9007199254740993::bigint')).rejects.toThrow(
      RangeError,
    )
  })

  it('have camelCase column names, and JSON inside them is left alone', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 1 as first_name, '{"a_b": 1}'::jsonb as raw_answer`.execute(database.connection.db)
    expect(rows[0]).toEqual({ firstName: 1, rawAnswer: { a_b: 1 } })
  })

  // Spec: D38
  it('count days in UTC, whatever the machine is set to', async () => {
    const { rows } = await database.connection.pool.query('show timezone')
    expect(rows[0].TimeZone).toBe('UTC')
  })
})

describe('statements', () => {
  it('are prepared once under their name', async () => {
    const client = await database.connection.pool.connect()
    const named = (id: number) =>
      client.query({ name: 'boat-by-id', text: 'select id from boat where id = $1', values: [id] })
    try {
      expect([(await named(1)).rows, (await named(2)).rows]).toEqual([[{ id: 1 }], [{ id: 2 }]])
      const prepared = await client.query(
        `select count(*) as n from pg_prepared_statements where name = 'boat-by-id'`,
      )
      expect(prepared.rows).toEqual([{ n: 1 }])
    } finally {
      client.release()
    }
  })

  it('keep working by name after the client that prepared them was lost', async () => {
    const named = { name: 'boat-lost', text: 'select id from boat where id = $1', values: [1] }
    await database.connection.pool.query(named)
    await expect(database.connection.pool.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
    expect((await database.connection.pool.query(named)).rows).toEqual([{ id: 1 }])
  })

  it('contain the violated constraint, and the pool stays usable', async () => {
    const { pool } = database.connection
    await expect(pool.query('insert into boat (id) values (1)')).rejects.toMatchObject({
      code: '23505',
      constraint: 'boat_pkey',
    })
    await pool.query(`insert into stay values (1, '[2026-11-21,2026-11-24)')`)
    await expect(pool.query(`insert into stay values (1, '[2026-11-23,2026-11-25)')`)).rejects.toMatchObject({
      code: '23P01',
      constraint: 'stay_no_overlap',
    })
    await expect(pool.query('selekt')).rejects.toMatchObject({ code: '42601' })
    await database.connection.ping()
  })
})

describe('transactions', () => {
  it('of twenty parallel callers stay apart: the odd ones roll back, the even ones count', async () => {
    const call = (n: number) =>
      database.connection.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          visits: number
        }>`select visits from boat where id = 1 for update`.execute(tx)
        await sql`update boat set visits = ${rows[0]!.visits + 1} where id = 1`.execute(tx)
        if (n % 2) throw new Error('changed my mind')
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => call(n)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10)
    expect(await visits(1)).toBe(10)
  })

  it('end with the client that is dropped in the middle of one', async () => {
    const client = await database.connection.pool.connect()
    await client.query('begin')
    await client.query('update boat set visits = 99 where id = 2')
    client.release(new Error('dropped'))
    expect(await visits(2)).toBe(0)
  })

  it('whose client loses the database reject, and the next one works', async () => {
    const cut = database.connection.db.transaction().execute(async (tx) => {
      await sql`update boat set visits = 99 where id = 2`.execute(tx)
      const client = lastClient as unknown as { connection: { stream: Duplex } }
      client.connection.stream.destroy(new Error('The line was cut'))
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    expect(await visits(2)).toBe(0)
  })
})

it('a caller that finds no free client gets an error, not an endless wait', async () => {
  const small = await freshDatabase({ poolSize: 1, connectionTimeoutMillis: 300 })
  try {
    const { db } = small.connection
    const wrong = db.transaction().execute(async () => await sql`select 1`.execute(db))
    await expect(wrong).rejects.toThrow(/timeout/)
    await small.connection.ping()
  } finally {
    await small.drop()
  }
})

it('a statement that runs too long is stopped', async () => {
  const strict = await freshDatabase({ statementTimeoutMillis: 500 })
  try {
    const endless = strict.connection.pool.query('select count(*) from generate_series(1, 1000000000)')
    await expect(endless).rejects.toThrow(/statement/)
    if (strict.connection.kind === 'postgres') await strict.connection.ping()
  } finally {
    await strict.drop()
  }
})

it('closes more than once, and then refuses', async () => {
  const short = await freshDatabase()
  await short.drop()
  await short.connection.close()
  await expect(short.connection.ping()).rejects.toThrow()
})
