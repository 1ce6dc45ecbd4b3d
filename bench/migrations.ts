import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrateTo, migrationNames } from '#db/migrate.ts'
import { bare } from '#seeds/metropolis/loading.ts'
import { benchPostgres } from './postgres.ts'

/* `node bench/migrations.ts` loads the large tables, a million rows each, as they were at migration 041, then applies
   the later ones one by one. Meanwhile it reads and writes a row of each of these tables that the migration names,
   every 10 ms. It fails when someone waited for longer than a second. `node bench/migrations.ts 047_passkeys` measures
   only those after that one; `… 041_catalogue_table 10000` loads fewer rows. */
const LOADED_AT = '041_catalogue_table'
const MOST_MS = 1000
const [after = LOADED_AT, size = '1000000'] = process.argv.slice(2)
const rows = Number(size)

const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`
const ids = { of: id('n'), next: id(`n % ${rows} + 1`), listing: id('n % 10000 + 1') }

/** What is loaded, each after what it references: its rows for `n` from 1, and how the probe changes one of them. */
const tables: Record<string, { count?: number; columns: string; values: string; probe?: string }> = {
  account: {
    columns: 'id, name, first_name, last_name, username, email, role',
    values: `${ids.of}, 'Ana Cruz', 'Ana', 'Cruz', 'ana' || n, 'ana' || n || '@mail.ph',
      case when n % 100000 = 0 then 'admin' else 'renter' end`,
    probe: 'location = location',
  },
  session: {
    columns: 'id, user_id, token, expires_at, created_at',
    values: `${ids.of}, ${ids.of}, 'token ' || n, now() + interval '9 days', now() - n * interval '1 second'`,
    probe: 'expires_at = expires_at',
  },
  verification: {
    columns: 'id, identifier, value, expires_at',
    values: `${ids.of}, 'confirm:' || n, n::text, now() + n * interval '1 second'`,
    probe: 'value = value',
  },
  listing: {
    count: 10_000,
    columns: 'id, owner_id, title, description, price_per_day_centavos, status',
    values: `${ids.of}, ${ids.of}, 'Tent ' || n, 'Sleeps four.', 50000, 'approved'`,
  },
  order: {
    count: 10_000,
    columns: `id, number, renter_id, status, payment_method, idempotency_key, agreement_text, agreement_sha256,
      agreement_accepted_at`,
    values: `${ids.of}, 'HR-' || n, ${ids.of}, 'confirmed', 'cash_on_delivery', ${ids.of}, 'Agreed.',
      repeat('0a', 32), now()`,
  },
  // One in a hundred holds its days, each of another listing.
  rental: {
    columns: `id, order_id, listing_id, renter_id, owner_id, title, price_per_day_centavos, duration_days,
      delivery_option, period, status, approved_at`,
    values: `${ids.of}, ${ids.listing}, ${id('n / 100 % 10000 + 1')}, ${ids.of}, ${ids.next}, 'Tent', 50000, 3,
      'pickup', daterange(date '2026-01-01' + n % 300, date '2026-01-04' + n % 300),
      case when n % 100 = 0 then 'Approved' else 'Completed' end, now()`,
    probe: 'title = title',
  },
  thread: {
    columns: 'id, listing_id, title, renter_id, owner_id, last_message_at',
    values: `${ids.of}, ${ids.listing}, 'Tent', ${ids.of}, ${ids.next}, now() - n * interval '1 second'`,
    probe: 'title = title',
  },
  support_message: {
    columns: 'account_id, sender, body, sent_at',
    values: `${ids.of}, 'person', 'How do I cancel?', now() - n * interval '1 second'`,
    probe: 'body = body',
  },
  report: {
    columns: `id, reporter_id, reported_id, thread_id, about, reason, closed_at, closed_by, decision, decision_note`,
    values: `${ids.of}, ${ids.of}, ${ids.next}, ${ids.of}, 'person', 'spam', now(), ${ids.of}, 'warned', ''`,
    probe: 'note = note',
  },
  photo: {
    columns: 'id, owner_id, listing_id, width, height, widths, thumbhash, created_at',
    values: `${ids.of}, ${ids.of}, case when n % 2 = 0 then ${ids.listing} end, 640, 480, '{320,640}', 'hash',
      now() - n * interval '1 second'`,
    probe: 'position = position',
  },
  event: {
    columns: 'subject, subject_id, action, actor_id, at',
    values: `'account', n::text, case when n % 3 = 0 then 'log-in' else 'edit' end, ${ids.of},
      now() - n * interval '1 second'`,
    probe: 'network = null',
  },
}

async function load(client: pg.ClientBase) {
  await client.query('begin')
  await bare(client, Object.keys(tables), async () => {
    for (const [name, { count = rows, columns, values }] of Object.entries(tables))
      await client.query(
        `insert into "${name}" (${columns}) select ${values} from generate_series(1, ${Math.min(count, rows)}) n`,
      )
  })
  await client.query('commit')
  await client.query('vacuum analyze')
}

type Waits = { reader: number; writer: number }

/** Reads and writes a row in the middle of a table every 10 ms, until it is stopped; returns the longest waits. */
async function probe(url: string, table: string): Promise<() => Promise<Waits>> {
  const found = new pg.Client(url)
  await found.connect()
  const { rows: middle } = await found.query(
    `select id from "${table}" order by id offset ${rows >> 1} limit 1`,
  )
  await found.end()
  let isOver = false
  const longest = async (statement: string) => {
    const client = new pg.Client(url)
    await client.connect()
    let most = 0
    while (!isOver) {
      const began = performance.now()
      await client.query(statement, [middle[0].id])
      most = Math.max(most, performance.now() - began)
      await wait(10)
    }
    await client.end()
    return most
  }
  const both = [
    longest(`select * from "${table}" where id = $1`),
    longest(`update "${table}" set ${tables[table]!.probe} where id = $1`),
  ]
  return async () => {
    isOver = true
    const [reader, writer] = await Promise.all(both)
    return { reader: reader!, writer: writer! }
  }
}

/** The large tables that a migration names. */
function touchedBy(migration: string): string[] {
  const [file] = globSync(`${migration}{,.steps}.sql`, {
    cwd: path.join(import.meta.dirname, '../db/migrations'),
  })
  const text = readFileSync(path.join(import.meta.dirname, '../db/migrations', file!), 'utf8')
  const named = [...text.matchAll(/\b(?:on|table|update|references|into|from|join) "?(\w+)"?/g)]
  return [...new Set(named.map(([, name]) => name!))].filter((name) => tables[name]?.probe)
}

const postgres = await benchPostgres()
try {
  const url = await postgres.create('migrations')
  const { db, pool, close } = await connect({ databaseUrl: url })
  await migrateTo(db, LOADED_AT)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await load(client)
  client.release()
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
      console.log(`| \`${name}\` | \`${touched[i]}\` | ${rows.toLocaleString('en')} | ${figures} |`)
    }
  }
  await close()
} finally {
  await postgres.stop()
}
