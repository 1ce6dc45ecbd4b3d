import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from './bench.ts'
import { bestOf, type Cost } from './cost.ts'
import type { Row } from './table.ts'

const [ROUNDS, EMAILS] = [3, 1000]
const PATIENCE_MS = 120_000

/** How many emails about rentals a second a process renders and sends to a mail server, the best of the rounds. */
export async function benchEmails(bench: Bench): Promise<Row[]> {
  const { databaseUrl } = bench.city
  const server = await bench.server()
  const rounds: (Cost & { rate: number })[] = []
  for (let i = 0; i <= ROUNDS; i++)
    rounds.push(
      await bench.cost([server], EMAILS, async () => ({ rate: await sendEmails(databaseUrl, EMAILS) })),
    )
  // The first round is a warm-up.
  const { rate, ...cost } = bestOf(rounds.slice(1))
  return [{ name: 'emails, by SMTP', figure: `${rate.toFixed(0)}/s`, ...cost }]
}

/**
 * Makes the server send this many emails about rentals; returns how many a second from when it begins: it looks every
 * few seconds for effects that no process told it of.
 */
async function sendEmails(databaseUrl: string, emails: number): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into effect (kind, payload, created_at, due_at)
     select 'rental-mail', jsonb_build_object('rentalId', id, 'action', 'request', 'to',
       case when row_number() over () % 2 = 0 then 'owner' else 'renter' end), now(), now() from rental limit $1`,
    [emails],
  )
  const hasBegun = async () =>
    (await client.query(`select from effect where done_at is null and attempts > 0 limit 1`)).rowCount! > 0
  while (!(await hasBegun())) await wait(5)
  const began = performance.now()
  await client.end()
  await untilSent(databaseUrl)
  return emails / ((performance.now() - began) / 1000)
}

/**
 * Waits until no email waits; returns for how many seconds the oldest had waited at the first look. One that is being
 * sent is due in a minute; one that is to be sent later does not count.
 */
export async function untilSent(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const ask = async () => {
    const { rows } = await client.query<{ n: number; age: number | null }>(
      `select count(*)::int as n, extract(epoch from now() - min(created_at))::float as age
       from effect where done_at is null and failed_at is null
         and (due_at <= now() or (attempts > 0 and due_at <= now() + interval '1 minute'))`,
    )
    return rows[0]!
  }
  const first = await ask()
  const until = performance.now() + PATIENCE_MS
  while ((await ask()).n > 0) {
    if (performance.now() > until) throw new Error('Emails were not sent.')
    await wait(50)
  }
  await client.end()
  return first.age ?? 0
}
