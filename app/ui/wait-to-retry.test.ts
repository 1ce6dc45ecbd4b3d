import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitToRetry } from './wait-to-retry.ts'

const target = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** After how many seconds a request is repeated. */
async function secondsUntil(tries: number, seconds?: number): Promise<number> {
  const began = Date.now()
  const waited = waitToRetry(tries, new AbortController().signal, seconds).then(() => Date.now() - began)
  await vi.runAllTimersAsync()
  return (await waited) / 1000
}

it('waits longer after each try, at most a minute, or as long as the site asks', async () => {
  const waits = []
  for (let tries = 0; tries < 8; tries++) waits.push(await secondsUntil(tries))
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  expect(await secondsUntil(0, 90)).toBe(90)
})

it('ends at once when the browser is online again, or nobody waits any more', async () => {
  const online = waitToRetry(7, new AbortController().signal)
  target.dispatchEvent(new Event('online'))
  await online
  const given = new AbortController()
  const aborted = waitToRetry(7, given.signal)
  given.abort()
  await aborted
  await waitToRetry(7, given.signal)
  expect(vi.getTimerCount()).toBe(0)
})
