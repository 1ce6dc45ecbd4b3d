import { createHmac } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { connect } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { addDays, type Day, dayInManila } from '#domain/period.ts'
import { buildMetropolis, type Sizes } from '#seeds/metropolis.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { refreshSearch } from '#server/catalogue/refresh-search.ts'
import { benchSecret } from './server.ts'

/** The last day, from today on, for which a metropolis has rentals, and how many start days are free after it. */
const [BUSY_DAYS, FREE_DAYS] = [210, 150]
/** At most so many people are logged in, and so many listings are rented. */
const [RENTERS, OWNERS, REQUESTED] = [3000, 400, 20_000]

/** A logged-in person. */
export type Member = { id: string; cookie: string }
export type Members = {
  renters: Member[]
  /** Owners, each with one of their public listings. */
  owners: (Member & { listingId: string })[]
  /** One renter after the other, so that none has two carts at once. */
  nextRenter(): Member
  /** A listing and a start day on which it is free; each call returns another. The newest listings come last. */
  nextRequest(): { listingId: string; startDate: Day }
  /** A day on which all listings are free, and which is in no such request. */
  freeDay: Day
}

/** Fills an empty database with a city, and logs people in. */
export async function loadCity(databaseUrl: string, sizes: Sizes): Promise<Members> {
  const { db, pool, close } = await connect({ databaseUrl, statementTimeoutMillis: 0 })
  try {
    await migrateToLatest(db)
    const client = await pool.connect()
    await buildMetropolis(client, { sizes, now: new Date(), say: () => {} })
    client.release()
    const members = await logIn(pool)
    await pool.query('vacuum analyze')
    await refreshSearch({ db })
    // What was loaded is written to the disk before anything is measured.
    await pool.query('checkpoint')
    return members
  } finally {
    await close()
  }
}

async function logIn(pool: pg.Pool): Promise<Members> {
  const renters = await open(
    pool,
    `select id, null from account where role = 'renter' order by id limit ${RENTERS}`,
  )
  const owners = await open(
    pool,
    `select distinct on (owner_id) owner_id, id::text from listing
      where is_public and bookable_while_rented order by owner_id, id limit ${OWNERS}`,
  )
  const { rows: listings } = await pool.query<{ id: string }>(
    `select id from listing where is_public and bookable_while_rented order by id limit ${REQUESTED}`,
  )
  const today = dayInManila(new Date())
  let [turn, requests] = [0, 0]
  return {
    renters,
    owners,
    freeDay: addDays(today, BUSY_DAYS + FREE_DAYS),
    nextRenter: () => renters[turn++ % renters.length]!,
    nextRequest() {
      const at = requests++
      const startDate = addDays(today, BUSY_DAYS + (Math.floor(at / listings.length) % FREE_DAYS))
      return { listingId: listings[at % listings.length]!.id, startDate }
    },
  }
}

/** Opens a session for each account that a query returns, with something else beside it. */
async function open(pool: pg.Pool, accounts: string): Promise<(Member & { listingId: string })[]> {
  const { rows } = await pool.query<{ id: string; listingId: string; token: string }>(
    `with who (id, listing_id) as materialized (${accounts}),
      opened as (
        insert into session (id, token, user_id, created_at, updated_at, expires_at)
        select gen_random_uuid(), replace(gen_random_uuid()::text, '-', ''), id, now(), now(),
          now() + interval '20 days'
        from who returning user_id, token)
     select id, listing_id as "listingId", token from who join opened on user_id = id`,
  )
  return rows.map(({ id, listingId, token }) => ({ id, listingId, cookie: cookieOf(token) }))
}

/** The session cookie, signed as `sessionCookie` does it. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64')
  return `hiram.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

export type Embedded = {
  /** A new folder with a copy of the embedded database, as two processes can't open one. */
  copy(): Promise<string>
  stop(): Promise<void>
}

/** The contents of a PostgreSQL database as an embedded one. */
export async function embed(databaseUrl: string): Promise<Embedded> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-bench-'))
  const file = path.join(folder, 'city.tar.gz')
  const patient = { statementTimeoutMillis: 0, prepares: false }
  const source = await connect({ databaseUrl, poolSize: 1, ...patient })
  await makeBackup({ db: source.db, photos: aPhotoFile, file, now: new Date() })
  await source.close()
  const target = await connect({ dataDir: path.join(folder, 'city'), ...patient })
  await restoreBackup({ db: target.db, photos: aPhotoFile, file, say: () => {} })
  await target.close()
  let copies = 0
  return {
    async copy() {
      const to = path.join(folder, `copy-${++copies}`)
      await cp(path.join(folder, 'city'), to, { recursive: true })
      return to
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A metropolis has no files of photos, and a backup of photos without any file is refused: so this is one. */
const aPhotoFile = {
  async *list(folder: string) {
    if (folder === '00/') yield { name: '00/00000000-0000-0000-0000-000000000000/320.webp', bytes: 1 }
  },
  read: () => Promise.resolve(Uint8Array.of(0)),
  write: () => Promise.resolve(),
}
