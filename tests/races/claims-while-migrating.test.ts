import { expect, it } from 'vitest'
import { connect } from '#db/connect.ts'
import { migrateTo } from '#db/migrate.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { fillTables } from '#tests/support/fill-tables.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'

it('a claim that the version before answers just when a migration makes its dispute has one', async () => {
  const { url, connection, drop } = await emptyDatabase({ kind: 'postgres' })
  const { db, pool } = connection
  await migrateTo(db, '050_late')
  await db.transaction().execute((tx) => fillTables(tx, 0, '052_dispute'))
  await pool.query('update deposit_claim set granted_centavos = null, decided_at = null, decided_by = null')
  const migrating = await connect({ databaseUrl: url!, poolSize: 1 })
  const client = await migrating.pool.connect()
  const query = client.query.bind(client) as (text: string, values?: unknown) => Promise<unknown>
  let answers = 0
  client.query = (async (said: string, values?: unknown) => {
    if (answers > 0 || !said.startsWith('-- Repeat')) return query(said, values)
    answers++
    const answering = await pool.connect()
    await answering.query(`begin; update deposit_claim set answer = 'No.', answered_at = now();
      set constraints all immediate`)
    const step = query(said, values)
    await waitForBlockedConnections(db)
    await answering.query('commit')
    answering.release()
    return step
  }) as never
  client.release()
  expect(await migrateTo(migrating.db, '052_dispute')).toEqual(['052_dispute'])
  expect(answers).toBe(1)
  const { rows } = await pool.query(
    `select c.rental_id, count(d)::int as disputes from deposit_claim c left join dispute d using (rental_id)
     group by c.rental_id`,
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map((row) => row.disputes)).toEqual(rows.map(() => 1))
  await migrating.close()
  await drop()
})
