import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrateTo, migrationNames } from '#db/migrate.ts'
import { bare } from '#seeds/metropolis/loading.ts'
import { LOADED_AT, largeTables } from './large-tables.ts'
import { benchPostgres } from './postgres.ts'

/* `node bench/migrations.ts` loads the large tables, a million rows each, as they were at migration 041 or at the one
   that `at` names, then applies the later ones one by one. Meanwhile it reads and writes a row of each of these tables
   that the migration names, every 10 ms. It fails when someone waited for longer than a second.
   `node bench/migrations.ts 047_passkeys` measures only those after that one; with `041_catalogue_table 100000` it
   loads fewer rows, 10,000 at least. `060_debt 1000000 account,effect,notice` loads as many into these tables
   and 10,000 into each other one, and measures these; what they reference has to be among them. Beside each row it
   prints who waited for a lock for half a second, and for what: who waited without one waited for the machine. */
const MOST_MS = 1000
const FEW = 10_000
const [after = LOADED_AT, size = '1000000', only] = process.argv.slice(2)
const rows = Number(size)
const chosen = only?.split(',')
const isFull = (name: string) => chosen?.includes(name) ?? true
const few = largeTables(FEW)
const tables = Object.fromEntries(
  Object.entries(largeTables(rows)).map(([name, table]) => {
    const { count = isFull(name) ? rows : FEW, ...rest } = isFull(name) ? table : few[name]!
    return [name, { ...rest, count }] as const
  }),
)
const unknown = chosen?.filter((name) => !tables[name])
if (unknown?.length) throw new Error(`There is no large table ${unknown.join(', ')}.`)
/** Those that are loaded. */
const full = new Set<string>()

async function load(client: pg.ClientBase, at: string) {
  const loaded = Object.entries(tables).filter(([, table]) => (table.at ?? LOADED_AT) === at)
  if (loaded.length === 0) return
  for (const [name] of loaded) full.add(name)
  await client.query('begin')
  await bare(
    client,
    loaded.map(([name]) => name),
    async () => {
      for (const [name, { count, columns, values, from = '' }] of loaded)
        await client.query(
          `insert into "${name}" (${columns}) select ${values} from generate_series(1, ${count}) n ${from}`,
        )
    },
  )
  await client.query('commit')
  await client.query('vacuum analyze')
}

type Waits = { reader: number; writer: number }

/** Reads and writes a row in the middle of a table every 10 ms, until it is stopped; returns the longest waits. */
async function probe(url: string, table: string): Promise<() => Promise<Waits>> {
  const found = new pg.Client(url)
  await found.connect()
  const { key = 'id', count, probe: change } = tables[table]!
  const { rows: middle } = await found.query(
    `select ${key} as key from "${table}" order by ${key} offset ${count >> 1} limit 1`,
  )
  await found.end()
  let isOver = false
  const longest = async (statement: string) => {
    const client = new pg.Client(url)
    await client.connect()
    let most = 0
    while (!isOver) {
      const began = performance.now()
      await client.query(statement, [middle[0].key])
      most = Math.max(most, performance.now() - began)
      await wait(10)
    }
    await client.end()
    return most
  }
  const both = [
    longest(`select * from "${table}" where ${key} = $1`),
    longest(/^\w+ = /.test(change!) ? `update "${table}" set ${change} where ${key} = $1` : change!),
  ]
  return async () => {
    isOver = true
    const [reader, writer] = await Promise.all(both)
    return { reader: reader!, writer: writer! }
  }
}

/** Prints what waits for a lock for longer than half the limit, and for what, until it is stopped. */
async function watchLocks(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  const said = new Set<string>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows: waiting } = await client.query<{ pid: number; query: string; holder: string }>(
        `select w.pid, w.query, h.query as holder
         from pg_stat_activity w cross join unnest(pg_blocking_pids(w.pid)) by (pid)
           join pg_stat_activity h on h.pid = by.pid
         where w.query_start < clock_timestamp() - $1 * interval '1 ms'`,
        [MOST_MS / 2],
      )
      for (const { pid, query, holder } of waiting) {
        const line = `${pid} waits with: ${query.slice(0, 200)}\n  for: ${holder.slice(0, 200)}`
        if (!said.has(line)) console.error(line)
        said.add(line)
      }
      await wait(100)
    }
    await client.end()
  })()
  return async () => {
    isOver = true
    await watching
  }
}

/** The large tables that a migration names. */
function touchedBy(migration: string): string[] {
  const [file] = globSync(`${migration}{,.steps}.sql`, {
    cwd: path.join(import.meta.dirname, '../db/migrations'),
  })
  const text = readFileSync(path.join(import.meta.dirname, '../db/migrations', file!), 'utf8')
  const named = [...text.matchAll(/\b(?:on|table|update|references|into|from|join) "?(\w+)"?/g)]
  return [...new Set(named.map(([, name]) => name!))].filter(
    (name) => full.has(name) && isFull(name) && tables[name]!.probe,
  )
}

const postgres = await benchPostgres()
try {
  const url = await postgres.create('migrations')
  const { db, close } = await connect({
    databaseUrl: url,
    poolSize: 1,
    statementTimeoutMillis: 0,
    prepares: false,
  })
  await migrateTo(db, LOADED_AT)
  const client = new pg.Client(url)
  await client.connect()
  await load(client, LOADED_AT)
  const stopWatching = await watchLocks(url)
  console.log('\n| migration | table | rows | migration took | longest wait of a reader | of a writer |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: |')
  for (const name of (await migrationNames()).filter((each) => each > LOADED_AT)) {
    const touched = name > after ? touchedBy(name) : []
    const probes = await Promise.all(touched.map((table) => probe(url, table)))
    await wait(300)
    const began = performance.now()
    await migrateTo(db, name)
    const took = performance.now() - began
    for (const [i, stop] of probes.entries()) {
      const { reader, writer } = await stop()
      if (Math.max(reader, writer) > MOST_MS) process.exitCode = 1
      const figures = `${(took / 1000).toFixed(1)} s | ${reader.toFixed(0)} ms | ${writer.toFixed(0)} ms`
      const { count } = tables[touched[i]!]!
      console.log(`| \`${name}\` | \`${touched[i]}\` | ${count.toLocaleString('en')} | ${figures} |`)
    }
    await load(client, name)
  }
  await stopWatching()
  await client.end()
  await close()
} finally {
  await postgres.stop()
}
