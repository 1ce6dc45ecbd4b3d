import './tests/support/compile-cache.ts'
import { configDefaults, defineConfig } from 'vitest/config'

const everywhere = {
  exclude: [...configDefaults.exclude, 'build/**', '.cache/**'],
  testTimeout: 120_000,
  hookTimeout: 300_000,
  // A busy machine is slow, not wrong.
  expect: { poll: { timeout: 20_000 } },
}
const onDatabase = {
  ...everywhere,
  // Their modules are many and keep nothing between files: loading them anew for each took a third of the time.
  isolate: false,
  globalSetup: './tests/support/global-setup.ts',
  include: ['{server,db,gateways,tests/abuse}/**/*.test.ts'],
}

/** Every embedded database is a thread with some 450 MB, so no more than two at a time. */
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
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server-embedded',
          // Doors to the outside know no database, and what strangers try at ours is refused above it: once is
          // enough. Who may open which page is asked here too, as that opens them all.
          exclude: [
            ...everywhere.exclude,
            'gateways/**',
            'tests/abuse/!(roles).test.ts',
            // Servers of PostgreSQL only.
            'db/{pool,guest-reads,pgbouncer}.test.ts',
          ],
          env: { TEST_DATABASE: 'embedded' },
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'races',
          // They start servers of their own, some of them several.
          testTimeout: 300_000,
          env: { TEST_DATABASE: 'postgres' },
          include: ['tests/{races,process,machines,money}/*.test.ts'],
        },
      },
      { test: { ...everywhere, name: 'architecture', include: ['tests/*.test.ts'] } },
    ],
  },
})
