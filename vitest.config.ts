import './tests/support/compile-cache.ts'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts'

keepTemporaryFilesInMemory()

const everywhere = {
  exclude: [...configDefaults.exclude, 'build/**', '.cache/**'],
  setupFiles: './tests/support/fixed-seed.ts',
  // Modules keep no state between files: loading them again for each file takes most of the time of short tests.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // Long enough for a busy machine: slowness alone must not fail a test.
  expect: { poll: { timeout: 20_000 } },
  // A failure that comes once in a hundred runs must say all it knows.
  chaiConfig: { truncateThreshold: 1000 },
}
const onDatabase = {
  ...everywhere,
  globalSetup: './tests/support/global-setup.ts',
  include: ['{server,db,gateways,tests/abuse}/**/*.test.ts'],
}
/** Pages and mails are rendered by the build of React that the site uses; its development build takes longer. */
const asTheSite = { NODE_ENV: 'production' }

/** Every embedded database is a thread with some 450 MB, so at most two run at a time. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...everywhere, name: 'domain', include: ['{domain,seeds,app}/**/*.test.ts'] } },
      {
        test: {
          ...onDatabase,
          name: 'server-postgres',
          exclude: [...everywhere.exclude, 'db/embedded/**'],
          env: { ...asTheSite, TEST_DATABASE: 'postgres' },
          // A fifth of the time two files left a core idle, as some wait for limits and time-outs. The others, which
          // start servers or hold an embedded database, run before them, two at a time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server-embedded',
          // What differs between the two databases: one session instead of many, so locks, races and jobs; restarts;
          // migrations. The rest is a sample: every page once, with orders, rentals, deposits and debts made for it
          // (`valid-html`), a search, a payout. It is the same SQL in both, so what it finds and refuses is tested on
          // PostgreSQL alone; orders and actions of rentals there too have a pool of one connection.
          include: [
            'db/**/*.test.ts',
            'server/job/{run-effects,start-jobs,take-turn}.test.ts',
            'server/retention/sweep-retention.test.ts',
            'server/stream/stream.test.ts',
            'server/chat/chat.test.ts',
            'server/catalogue/catalogue-query.test.ts',
            'server/book/record-payout.test.ts',
            'server/http/valid-html.test.ts',
          ],
          // These need a PostgreSQL server, or no database.
          exclude: [...everywhere.exclude, 'db/{pool,guest-reads,pgbouncer,populated,hosts}.test.ts'],
          env: { ...asTheSite, TEST_DATABASE: 'embedded' },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'races',
          // These start servers, some of them several.
          testTimeout: 300_000,
          env: { TEST_DATABASE: 'postgres' },
          include: ['tests/{races,process,machines,money,deploy,fuzz,chaos,soak}/*.test.ts'],
        },
      },
      { test: { ...everywhere, name: 'architecture', include: ['tests/*.test.ts'] } },
    ],
  },
})
