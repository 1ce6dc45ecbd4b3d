import './tests/support/compile-cache.ts'
import { configDefaults, defineConfig } from 'vitest/config'
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
    projects: [
      { test: { ...everywhere, name: 'domain', include: ['{domain,seeds,app}/**/*.test.ts'] } },
      {
        test: {
          ...onDatabase,
          name: 'server-postgres',
          exclude: [...everywhere.exclude, 'db/embedded/**'],
          env: { ...asTheSite, TEST_DATABASE: 'postgres' },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server-embedded',
          // What differs between the two databases: locks, restarts, migrations, jobs, search. The rest is a sample:
          // every page once (`valid-html`), and the rentals' and the money's main paths.
          include: [
            'db/**/*.test.ts',
            'server/{job,retention,stream,chat}/*.test.ts',
            'server/order/{place-order,release-order,order-table}.test.ts',
            'server/rental/{take-action,undo-action,late-*,out-late}.test.ts',
            'server/catalogue/{catalogue-query,suggest-listings}.test.ts',
            'server/book/record-payout.test.ts',
            'server/payment/payment.test.ts',
            'server/http/valid-html.test.ts',
          ],
          // These need a PostgreSQL server, or judge its plans.
          exclude: [
            ...everywhere.exclude,
            'db/{pool,guest-reads,pgbouncer,populated}.test.ts',
            'server/job/sweep-plans.test.ts',
          ],
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
