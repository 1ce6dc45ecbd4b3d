import { defineConfig } from '@playwright/test'
import './tests/support/compile-cache.ts'
import { browserArgs, browserExecutable } from './tests/support/browser.ts'
import { keepTemporaryFilesInMemory } from './tests/support/temporary-folder.ts'

keepTemporaryFilesInMemory()

const report = process.env.TEST_REPORT

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  // Long enough for a busy machine: slowness alone must not fail a test.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  globalTimeout: 60 * 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  // The one spec without the demo data runs first, while a worker builds the data.
  projects: [
    { name: 'empty', testMatch: '**/whole-job.spec.ts' },
    { name: 'demo', testIgnore: '**/whole-job.spec.ts' },
  ],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    trace: 'off',
    // Waiting for animations takes a tenth of the time. `whole-job` and `keyboard` have them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: await browserExecutable(),
      // The pages of tests are too short-lived to earn back the time in which their scripts are optimized. Isolation
      // of sites would start a spare process for the next one.
      args: [...browserArgs, '--js-flags=--no-maglev --no-turbofan', '--disable-site-isolation-trials'],
    },
  },
})
