import { defineConfig } from '@playwright/test'
import { browserArgs, browserExecutable } from './tests/support/browser.ts'

const report = process.env.TEST_REPORT

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 90_000,
  globalTimeout: 30 * 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  // The one spec without the town goes first, while a worker builds that.
  projects: [
    { name: 'empty', testMatch: '**/whole-job.spec.ts' },
    { name: 'town', testIgnore: '**/whole-job.spec.ts' },
  ],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    trace: 'off',
    launchOptions: { executablePath: await browserExecutable(), args: browserArgs },
  },
})
