import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { longLocks } from './support/long-locks.ts'

const folder = path.resolve(import.meta.dirname, '../db/migrations')

/** Until here `bench/migrations.ts` has measured them (`docs/reliability.md`), or nobody had many rows yet. */
const LAST_UNCHECKED = '047'
/** Later files that may break a rule, since `bench/migrations.ts` showed that nobody waits for a second. */
const measured: readonly string[] = []

describe('a new migration', () => {
  it('locks no large table for long', () => {
    const files = readdirSync(folder).filter((file) => file.slice(0, 3) > LAST_UNCHECKED)
    const checked = files.filter((file) => !measured.includes(file))
    expect(checked.flatMap((file) => longLocks(file, readFileSync(path.join(folder, file), 'utf8')))).toEqual(
      [],
    )
  })

  it('has a number that no other has', () => {
    const files = readdirSync(folder)
    expect(files.filter((file) => !/^\d{3}_[a-z_]+(\.steps)?\.sql$/.test(file))).toEqual([])
    expect(new Set(files.map((file) => file.slice(0, 3))).size).toBe(files.length)
  })

  it.each([
    ['create index', 'create index rental_x on rental (x);'],
    ['create index', 'create unique index concurrently rental_x\n  on rental (x);'],
    [
      'a column with a value of its own',
      'alter table rental add column x uuid not null default gen_random_uuid();',
    ],
    ['drop index', 'drop index if exists rental_x;'],
    ['a column with a value of its own', 'alter table rental add column x text default any_word(9);'],
    ['a column with a value of its own', 'alter table rental add column x int, add column y serial;'],
    [
      'a column with a value of its own',
      'alter table rental add column x int generated always as (1) stored;',
    ],
    ['a new column with a check', `alter table listing add column x text default '' check (length(x) < 9);`],
    ['a new column with a check', 'alter table listing add column if not exists x text unique;'],
    ['a constraint that reads', 'alter table "order" add constraint order_x check (x > 0);'],
    [
      'a constraint that reads',
      `alter table rental add constraint rental_x check (x > 0), add constraint rental_y check (y > 0) not valid;`,
    ],
    ['a constraint that reads', 'alter table message add foreign key (x) references account;'],
    [
      'a constraint that builds',
      'alter table message drop constraint y, add constraint x unique (thread_id, x);',
    ],
    ['another type', 'alter table message alter column body type varchar(9);'],
    ['set not null', 'alter table message alter column x set not null;'],
    ['many rows', '-- Every session.\nupdate session set x = y;'],
    ['many rows', 'do $$ begin perform debts_of_rental(rental_id) from late_fee; end $$;'],
    ['a lock', 'lock table session;'],
    [
      'rows while a table is locked',
      'create or replace trigger x after update on listing for each row execute function f();\n' +
        'insert into tag_count select tag, count(*) from listing_tag group by tag;',
    ],
    [
      'rows while a table is locked',
      'create table x (id uuid references account);\ninsert into x select id from account;',
    ],
    [
      'rows while a table is locked',
      'alter table rental add constraint x check (y > 0) not valid;\nalter table rental validate constraint x;',
    ],
    ['rows while a table is locked', 'drop trigger if exists x on listing;\nselect f();'],
  ])('is refused for %s', (name, text) => {
    expect(longLocks('999_x.steps.sql', text)).toEqual([expect.stringContaining(`999_x.steps.sql: ${name}`)])
  })

  it('is refused for what needs steps, in a file of one transaction', () => {
    const text = 'create index concurrently if not exists rental_x on rental (x);'
    expect(longLocks('999_x.sql', text)).toEqual([expect.stringContaining('only in steps')])
    expect(longLocks('999_x.steps.sql', text)).toEqual([])
  })

  it('may do what needs no long lock', () => {
    const text = readFileSync(path.join(folder, '043_second_factor.steps.sql'), 'utf8')
    expect(longLocks('043_second_factor.steps.sql', text)).toEqual([])
    const onNewTable = 'create table x (id int);\ncreate index x_id on x (id);\nupdate x set id = 2;'
    expect(longLocks('999_x.sql', onNewTable)).toEqual([])
    const trigger = `create or replace trigger x after update on listing for each row execute function f();

      insert into tag_count select tag, count(*) from listing_tag group by tag;`
    expect(longLocks('999_x.steps.sql', trigger)).toEqual([])
    const plain = `alter table rental add column if not exists x text not null default '',
      drop constraint if exists rental_x, add constraint rental_x check (x <> 'y') not valid,
      add column if not exists z timestamptz not null default now();

      alter table rental validate constraint rental_x;`
    expect(longLocks('999_x.steps.sql', plain)).toEqual([])
  })
})
