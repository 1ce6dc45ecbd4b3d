import { afterAll, expect, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { testServices } from '#tests/support/services.ts'
import { openSilentLine } from '#tests/support/silent-line.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const each of undo.toReversed()) await each()
})

test('requests are answered with an error while the database is silent, and work once it is back', async () => {
  const database = await freshDatabase({ kind: 'postgres' })
  undo.push(database.drop)
  const line = await openSilentLine(database.url!)
  undo.push(line.close)
  const connection = await connect({
    databaseUrl: line.url,
    poolSize: 2,
    connectionTimeoutMillis: 500,
    statementTimeoutMillis: 2000,
  })
  undo.push(connection.close)
  const services = await testServices(connection)
  undo.push(services.close)
  const app = await testApp(services)
  const get = async (path: string) => (await new Visitor(app, services).get(path)).status
  expect(await Promise.all([get('/healthz'), get('/')])).toEqual([200, 200])
  line.set(true)
  expect(await Promise.all([get('/healthz'), get('/?q=boat')])).toEqual([503, 500])
  expect(services.errors).not.toEqual([])
  line.set(false)
  expect(await Promise.all([get('/healthz'), get('/?q=boat')])).toEqual([200, 200])
})
