import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A mail server in its own process that accepts everything. */
export async function startMailServer(): Promise<{ url: string; stop(): void }> {
  const child = fork(path.join(import.meta.dirname, 'mail-sink.ts'))
  const [url] = (await once(child, 'message')) as [string]
  return { url, stop: () => void child.kill() }
}

/** Makes the server send this many emails about rentals; returns how many per second. */
export async function sendEmails(databaseUrl: string, emails: number): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const began = performance.now()
  await client.query(
    `insert into effect (kind, payload, created_at, due_at)
     select 'rental-mail', jsonb_build_object('rentalId', id, 'action', 'request', 'to',
       case when row_number() over () % 2 = 0 then 'owner' else 'renter' end), now(), now() from rental limit $1`,
    [emails],
  )
  await untilSent(client)
  await client.end()
  return emails / ((performance.now() - began) / 1000)
}

/** Waits until no email waits; returns for how many seconds the oldest had waited at the first check. */
export async function untilSent(client: pg.Client): Promise<number> {
  const ask = async () => {
    const { rows } = await client.query<{ n: number; age: number | null }>(
      `select count(*)::int as n, extract(epoch from now() - min(created_at))::float as age
       from effect where done_at is null and failed_at is null`,
    )
    return rows[0]!
  }
  const first = await ask()
  while ((await ask()).n > 0) await wait(50)
  return first.age ?? 0
}
