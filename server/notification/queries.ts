import { sql } from 'kysely'
import type { NotificationChannel, NotificationKind, SiteKind } from '#domain/notification/kinds.ts'
import type { Db } from '../context.ts'
import { newestCursor, readCursor, writeCursor } from '../cursor.ts'
import type { Effect } from '../record.ts'

/** The kinds that a person switched off, and for which channels. */
export async function listSwitchedOff(
  db: Db,
  accountId: string,
): Promise<{ kind: string; channel: NotificationChannel }[]> {
  return db
    .selectFrom('notificationChoice')
    .select(['kind', 'channel'])
    .where('accountId', '=', accountId)
    .orderBy('kind')
    .orderBy('channel')
    .execute()
}

/**
 * Whether a notice of this kind may be sent to a person by this channel now: not when it is switched off there, nor
 * once the account is deleted.
 */
export async function wantsNotice(
  db: Db,
  accountId: string,
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .leftJoin('notificationChoice as choice', (join) =>
      join
        .onRef('choice.accountId', '=', 'account.id')
        .on('choice.kind', '=', kind)
        .on('choice.channel', '=', channel),
    )
    .select('account.id')
    .where('account.id', '=', accountId)
    .where('account.deletedAt', 'is', null)
    .where('choice.kind', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The reader of an email: the name in its greeting, the address of their account, whether it is confirmed, and by
 * which channels they want emails of its kind.
 */
export type Reader = {
  firstName: string
  email: string
  emailVerified: boolean
  onSite: boolean
  byEmail: boolean
}

/** The reader of an email; null when their account is deleted. One statement. */
export async function findReader(db: Db, accountId: string, kind: NotificationKind): Promise<Reader | null> {
  const wants = (channel: NotificationChannel) => sql`not exists (select from notification_choice c
    where c.account_id = a.id and c.kind = ${kind} and c.channel = ${channel})`
  const { rows } = await sql<Reader>`
    select a.first_name, a.email, a.email_verified, ${wants('site')} as on_site, ${wants('email')} as by_email
    from account a where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

/** A notice in its person's list. */
export type NoticeRow = {
  id: string
  kind: SiteKind
  title: string
  text: string
  createdAt: Date
  readAt: Date | null
}

const NOTICES_PER_PAGE = 20

/**
 * A page of a person's notices, the newest first. `after` is the cursor of the page before. `lastWritten` is the id of
 * the notice that was written last, on whichever page it is: one about an older event stands below newer ones. One
 * statement.
 */
export async function listNotices(
  db: Db,
  accountId: string,
  after: string | null = null,
  most = NOTICES_PER_PAGE,
): Promise<{ notices: NoticeRow[]; next: string | null; lastWritten: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const { rows } = await sql<NoticeRow & { lastWritten: string }>`
    select id, kind, title, text, created_at, read_at, (select id from notice where account_id = ${accountId}
      order by written_at desc limit 1) as last_written from notice where account_id = ${accountId}
      ${cursor ? sql`and (created_at, id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
    order by created_at desc, id desc limit ${most + 1}`.execute(db)
  const last = rows.length > most ? rows[most - 1]! : null
  return {
    notices: rows.slice(0, most).map(({ lastWritten: _, ...notice }) => notice),
    next: last && writeCursor([last.createdAt.toISOString(), last.id]),
    lastWritten: rows[0]?.lastWritten ?? null,
  }
}

/** The most that the bell counts; above that it shows 99+. */
const MOST_COUNTED = 100

/** How many notices of a person are unread, up to 100, as a part of a statement. */
export const unreadNotices = (accountId: unknown) => sql<number>`(select count(*)::int from (
  select from notice where account_id = ${accountId} and read_at is null limit ${MOST_COUNTED}) unread)`

/** The notice on the site that an effect wrote, or null. */
export async function findNoticeId(db: Db, effectId: number): Promise<string | null> {
  const row = await db.selectFrom('notice').select('id').where('effectId', '=', effectId).executeTakeFirst()
  return row?.id ?? null
}

/** Whether a browser subscribed with the key, or before keys were noted. */
const isOfKey = (vapidKey: string) => sql<boolean>`coalesce(vapid_key, ${vapidKey}) = ${vapidKey}`

/**
 * The browsers that get a person's push messages, which are signed with the key, and did not get one of this email
 * yet: those where the person is still logged in, ten at most. One statement.
 */
export function listBrowsers(db: Db, accountId: string, emailEffectId: number, now: Date, vapidKey: string) {
  return db
    .selectFrom('pushSubscription as browser')
    .innerJoin('session', 'session.id', 'browser.sessionId')
    .select(['browser.id', 'browser.endpoint', 'browser.p256dh', 'browser.auth'])
    .where('browser.accountId', '=', accountId)
    .where(isOfKey(vapidKey))
    .where('session.expiresAt', '>', now)
    .where(
      sql<boolean>`not exists (select from effect e where e.cause_id = ${emailEffectId}
        and e.payload->'told' @> to_jsonb(browser.id::text))`,
    )
    .orderBy('browser.createdAt')
    .execute()
}

/**
 * Notes in the job of an email's push messages that a browser got one, so that a repeated job reaches only the
 * others, whatever they got meanwhile. That its push service took the message shows the key of the browser.
 */
export async function noteDeliveryToBrowser(
  db: Db,
  emailEffectId: number,
  browserId: string,
  vapidKey: string,
): Promise<void> {
  await sql`update effect
    set payload = jsonb_set(payload, '{told}', coalesce(payload->'told', '[]') || to_jsonb(${browserId}::text))
    where cause_id = ${emailEffectId}`.execute(db)
  await db
    .updateTable('pushSubscription')
    .set({ vapidKey })
    .where('id', '=', browserId)
    .where('vapidKey', 'is', null)
    .execute()
}

/**
 * The addresses of the browsers that get a person's push messages, which are signed with the key: ten at most, as
 * `subscribeBrowser` keeps no more.
 */
export async function listEndpoints(db: Db, accountId: string, vapidKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pushSubscription')
    .select('endpoint')
    .where('accountId', '=', accountId)
    .where(isOfKey(vapidKey))
    .orderBy('createdAt')
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

/** The effect of an email, as it was written; null when there is none. */
export async function findEmailEffect(db: Db, effectId: number) {
  const row = await db
    .selectFrom('effect')
    .select(['id', 'kind', 'payload'])
    .where('id', '=', effectId)
    .executeTakeFirst()
  return row ? (row as unknown as Effect & { id: number }) : null
}
