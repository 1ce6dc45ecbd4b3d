import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayInManila } from '#domain/period.ts'
import { buildMetropolis, countCity, misses, readSizes, type Sizes } from '#seeds/metropolis.ts'
import { broken } from '#seeds/metropolis/invariants.ts'
import {
  hotStatements,
  nodesOf,
  type PlanNode,
  type Statement,
  statementsOf,
} from '#tests/support/hot-statements.ts'
import { walk } from '#tests/support/walk.ts'
import { withServices } from '#tests/support/with-services.ts'
import { browseCatalogue } from './browse-catalogue.ts'
import { refreshSearch } from './refresh-search.ts'

const onServer = describe.runIf(process.env.TEST_DATABASE === 'postgres')

/** For each rental of a metropolis a conversation, a notice, an event, and its thing in a cart; events of admins. */
const activity = `
  insert into thread (id, listing_id, title, renter_id, owner_id, created_at, last_message_at)
    select gen_random_uuid(), listing_id, min(title), renter_id, min(owner_id::text)::uuid, min(created_at),
      max(created_at) from rental group by listing_id, renter_id;
  insert into message (thread_id, sender, body)
    select id, case when n % 2 = 0 then 'owner' else 'renter' end, 'Is it dry?' from thread, generate_series(1, 4) n;
  insert into notice (id, account_id, effect_id, kind, title, text, path, created_at)
    select gen_random_uuid(), renter_id, row_number() over (), 'rental-approved', title, '', '/', created_at
    from rental;
  insert into event (subject, subject_id, action, actor_id, actor_role)
    select 'rental', id, 'approve', owner_id, 'owner' from rental
    union all select 'listing', id, 'accept', moderated_by, 'admin' from listing where moderated_by is not null;
  insert into cart_line
    (renter_id, listing_id, start_date, duration_days, delivery_option, seen_price_per_day_centavos)
    select distinct on (renter_id, listing_id) renter_id, listing_id, current_date + 300, 1, 'pickup', 45000
    from rental`

