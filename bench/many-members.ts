import { createHmac } from 'node:crypto'
import { connect } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { addDays, type Day, dayInManila } from '#domain/period.ts'
import { buildMetropolis } from '#seeds/metropolis.ts'
import { benchSecret } from './server.ts'

/** The last day, from today on, for which a metropolis has rentals, and how many start days are free after it. */
const [BUSY_DAYS, FREE_DAYS] = [210, 150]
const SIZES = { listings: 2000, people: 2500, rentals: 2000 }

/** A logged-in person. */
export type Member = { id: string; cookie: string }
export type ManyMembers = {
  renters: Member[]
  /** One renter after the other, so that none has two carts at once. */
  nextRenter(): Member
  /** A listing and a start day on which it is free; each call returns another. */
  nextRequest(): { listingId: string; startDate: Day }
}

/** Fills an empty database with a small city, and logs its renters in. */
export async function createMembers(databaseUrl: string): Promise<ManyMembers> {
  const { db, pool, close } = await connect({ databaseUrl, statementTimeoutMillis: 0 })
  try {
    await migrateToLatest(db)
    const client = await pool.connect()
    await buildMetropolis(client, { sizes: SIZES, now: new Date(), say: () => {} })
    client.release()
    const { rows: renters } = await pool.query<{ id: string; token: string }>(
      `insert into session (id, token, user_id, created_at, updated_at, expires_at)
       select gen_random_uuid(), replace(gen_random_uuid()::text, '-', ''), id, now(), now(),
         now() + interval '20 days'
       from account where role = 'renter' returning user_id as id, token`,
    )
    const { rows: listings } = await pool.query<{ id: string }>(
      'select id from listing where is_public and bookable_while_rented order by id',
    )
    await pool.query('vacuum analyze')
    const today = dayInManila(new Date())
    const members = renters.map(({ id, token }) => ({ id, cookie: cookieOf(token) }))
    let [turn, requests] = [0, 0]
    return {
      renters: members,
      nextRenter: () => members[turn++ % members.length]!,
      nextRequest() {
        const at = requests++
        const startDate = addDays(today, BUSY_DAYS + (Math.floor(at / listings.length) % FREE_DAYS))
        return { listingId: listings[at % listings.length]!.id, startDate }
      },
    }
  } finally {
    await close()
  }
}

/** The session cookie, signed as better-auth does it. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', benchSecret).update(token).digest('base64')
  return `hiram.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
