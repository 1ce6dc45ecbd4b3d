import { expect, it } from 'vitest'
import { codeOf, sourceFiles } from './support/imports.ts'

const product = sourceFiles('{db,domain,gateways,server}/**/*.ts').filter((file) => !file.includes('.test.'))
const withCode = (pattern: RegExp) => product.filter((file) => pattern.test(codeOf(file)))

it('connections are opened in the two places for PostgreSQL, which set time-outs, and for the embedded thread', () => {
  expect(withCode(/new pg\.(Pool|Client)\b|extends pg\.Pool\b/)).toEqual([
    // Its limits are those of the thread that it talks to.
    'db/embedded/open.ts',
    'db/pool.ts',
    'gateways/events/postgres.ts',
  ])
  expect(withCode(/\bopenPool\(/)).toEqual(['db/connect.ts', 'db/pool.ts'])
  const [, pool] = /function serverPool\(([\s\S]*?)\n}/.exec(codeOf('db/connect.ts'))!
  for (const limit of [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'keepAlive: true',
  ])
    expect(pool).toContain(limit)
  const events = codeOf('gateways/events/postgres.ts')
  for (const limit of ['connectionTimeoutMillis', 'query_timeout', 'keepAlive: true'])
    expect(events).toContain(limit)
})

it('only migrations, backup and restore may take as long as they take', () => {
  expect(withCode(/statementTimeoutMillis: 0\b/)).toEqual(['db/migrate.ts', 'server/commands.ts'])
  expect(withCode(/statement_timeout\s*=\s*0\b/)).toEqual(['db/copy/tables.ts', 'db/run-migration.ts'])
  expect(withCode(/lock_timeout\s*=\s*0\b/)).toEqual(['db/run-migration.ts'])
})
