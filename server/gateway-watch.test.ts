import { expect, it, vi } from 'vitest'
import { watchGateways } from './gateway-watch.ts'

const NOW = new Date('2026-11-21T02:15:00Z')
const watch = () => watchGateways({ now: () => NOW })

it('counts calls, and those that threw or that the service did not answer', async () => {
  const gateways = watch()
  const port = gateways.watch(
    'payments',
    {
      live: true,
      refund: async (answer: object) => answer,
      findRefund: async () => Promise.reject(new Error('no')),
    },
    ['refund', 'findRefund'],
  )
  expect(port.live).toBe(true)
  expect(await port.refund({ ok: true })).toEqual({ ok: true })
  await port.refund({ ok: false, reason: 'refused' })
  const none = { gateway: 'payments', calls: 2, failures: 0, lastFailureAt: null, breaker: null }
  expect(gateways.read()).toEqual([none])
  await port.refund({ ok: false, reason: 'unreachable' })
  await expect(port.findRefund()).rejects.toThrow('no')
  expect(gateways.read()).toEqual([{ ...none, calls: 4, failures: 2, lastFailureAt: NOW }])
})

it('knows the state of each breaker', () => {
  const gateways = watch()
  const enter = gateways.breaker('images')
  expect(gateways.read()).toMatchObject([{ gateway: 'images', breaker: 'closed' }])
  for (const [state, name] of ['closed', 'open', 'half-open'].entries()) {
    enter(state)
    expect(gateways.read()).toMatchObject([{ breaker: name }])
  }
})

it('no longer calls a service down once the next call would try it, also when nobody calls it', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const gateways = watch()
    const enter = gateways.breaker('payments')
    const states = (ms: number) => {
      vi.advanceTimersByTime(ms)
      return gateways.read().map(({ breaker }) => breaker)
    }
    expect(states(120_000)).toEqual(['closed'])
    enter(1)
    expect(states(15_000)).toEqual(['open'])
    expect(states(46_000)).toEqual(['half-open'])
    enter(1)
    expect(states(15_000)).toEqual(['open'])
    enter(0)
    expect(states(120_000)).toEqual(['closed'])
  } finally {
    vi.useRealTimers()
  }
})
