import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { generalFields } from '#server/general-settings.ts'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')

test('systemd and Docker kill a server later than the longest stop, and one that starts can be stopped', () => {
  const drain = generalFields.DRAIN_SECONDS
  expect(drain.safeParse('15').success).toBe(true)
  expect(drain.safeParse('16').success).toBe(false)
  // `DRAIN_SECONDS`, requests under way, the first process's answer, running jobs, and the closing of the database.
  const longest = 15 + 10 + 5 + 15 + 5
  const ofUnit = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/hiram.service'))
  const ofCompose = /^ {4}stop_grace_period: (\d+)s$/m.exec(read('compose.yaml'))
  for (const found of [ofUnit, ofCompose]) expect(Number(found?.[1])).toBeGreaterThanOrEqual(longest)
  expect(read('compose.yaml')).toMatch(/^ {2}site:\n(?: {4}.*\n)*? {4}init: true\n/m)
})
