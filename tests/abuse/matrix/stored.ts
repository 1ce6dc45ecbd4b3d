import type { Connection } from '#db/connect.ts'

/** A sum over each table's rows. */
export type Digest = Record<string, string>

/** Compares and restores all that a database has. */
export type Stored = {
  /** The sums of all tables now; without refusals in the audit log, and without when a session was last used. */
  digest(): Promise<Digest>
  /** Puts back what changed since the beginning, without triggers. */
  restore(now: Digest): Promise<void>
  /** The sums at the beginning. */
  before: Digest
}

/** The tables whose sums differ. */
export const changedIn = (a: Digest, b: Digest): string[] =>
  Object.keys(a).filter((name) => a[name] !== b[name])

/** Keeps a copy of every table, and notes which are written to. Needs a superuser, and that nobody else writes. */
export async function keepStored({ pool }: Connection): Promise<Stored> {
  const { rows } = await pool.query<{ table: string; columns: string }>(`
    select c.table_name as "table", string_agg(quote_ident(c.column_name), ', ') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.table_name not like 'kysely%'
    group by 1 order by 1`)
  const sumOf = (table: string) => {
    const row = table === 'session' ? `to_jsonb(t) - 'updated_at' - 'expires_at'` : 't'
    const counted = table === 'event' ? `where action <> 'refuse'` : ''
    return `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended((${row})::text, 0)), 0) as sum
      from public."${table}" t ${counted}`
  }
  const sumsOf = async (tables: readonly string[]): Promise<Digest> => {
    if (tables.length === 0) return {}
    const found = await pool.query<{ name: string; sum: string }>(tables.map(sumOf).join(' union all '))
    return Object.fromEntries(found.rows.map(({ name, sum }) => [name, sum]))
  }
  await pool.query(
    [
      'create schema kept',
      'create table kept.written (name text)',
      `create function kept.note() returns trigger language plpgsql as
        'begin insert into kept.written values (tg_table_name); return null; end'`,
      ...rows.flatMap(({ table }) => [
        `create table kept."${table}" as table public."${table}"`,
        `create trigger kept after insert or update or delete or truncate on public."${table}"
          execute function kept.note()`,
      ]),
    ].join(';'),
  )
  const before = await sumsOf(rows.map(({ table }) => table))
  const digest = async () => {
    const written = await pool.query<{ name: string }>('select distinct name from kept.written')
    return { ...before, ...(await sumsOf(written.rows.map(({ name }) => name))) }
  }
  return {
    digest,
    before,
    async restore(now) {
      const changed = rows.filter(({ table }) => now[table] !== before[table])
      if (changed.length === 0) return
      const puts = changed.map(
        ({ table, columns }) => `delete from public."${table}"; insert into public."${table}" (${columns})
          overriding system value select ${columns} from kept."${table}"`,
      )
      const parts = ['begin', 'set local session_replication_role = replica', ...puts]
      parts.push('delete from kept.written', 'commit')
      await pool.query(parts.join(';'))
    },
  }
}
