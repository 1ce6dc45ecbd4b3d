import { sql } from 'kysely'
import type { HeadAdmin } from '#domain/access.ts'
import { fullName } from '../names.ts'
import type { Context, Db, Tx } from '../context.ts'

/** One version of the agreement template. `authorName` is null for the site's first one. */
export type TemplateVersion = {
  version: number
  body: string
  createdAt: Date
  authorName: string | null
  /** The version whose text this one restored. */
  restoredFrom: number | null
}

const columns = sql`t.version, t.body, t.created_at, ${fullName('a')} as author_name,
  (select (e.detail ->> 'restoredFrom')::int from event e where e.subject = 'agreement-template'
    and e.subject_id = t.version::text and e.action = 'restore') as restored_from`

const PAGE = 20

/** The newest template, which checkouts show. */
export async function findNewestTemplate(db: Db): Promise<TemplateVersion> {
  const { rows } = await sql<TemplateVersion>`
    select ${columns} from agreement_template t left join account a on a.id = t.created_by
    order by t.version desc limit 1`.execute(db)
  return rows[0]!
}

/** One version, or undefined. */
export async function findTemplate(
  ctx: Context,
  _admin: HeadAdmin,
  version: number,
): Promise<TemplateVersion | undefined> {
  const { rows } = await sql<TemplateVersion>`
    select ${columns} from agreement_template t left join account a on a.id = t.created_by
    where t.version = ${version}`.execute(ctx.db)
  return rows[0]
}

/** A page of all versions, the newest first, without their texts; `before` is the last version of the page before. */
export async function listTemplates(
  ctx: Context,
  _admin: HeadAdmin,
  { before }: { before: number | null },
): Promise<{ versions: Omit<TemplateVersion, 'body'>[]; next: number | null }> {
  const { rows } = await sql<TemplateVersion>`
    select ${columns} from agreement_template t left join account a on a.id = t.created_by
    where ${before === null ? sql`true` : sql`t.version < ${before}`}
    order by t.version desc limit ${PAGE + 1}`.execute(ctx.db)
  const versions = rows.slice(0, PAGE).map(({ body: _body, ...version }) => version)
  return { versions, next: rows.length > PAGE ? versions.at(-1)!.version : null }
}

/**
 * The newest template. Locks the table for other writers until the transaction ends, so that there is one save at a
 * time.
 */
export async function lockNewestTemplate(tx: Tx): Promise<{ version: number; body: string }> {
  await sql`lock table agreement_template in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('agreementTemplate')
    .select(['version', 'body'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
