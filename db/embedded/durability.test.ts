import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#db/connect.ts'
import { fillDataDir, holdProgram } from '#tests/support/database.ts'

let dataDir: string

beforeAll(async () => {
  await holdProgram()
  dataDir = mkdtempSync(path.join(tmpdir(), 'hiram-durability-'))
  fillDataDir(dataDir, 'empty')
  const { pool, close } = await connect({ dataDir })
  await pool.query('create table note (id int primary key); create table copy (id int primary key)')
  await close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Writes pairs of rows and prints each id after its transaction has committed, until it is killed. */
const writer = (from: number) => `
  import { connect } from ${JSON.stringify(import.meta.resolve('#db/connect.ts'))}
  import { writeSync } from 'node:fs'
  const { pool } = await connect({ dataDir: ${JSON.stringify(dataDir)} })
  for (let id = ${from}; ; id++) {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into note values ($1)', [id])
    await client.query('insert into copy values ($1)', [id])
    await client.query('commit')
    client.release()
    writeSync(1, id + '\\n')
  }`

async function acknowledgedUntilKilled(from: number, killAfter: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', writer(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = from - 1
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    if (last - from + 1 === killAfter) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return last
}

it('a process killed five times while writing has lost no confirmed row', async () => {
  let acknowledged = 0
  for (const killAfter of [1, 7, 40, 150, 400]) {
    const next = await connect({ dataDir }).then(async ({ pool, close }) => {
      const { rows } =
        await pool.query(`select (select count(*) from note) as notes, (select max(id) from note) as last,
        (select count(*) from note join copy using (id)) as pairs, (select count(*) from copy) as copies`)
      await close()
      const { notes, last, pairs, copies } = rows[0]
      expect(last ?? 0).toBeGreaterThanOrEqual(acknowledged)
      expect([notes, pairs, copies]).toEqual([last ?? 0, last ?? 0, last ?? 0])
      return (last ?? 0) + 1
    })
    acknowledged = await acknowledgedUntilKilled(next, killAfter)
    expect(acknowledged).toBeGreaterThanOrEqual(next + killAfter - 1)
  }
  const { pool, close } = await connect({ dataDir })
  const { rows } = await pool.query('select count(*) as n from note where id <= $1', [acknowledged])
  await close()
  expect(rows[0].n).toBe(acknowledged)
}, 300_000)
