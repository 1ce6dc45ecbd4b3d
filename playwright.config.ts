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
  use: {
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    trace: 'off',
    launchOptions: { executablePath: await browserExecutable(), args: browserArgs },
  },
})
