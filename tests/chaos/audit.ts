import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Connection } from '#db/connect.ts'
import { broken } from '#seeds/metropolis/invariants.ts'
import type { EmailJob } from '#domain/notification/kinds.ts'
import { mailIdOf } from '#server/notification/deliver.ts'
import { audit } from '#tests/money/audit.ts'
import { gather } from '#tests/money/facts.ts'
import type { World } from './people.ts'

/** What is missing, what is there twice, and what else is wrong; a sentence each. */
export type Findings = { lost: string[]; doubled: string[]; wrong: string[] }

/**
 * Kinds of mail that say nothing once what they are about is over or answered, which a fault may outlast. Every other
 * kind is always sent to people whose email is confirmed, and to the support address.
 */
const mayBeOver: readonly EmailJob[] = [
  'change-mail',
  'confirmation-mail',
  'debt-mail',
  'dispute-mail',
  'email-change-mail',
  'handover-mail',
  'late-mail',
  'no-show-mail',
  'not-back-mail',
  'password-reset-mail',
  'reminder-mail',
]

/** Sentences of the audit of money about rentals that go on, and replies that each message asks for. */
const isUnfinished = /although everything is over|is still looked after|^effect assistant-reply .* too often$/
/** Rules of the data that hold where nothing is paid online; the audit of money has those that always hold. */
const isOfCashOnly = /^(The lines of a rental that came to nothing|The book has an entry for each hand-over)/

/**
 * Compares what was acknowledged with the database, the photo files, the mail server and the provider. Nothing may be
 * pending; of an embedded database the server must have stopped.
 */
export async function auditSite(world: World): Promise<Findings> {
  const connection = await world.site.open()
  try {
    const found: Findings = { lost: [], doubled: [], wrong: [] }
    await countRows(world, connection, found)
    await countPhotos(world, connection, found)
    await countMails(world, connection, found)
    await countEvents(world, connection, found)
    await countPushes(world, connection, found)
    const { rows } = await sql<{ id: string }>`select id from account`.execute(connection.db)
    const facts = await gather(
      connection.db,
      rows.map(({ id }) => id),
    )
    const money = audit(facts, world.site.provider.list()).filter((each) => !isUnfinished.test(each))
    const rules = (await broken(connection.pool)).filter((each) => !isOfCashOnly.test(each))
    found.wrong.push(...money, ...rules)
    return found
  } finally {
    await connection.close()
  }
}

/** Each acknowledged thing has one row. */
async function countRows({ ledger }: World, { db }: Connection, found: Findings) {
  const counted = async (
    what: string,
    acknowledged: Iterable<string>,
    query: ReturnType<typeof sql<{ key: string }>>,
  ) => {
    const times = new Map<string, number>()
    for (const { key } of (await query.execute(db)).rows) times.set(key, (times.get(key) ?? 0) + 1)
    for (const each of acknowledged) if (!times.has(each)) found.lost.push(`${what} ${each}`)
    for (const [key, n] of times) if (n > 1) found.doubled.push(`${what} ${key} is there ${n} times`)
  }
  await counted('account', ledger.accounts, sql`select email as key from account`)
  await counted('listing', ledger.listings, sql`select title as key from listing`)
  await counted('order', ledger.orders, sql`select number as key from "order" where status = 'confirmed'`)
  await counted('order of the key', [], sql`select idempotency_key::text as key from "order"`)
  await counted('payment', ledger.payments, sql`select id as key from payment`)
  await counted('refund', [], sql`select provider_id as key from refund where provider_id is not null`)
  await counted(
    'message',
    ledger.messages,
    sql`select client_id::text as key from message where client_id is not null`,
  )
  await counted(
    'question',
    ledger.questions,
    sql`select body as key from support_message where sender = 'person'`,
  )
  await counted(
    'favourite',
    ledger.favourites,
    sql`select a.email || ' ' || f.listing_id as key from favorite f join account a on a.id = f.account_id`,
  )
  await counted('contact message', ledger.contacts, sql`select subject as key from contact_message`)
  await counted(
    'step',
    ledger.steps,
    sql`select subject_id || ' ' || action as key from event where subject = 'rental'
      and action in ('approve', 'activate', 'complete', 'cancel')`,
  )
}

/** Each acknowledged listing has one photo, whose files are there. */
async function countPhotos({ ledger, site }: World, { db }: Connection, found: Findings) {
  const { rows } = await sql<{ title: string; id: string }>`
    select l.title, p.id from listing l join photo p on p.listing_id = l.id`.execute(db)
  const photos = Map.groupBy(rows, ({ title }) => title)
  const files = site.bucket
    ? new Set(site.bucket.files.keys())
    : new Set(readdirSync(site.images, { recursive: true }).map((file) => String(file)))
  for (const title of ledger.listings) {
    const own = photos.get(title) ?? []
    if (own.length === 0) found.lost.push(`photo of ${title}`)
    if (own.length > 1) found.doubled.push(`photo of ${title}`)
    for (const { id } of own)
      if (![...files].some((file) => file.includes(`${id}/`) && file.endsWith('.webp')))
        found.lost.push(`files of photo ${id} of ${title}`)
  }
}

/**
 * SQL: whether the mail of the effect `e`, and its push, must not be missing. The request or the approval of a rental
 * that came to nothing meanwhile is not sent late, nor one about a deposit in cash that is not to be handed back. What
 * is not done yet is not lost: the audit of money tells it.
 */
