import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { migrateTo, migrationNames } from '#db/migrate.ts'
import { isSteps } from '#db/run-migration.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { emptyDatabase, fillDataDir, freshDatabase } from '#tests/support/database.ts'
import { schemaOf } from '#tests/support/schema-of.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** Ends a connection after its n-th command that changes the schema. A sequence's numbers outlive the rollback. */
const interrupter = `
  create schema interrupter;
  create sequence interrupter.commands;
  create table interrupter.chosen (n int);
  insert into interrupter.chosen values (0);
  create function interrupter.interrupt() returns event_trigger language plpgsql as $$
  begin
    if nextval('interrupter.commands') = (select n from interrupter.chosen) then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
  end $$;
  create event trigger interrupt on ddl_command_end execute function interrupter.interrupt()`

/** How much of a schema there is. What a transaction left undone does not count. */
const catalogOf = async (client: pg.Client) =>
  (
    await client.query(`select (select count(*) from pg_attribute) as columns,
      (select count(*) from pg_proc) as functions,
      (select count(*) from pg_constraint) as constraints, (select count(*) from pg_trigger) as triggers,
      (select string_agg(name, ' ' order by name) from kysely_migration) as migrations`)
  ).rows[0] as unknown

/** Of these the steps before the interruption stay, and run again. */
const inSteps = readdirSync(new URL('../../db/migrations', import.meta.url))
  .filter(isSteps)
  .map((file) => file.replace('.steps.sql', ''))

/**
 * The next command to interrupt after the n-th. A file that is one transaction is left undone as a whole: every
 * command of it is interrupted only with `EVERY_COMMAND=1`, otherwise the first, second, fourth, eighth and so on.
 */
const after = (n: number, name: string) =>
  process.env.EVERY_COMMAND === '1' || inSteps.includes(name) ? n + 1 : n * 2

test('a migration that is interrupted at any command leaves nothing or whole steps, and ends in the same schema', async () => {
  const fresh = await freshDatabase({ kind: 'postgres' })
  const expected = await schemaOf(fresh.connection)
  await fresh.drop()
  const { connection, url, drop } = await emptyDatabase({ kind: 'postgres' })
  const control = new pg.Client({ connectionString: url! })
  await control.connect()
  await control.query(interrupter)
  let interruptions = 0
  let before: unknown
  for (const name of await migrationNames())
    for (let n = 1; ; n = after(n, name)) {
      await control.query(
        `update interrupter.chosen set n = ${n}; select setval('interrupter.commands', 1, false)`,
      )
      const opened = await connect({ databaseUrl: url!, poolSize: 1 })
      const applied = await migrateTo(opened.db, name).catch(() => null)
      await opened.close()
      if (applied === null) {
        interruptions++
        if (before && !inSteps.includes(name))
          expect(await catalogOf(control), `${name}, command ${n}`).toEqual(before)
        continue
      }
      // It has fewer commands than n.
      expect(applied).toEqual([name])
      before = await catalogOf(control)
      break
    }
  expect(interruptions).toBeGreaterThan(process.env.EVERY_COMMAND === '1' ? 400 : 150)
  expect(await schemaOf(connection)).toEqual(expected)
  await control.end()
  await drop()
}, 600_000)

test('on the embedded database, a process that is killed while it migrates goes on when it is started again', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hiram-migration-'))
  try {
    fillDataDir(dataDir, 'empty')
    // So that each later file and step is applied by itself, as on a site that has people.
    const before = await connect({ dataDir })
    await migrateTo(before.db, '041_catalogue_table')
    await before.close()
    let kills = 0
    for (let ms = 1000; ; ms *= 1.5) {
      const child = spawn(process.execPath, [path.join(project, 'db/migrate.ts')], {
        env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
      const killing = setTimeout(() => child.kill('SIGKILL'), ms)
      const [code] = (await once(child, 'close')) as [number | null]
      clearTimeout(killing)
      if (code === null) kills++
      else {
        expect(code, said).toBe(0)
        break
      }
    }
    expect(kills).toBeGreaterThan(2)
    const after = await connect({ dataDir })
    const migrated = await schemaOf(after)
    await after.close()
    const fresh = await freshDatabase({ kind: 'embedded' })
    expect(migrated).toEqual(await schemaOf(fresh.connection))
    await fresh.drop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 600_000)