async function settle(city: ReturnType<typeof withServices>, sizes: Sizes) {
  const client = await city.database.connection.pool.connect()
  try {
    await buildMetropolis(client, { sizes, now: new Date(), say: () => {} })
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
  await refreshSearch(city.services)
}

it('says how large a metropolis is by arguments, by the environment, or by what is usual', () => {
  expect(readSizes([], {})).toEqual({ listings: 1_000_000, people: 200_000, rentals: 1_000_000 })
  expect(readSizes(['--listings=2000', '--people=9'], { RENTALS: '70' })).toEqual({
    listings: 2000,
    people: 9,
    rentals: 70,
  })
  expect(() => readSizes(['--listings=many'], {})).toThrow('How many listings? Not “many”.')
})

onServer('a metropolis', () => {
  const city = withServices([], { database: { poolSize: 2, statementTimeoutMillis: 0 } })
  const sizes = { listings: 2000, people: 400, rentals: 2000 }
  beforeAll(() => settle(city, sizes))

  it('has the data that the site would have written', async () => {
    expect(await broken(city.database.connection.pool)).toEqual([])
  })

  it('has as many listings, people and rentals as were asked for, to 2 %', async () => {
    const counted = await countCity(city.database.connection.pool)
    expect(misses(sizes, counted)).toEqual([])
    expect(misses({ ...sizes, rentals: 2100 }, counted)).toEqual([
      `${counted.rentals} rentals instead of 2100`,
    ])
  })

  it('has a catalogue and a search that find something', async () => {
    const newest = await browseCatalogue(city.services.db, {})
    expect(newest.listings).toHaveLength(24)
    const found = await browseCatalogue(city.services.db, { search: 'portable', sort: 'price-low' })
    expect(found.listings.length).toBeGreaterThan(20)
    for (const { title } of found.listings) expect(typeof title).toBe('string')
    expect((await browseCatalogue(city.services.db, { search: 'portabel' })).correctedTo).toBe('portable')
  })

  it('is kept by the triggers from then on', async () => {
    const { db } = city.services
    const { id } = await db
      .selectFrom('listing')
      .select('id')
      .where('isPublic', '=', true)
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.updateTable('listing').set({ title: 'Zitherly' }).where('id', '=', id).execute()
    expect((await browseCatalogue(db, { search: 'zitherly' })).listings.map((listing) => listing.id)).toEqual(
      [id],
    )
  })

  it('is not loaded where there are people', async () => {
    await expect(settle(city, { listings: 1, people: 1, rentals: 1 })).rejects.toThrow(
      'There are people already',
    )
  })
})

onServer('of 20,000 listings', () => {
  const city = withServices([], { database: { poolSize: 1, statementTimeoutMillis: 0 } })
  let statements: Record<string, Statement[]>
  beforeAll(async () => {
    await settle(city, { listings: 20_000, people: 2000, rentals: 5000 })
    await city.database.connection.pool.query(activity)
    await city.database.connection.pool.query('vacuum analyze')
    statements = await hotStatements(city.services, city.database.connection)
  })

  it('a search finds what a comparison of every listing finds, however frequent its words are', async () => {
    const { pool } = city.database.connection
    const asked = {
      acoustic: 'acoustic',
      drill: 'drill',
      camera: 'camera',
      tripod: 'tripod',
      kenwood: 'kenwood',
      'acoustic drill': 'acoustic & drill',
      'the tent': 'tent',
      'camera e': 'camera & e:*',
      'kenwood e': 'kenwood & e:*',
      b: 'b:*',
      nob: 'nob:*',
    }
    for (const [typed, query] of Object.entries(asked))
      for (const category of [null, 3]) {
        const { rows: newest } = await pool.query<{ id: string }>(
          `select listing_id as id from listing_search where all_tsv @@ to_tsquery('english', $1)
            and category_id = coalesce($2, category_id) order by created_at desc, listing_id desc limit 24`,
          [query, category],
        )
        const { rows: best } = await pool.query<{ id: string }>(
          `with titled as (
              select *, ts_rank(title_tsv, to_tsquery('english', $1)) as rank from listing_search
              where title_tsv @@ to_tsquery('english', $1) and category_id = coalesce($2, category_id)
              order by score desc, listing_id desc limit 240)
            select listing_id as id from (
              select listing_id, score, rank from titled
              union all select listing_id, score, 0 from listing_search
                where all_tsv @@ to_tsquery('english', $1) and category_id = coalesce($2, category_id)
                  and listing_id not in (select listing_id from titled) and (select count(*) from titled) < 240) s
            order by rank desc, score desc, listing_id desc limit 24`,
          [query, category],
        )
        const found = async (sort?: 'newest') =>
          (
            await browseCatalogue(city.services.db, { search: typed, categoryId: category, sort })
          ).listings.map(({ id }) => ({ id }))
        expect(await found('newest'), `${typed}, newest`).toEqual(newest)
        expect(await found(), typed).toEqual(best)
        if (category === null) expect(newest.length, typed).toBeGreaterThan(0)
      }
  })

  describe('by price, words of so many listings that their prices are read in bands', () => {
    const recount = (more: number) =>
      city.database.connection.pool.query(`update search_term set listing_count = listing_count + ${more}`)
    beforeAll(() => recount(16_000))
    afterAll(() => recount(-16_000))

    it.each([
      ['price-low', 'asc'],
      ['price-high', 'desc'],
    ] as const)('%s is the order of all pages', async (sort, direction) => {
      for (const [typed, query] of [
        ['ladder', 'ladder'],
        ['acoustic drill', 'acoustic & drill'],
      ])
        for (const filters of [{}, { categoryId: 1 }, { min: 150_00, max: 300_00 }]) {
          const { rows } = await city.database.connection.pool.query<{ id: string }>(
            `select listing_id as id from listing_search where all_tsv @@ to_tsquery('english', $1)
              and category_id = coalesce($2, category_id) and price_per_day_centavos between $3 and $4
              order by price_per_day_centavos ${direction}, created_at desc, listing_id desc limit 2400`,
            [query, filters.categoryId, filters.min ?? 0, filters.max ?? 2 ** 30],
          )
          const pages = await walk(async (after) => {
            const asked = { search: typed, sort, ...filters, after }
            const { listings, next } = await browseCatalogue(city.services.db, asked)
            return { items: listings, next }
          })
          const found = pages.flat().map(({ id }) => ({ id }))
          expect(found, `${typed}, ${JSON.stringify(filters)}`).toEqual(rows)
        }
    })

    it.each(['price-low', 'price-high'] as const)(
      '%s has the same listings as without bands, also on free days',
      async (sort) => {
        const today = dayInManila(new Date())
        const free = { start: addDays(today, 3), end: addDays(today, 6), today }
        const asked = { search: 'acoustic drill', sort, free }
        const found = async () =>
          (
            await walk(async (after) => {
              const { listings, next } = await browseCatalogue(city.services.db, { ...asked, after })
              return { items: listings, next }
            })
          ).flat()
        const inBands = await found()
        await recount(-16_000)
        const inFull = await found().finally(() => recount(16_000))
        expect(inBands).toEqual(inFull)
        expect(inBands).not.toEqual([])
      },
    )

    it('a page reads few of the listings, also where all are cheap', async () => {
      const { connection } = city.database
      const job = () => browseCatalogue(city.services.db, { search: 'ladder', sort: 'price-high' })
      const statements = await statementsOf(connection, job)
      const nodes: PlanNode[] = []
      for (const statement of statements) nodes.push(...(await nodesOf(connection, statement)))
      const collected = nodes.filter(
        ({ kind, table }) => kind === 'Bitmap Heap Scan' && table === 'listing_search',
      )
      expect(statements.map(({ text }) => text).join()).toContain('price_band')
      expect(collected).not.toEqual([])
      const { rows } = await connection.pool.query<{ n: number }>(
        `select count(*)::int as n from listing_search where all_tsv @@ to_tsquery('english', 'ladder')`,
      )
      expect(rows[0]!.n).toBeGreaterThan(600)
      expect(collected.reduce((sum, { read }) => sum + read, 0)).toBeLessThan(rows[0]!.n / 3)
    })
  })

  it('asking what is due leaves it undone', async () => {
    const { rows } = await city.database.connection.pool.query('select from reminder limit 1')
    expect(rows).toEqual([])
  })

  it('no hot statement reads a large table from end to end', async () => {
    const large = [
      ...[
        'listing',
        'listing_search',
        'rental',
        'order',
        'photo',
        'account',
        'money_line',
        'review',
        'favorite',
      ],
      ...['thread', 'message', 'notice', 'book_entry', 'book_posting', 'event', 'cart_line'],
    ]
    const { connection } = city.database
    const rowsOf = new Map<string, number>()
    for (const table of large) {
      const { rows } = await connection.pool.query<{ n: number }>(`select count(*)::int as n from "${table}"`)
      expect(rows[0]!.n, table).toBeGreaterThan(500)
      rowsOf.set(table, rows[0]!.n)
    }
    const slow: string[] = []
    for (const [name, said] of Object.entries(statements)) {
      expect(said.length, name).toBeGreaterThan(0)
      for (const statement of said)
        for (const { kind, table, read } of await nodesOf(connection, statement))
          // One under a limit may end early, as that which counts to a thousand.
          if (kind === 'Seq Scan' && read * 2 > (rowsOf.get(table!) ?? Infinity))
            slow.push(`${name}: ${table}`)
    }
    expect(slow).toEqual([])
  })
})
