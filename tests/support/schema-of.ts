import type { Connection } from '#db/connect.ts'

/**
 * A database's schema as lines of text, to compare two: columns, constraints, indexes and whether each is valid,
 * triggers, functions and applied migrations.
 */
export async function schemaOf({ pool }: Pick<Connection, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with here as (select oid from pg_namespace where nspname = current_schema())
    select line from (
      select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace in (select oid from here) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid),
        convalidated)
      from pg_constraint where connamespace in (select oid from here)
      union all select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), indisvalid)
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in (select oid from here)
      union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger
      where not tgisinternal
      union all select concat_ws(' ', 'function', oid::regprocedure, md5(prosrc)) from pg_proc p
      where pronamespace in (select oid from here)
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all select concat_ws(' ', 'migration', name) from kysely_migration) as lines
    order by line collate "C"`)
  return rows.map(({ line }) => line)
}
