import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { statementNames } from './prepared.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase({ poolSize: 1 })
  await database.connection.pool.query('create table boat (id int primary key)')
  await database.connection.pool.query('insert into boat values (1)')
})
afterAll(() => database.drop())

const boat = (id: number) => sql`select * from boat where id = ${id}`.execute(database.connection.db)
const prepared = async () =>
  (
    await database.connection.pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements',
    )
  ).rows
    .map(({ statement }) => statement)
    .filter((statement) => statement.includes('boat'))

it('a statement that comes again is prepared from the third time on', async () => {
  for (const _ of [1, 2]) expect((await boat(1)).rows).toEqual([{ id: 1 }])
  expect(await prepared()).toEqual([])
  for (const _ of [3, 4]) expect((await boat(1)).rows).toEqual([{ id: 1 }])
  expect(await prepared()).toEqual(['select * from boat where id = $1'])
  expect((await boat(2)).rows).toEqual([])
})

it('a statement that the pool is asked for directly is prepared, too', async () => {
  const { pool } = database.connection
  for (const _ of [1, 2, 3])
    expect((await pool.query('select id from boat where id < $1', [5])).rows).toEqual([{ id: 1 }])
  expect(await prepared()).toContain('select id from boat where id < $1')
})

it('one whose table was migrated meanwhile runs again, unprepared', async () => {
  await database.connection.pool.query('alter table boat add name text')
  expect((await boat(1)).rows).toEqual([{ id: 1, name: null }])
  expect((await boat(1)).rows).toEqual([{ id: 1, name: null }])
})

it('search statements, and more than the limit, are not prepared', () => {
  const names = statementNames()
  const third = (text: string) => [names.of(text), names.of(text), names.of(text)].at(-1)
  expect(third('select from listing_search where score > $1')).toBeUndefined()
  for (let i = 0; i < 300; i++) expect(third(`select ${i}`)).toBe(`hiram_${i}`)
  expect(third('select 300')).toBeUndefined()
  expect(names.of('select 7')).toBe('hiram_7')
})
