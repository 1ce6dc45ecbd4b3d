import type pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { refreshSearch } from '#server/catalogue/refresh-search.ts'
import { chanceOf } from './metropolis/chance.ts'
import { calendarAt } from './metropolis/city.ts'
import { broken } from './metropolis/invariants.ts'
import { lister } from './metropolis/listings.ts'
import { bare, load } from './metropolis/loading.ts'
import { settle } from './metropolis/people.ts'
import { emptyTables, tableNames } from './metropolis/tables.ts'

/** The size of the city. A few rentals may be missing: those for which the last listings have no room. */
export type Sizes = { listings: number; people: number; rentals: number }
type Say = (message: string) => void

const CHUNK = 20_000
/** Tables that the database fills from the others. */
const kept = ['listing_search', 'search_term', 'tag_count', 'book_entry', 'book_posting', 'owner_sum']

/**
 * Loads a city into a migrated PostgreSQL without people: listings with their rentals, reviews and favourites, as the
 * site would have written them, but without emails, notices, log and files of photos. An error undoes everything.
 * Throws where the database has people, and where the loaded data breaks a rule.
 */
export async function buildMetropolis(
  client: pg.ClientBase,
  { sizes, now, say }: { sizes: Sizes; now: Date; say: Say },
): Promise<void> {
  const { rows } = await client.query('select from account limit 1')
  if (rows.length > 0) throw new Error('There are people already: a metropolis needs a database of its own.')
  await client.query('begin')
  try {
    await client.query(
      `set local statement_timeout = 0; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'`,
    )
    await bare(client, [...tableNames, ...kept], async () => {
      await loadAll(client, sizes, now, say)
      say('filling the tables of the search')
      await client.query('select fill_listing_search()')
      say('writing the book')
      for (const table of ['rental', 'money_line']) await client.query(`analyze ${table}`)
      await client.query(book)
      say('making the indexes')
    })
    // With the indexes, as each owner's postings are looked up.
    await client.query(ownerSums)
    await client.query(tagCounts)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function loadAll(client: pg.ClientBase, sizes: Sizes, now: Date, say: Say) {
  const chance = chanceOf(1)
  const tables = emptyTables()
  const people = settle(tables, chance, sizes.people, now)
  const list = lister({ tables, chance, people, now, calendar: calendarAt(now), ...(await known(client)) })
  let [listings, rentals] = [0, 0]
  const flush = async () => {
    for (const rows of tables.rows) await load(client, rows)
    say(`${listings.toLocaleString('en')} listings, ${rentals.toLocaleString('en')} rentals`)
  }
  let owed = 0
  for (const share of sharesOf(sizes)) {
    // Rentals without room go to the next listing.
    owed += share
    const booked = list(Math.min(80, Math.floor(owed)))
    owed -= booked
    rentals += booked
    listings++
    if (listings % CHUNK === 0) await flush()
  }
  await flush()
}

/** How many rentals each listing should have: most are rented now and then, a few all the time. */
function sharesOf({ listings, rentals }: Sizes): Float64Array {
  const chance = chanceOf(2)
  const shares = new Float64Array(listings).map(() => Math.log(1 - chance.next()) ** 2)
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (share / sum) * rentals)
}

const OFF_AT_MOST = 0.02

/** The number of listings, people and rentals of a city. */
export async function countCity(client: Pick<pg.ClientBase, 'query'>): Promise<Sizes> {
  const { rows } = await client.query<Sizes>(`select (select count(*) from listing)::int as listings,
    (select count(*) from account where role <> 'admin')::int as people,
    (select count(*) from rental)::int as rentals`)
  return rows[0]!
}

/** One line for each number that is more than 2 % off what was asked for. */
export function misses(asked: Sizes, counted: Sizes): string[] {
  const names = ['listings', 'people', 'rentals'] as const
  return names
    .filter((name) => Math.abs(counted[name] - asked[name]) > Math.max(1, asked[name] * OFF_AT_MOST))
    .map((name) => `${counted[name]} ${name} instead of ${asked[name]}`)
}

/** The contents of a new database: categories, tags and the agreement. */
async function known(client: pg.ClientBase) {
  const categories = await client.query<{ id: number; name: string }>('select id, name from category')
  const tags = await client.query<{ name: string }>('select name from tag order by name')
  const { rows } = await client.query<{ body: string }>(
    'select body from agreement_template order by version desc limit 1',
  )
  return {
    categoryIds: new Map(categories.rows.map(({ id, name }) => [name, id])),
    tags: tags.rows.map(({ name }) => name),
    agreement: rows[0]!.body,
  }
}

/** The cash that owners collected at each hand-over, as `cashEntry` books it. */
const book = `
  insert into book_entry (key, kind, order_id, rental_id, at)
  select 'cash:' || id, 'cash', order_id, id, status_changed_at from rental where status in ('Active', 'Completed');
  insert into book_posting (entry_id, book_account, person_id, rental_id, centavos)
  select e.id, p.* from book_entry e join rental r on r.id = e.rental_id
  join (select rental_id, sum(centavos) as total, sum(centavos) filter (where kind = 'service_fee') as fee
    from money_line group by rental_id) m on m.rental_id = r.id
  cross join lateral (values ('cash_collected', r.owner_id, r.id, total), ('owner_payable', r.owner_id,
  r.id, fee - total),
    ('platform_fee', null, r.id, -fee)) p (book_account, person_id, rental_id, centavos)
  where p.centavos <> 0`

const tagCounts = `insert into tag_count select t.tag, count(distinct l.id) from listing l
  cross join unnest(l.tags) t (tag) where l.archived_at is null group by t.tag
  on conflict (tag) do update set listing_count = excluded.listing_count`

const ownerSums = `insert into owner_sum select s.*
  from (select distinct owner_id from rental where status in ('Active', 'Completed')) r
  cross join lateral owner_sum_of(r.owner_id) s`

/** Reads `--listings=1000` and so on; missing sizes keep the proportions of the whole city. */
export function readSizes(args: readonly string[], env: Record<string, string | undefined>): Sizes {
  const said = (name: string) => {
    const text = args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? env[name.toUpperCase()]
    if (text !== undefined && !/^[1-9]\d{0,7}$/.test(text))
      throw new Error(`How many ${name}? Not “${text}”.`)
    return text === undefined ? undefined : Number(text)
  }
  const listings = said('listings') ?? 1_000_000
  return {
    listings,
    people: said('people') ?? Math.max(10, Math.round(listings / 5)),
    rentals: said('rentals') ?? listings,
  }
}

if (import.meta.main) {
  const began = performance.now()
  const say: Say = (message) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${message}`)
  const { DATABASE_URL: databaseUrl } = process.env
  if (!databaseUrl)
    throw new Error('DATABASE_URL is not set: a metropolis is loaded into a PostgreSQL server.')
  const sizes = readSizes(process.argv.slice(2), process.env)
  const connection = await connect({ databaseUrl, statementTimeoutMillis: 0 })
  try {
    await migrateToLatest(connection.db)
    const client = await connection.pool.connect()
    try {
      await buildMetropolis(client, { sizes, now: new Date(), say })
    } finally {
      client.release()
    }
    await refreshSearch(connection)
    say('gathering statistics')
    await connection.pool.query('vacuum analyze')
    say('looking for what breaks a rule')
    const counted = await countCity(connection.pool)
    say(`there are ${counted.listings} listings, ${counted.people} people and ${counted.rentals} rentals`)
    const faults = [...(await broken(connection.pool)), ...misses(sizes, counted)]
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
    say('ready')
  } finally {
    await connection.close()
  }
}
