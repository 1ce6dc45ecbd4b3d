import { expect, it } from 'vitest'
import { expiring, policyRows, settable, type TimesKept } from './policy.ts'
import { retention } from './retention.ts'

const times = Object.fromEntries(settable.map(({ name, time }) => [name, time])) as unknown as TimesKept
const keptOf = (what: string, changed: Partial<TimesKept> = {}) =>
  policyRows({ ...times, ...changed }).find((row) => row.what === what)?.kept

it('the policy says how long, and follows the settings', () => {
  expect(keptOf('Notices')).toBe('1 year')
  expect(keptOf('Notices', { notices: '90 days' })).toBe('90 days')
  expect(keptOf('Conversations', { chats: '3 years' })).toContain('3 years after the last message')
  expect(keptOf('Orders, receipts and accepted agreements')).toMatch(/^10 years at least/)
})

it('the policy promises no end of what nothing deletes, but of what the operator does', () => {
  // Backups, and the log of the process: docs/operating.md.
  const operators = ['Account', 'Technical records']
  const staying = retention.filter(({ name }) => name === null)
  const timed = policyRows(times).filter(
    ({ what, kept }) => staying.some((row) => row.what === what) && /\d+ (day|month|year)/.test(kept),
  )
  expect(timed.length).toBeGreaterThan(2)
  const promised = timed.filter(({ kept }) => !kept.includes(' at least'))
  expect(promised.map(({ what }) => what)).toEqual(operators)
})

it('the policy has a row for everything about people, each once, in plain words', () => {
  const rows = policyRows(times)
  expect(rows).toHaveLength(retention.filter(({ what }) => what !== null).length)
  expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length)
  expect(rows.filter(({ what, kept }) => /undefined|null|_/.test(`${what} ${kept}`))).toEqual([])
})

it('every time has a name, a setting and a way to be changed of its own', () => {
  const names = expiring.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const settings = settable.map(({ setting: [name] }) => name)
  expect(new Set(settings).size).toBe(settings.length)
  expect(settings.filter((name) => !/^KEEP_[A-Z_]+$/.test(name))).toEqual([])
  expect(expiring.filter((kept) => 'time' in kept !== 'setting' in kept)).toEqual([])
})