const isOwed = sql`(e.done_at is not null
  and e.kind like '%-mail' and e.kind <> all(${mayBeOver}::text[]) and not exists (select from rental r
    where r.id::text = e.payload->>'rentalId' and (e.payload->>'action', e.payload->>'to', r.status) in (
      ('request', 'owner', 'Cancelled'), ('request', 'owner', 'Rejected'), ('approve', 'renter', 'Cancelled')))
  and not (e.kind = 'deposit-mail' and e.payload->>'news' = 'cash-due'))`

/** SQL: what a mail is about, of a row with its `kind` and `payload`. */
const about = sql`concat_ws(' ', kind, ${sql.join(
  ['accountId', 'listingId', 'rentalId', 'paymentId', 'refundId', 'messageId', 'action', 'to'].map(
    (name) => sql`payload->>${sql.lit(name)}`,
  ),
  sql`, `,
)})`

/** SQL: the mails that what happened promises: their kind, and of their payload what they are about. */
const promised = sql`
  select 'welcome-mail' as kind, jsonb_build_object('accountId', id) as payload from account where role <> 'admin'
  union all select 'contact-mail', jsonb_build_object('messageId', id) from contact_message
  union all select 'listing-mail', jsonb_build_object('listingId', subject_id) from event
    where subject = 'listing' and action in ('accept', 'reject')
  union all select 'rental-mail', jsonb_build_object('rentalId', r.id, 'action', 'request', 'to', t.side)
    from rental r join "order" o on o.id = r.order_id cross join (values ('owner'), ('renter')) t (side)
    where o.status = 'confirmed'
  union all select 'rental-mail', jsonb_build_object('rentalId', subject_id, 'action', action, 'to',
      case action when 'cancel' then 'owner' else 'renter' end)
    from event where subject = 'rental' and action in ('approve', 'activate', 'complete', 'cancel')
  union all select 'payment-mail', jsonb_build_object('paymentId', p.id) from payment p
    join "order" o on o.id = p.order_id where o.status = 'confirmed'
  union all select 'refund-mail', jsonb_build_object('refundId', id) from refund
    where status in ('succeeded', 'paid_out')`

/**
 * Each mail that was promised was asked for, once; each that was to be sent was delivered, with one message id. Jobs
 * that are done stay for longer than a run.
 */
async function countMails({ ledger, site }: World, { db }: Connection, found: Findings) {
  const unasked = await sql<{ mail: string }>`
    select ${about} as mail from (${promised}) p except select ${about} from effect`.execute(db)
  for (const { mail } of unasked.rows) found.lost.push(`${mail} was not asked for`)
  const twice = await sql<{ kind: string; payload: unknown; times: number }>`
    select kind, payload, count(*)::int as times from effect where kind like '%-mail'
    group by kind, payload having count(*) > 1`.execute(db)
  for (const { kind, payload, times } of twice.rows)
    found.doubled.push(`${kind} ${JSON.stringify(payload)} was asked for ${times} times`)

  const sent = new Map<string, Set<string>>()
  for (const { message } of site.smtp.delivered) {
    const id = /^message-id: *<(.+?)>/im.exec(message)?.[1] ?? ''
    const subject = /^subject: (.*)$/im.exec(message)?.[1] ?? ''
    for (const key of [id.split('@')[0]!, subject.split(' ').at(-1)!.trim()])
      sent.set(key, (sent.get(key) ?? new Set()).add(id))
  }
  const { rows } = await sql<{ id: number; kind: string; createdAt: Date }>`
    select e.id, e.kind, e.created_at from effect e where ${isOwed}`.execute(db)
  for (const { id, kind, createdAt } of rows)
    if (!sent.has(mailIdOf(id, createdAt))) found.lost.push(`${kind} of effect ${id}`)
  for (const subject of ledger.contacts) {
    const times = sent.get(subject)?.size ?? 0
    if (times === 0) found.lost.push(`mail about ${subject}`)
    if (times > 1) found.doubled.push(`mail about ${subject}`)
  }
}

/** Each live event of a person who was there arrived once, in order. */
async function countEvents({ followers }: World, { db }: Connection, found: Findings) {
  for (const { email, ids } of followers) {
    const { rows } = await sql<{ id: number }>`
      select e.id from account_event e join account a on a.id = e.account_id where a.email = ${email}`.execute(
      db,
    )
    const arrived = new Set(ids)
    for (const { id } of rows) if (!arrived.has(Number(id))) found.lost.push(`live event ${id} of ${email}`)
    if (arrived.size < ids.length) found.doubled.push(`live events of ${email}`)
    if (ids.some((id, i) => i > 0 && id < ids[i - 1]!))
      found.wrong.push(`live events of ${email} out of order`)
  }
}

/**
 * Each push message that was to be sent reached its browser; it may come again, with the same tag. Those about mails
 * that say nothing once they are out of date, such as reminders, need not come.
 */
async function countPushes({ owners, site }: World, { db }: Connection, found: Findings) {
  for (const { email, push } of owners) {
    const tags = new Set(site.push.received(push!).map(({ tag }) => tag))
    const { rows } = await sql<{ id: number; kind: string }>`
      select e.id, e.kind from effect p
      join effect e on e.id = (p.payload->>'letterEffectId')::bigint
      join notice n on n.effect_id = e.id
      join account a on a.id = n.account_id
      where p.kind = 'push' and p.done_at is not null and a.email = ${email} and ${isOwed}`.execute(db)
    for (const { id, kind } of rows)
      if (!tags.has(`n${id}`)) found.lost.push(`push of ${kind} ${id} to ${email}`)
  }
}
