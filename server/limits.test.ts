import { describe, expect, it, vi } from 'vitest'
import { inProcessLimits } from '#gateways/limits/in-process.ts'
import { createLimits, limitDefaults } from './limits.ts'

const sizes = {
  ...limitDefaults,
  checkouts: { points: 3, seconds: 3600 },
  typing: { points: 0, seconds: 60 },
}

describe('limits', () => {
  const make = () => createLimits(sizes, inProcessLimits())
  it('allow attempts until the limit, for each key and each kind separately', async () => {
    const limits = make()
    for (let i = 0; i < 3; i++) expect(await limits.take('checkouts', 'ana')).toBeNull()
    const refusal = await limits.take('checkouts', 'ana')
    expect(refusal).toMatchObject({ ok: false, reason: 'limit' })
    expect(refusal!.message).toBe('That was a lot in a short time. Please try again in 60 minutes.')
    expect(refusal!.retryAfterSeconds).toBeGreaterThan(3500)
    expect(refusal!.retryAfterSeconds).toBeLessThanOrEqual(3600)
    expect(await limits.take('checkouts', 'ben')).toBeNull()
    expect(await limits.take('uploads', 'ana')).toBeNull()
  })

  // Spec: D42
  it('let only so many in of fifty at once, and take what is given back, once', async () => {
    const limits = make()
    const counted = await Promise.all(
      Array.from({ length: 50 }, () => limits.countFailure('checkouts', 'crowd')),
    )
    const inside = counted.filter((each) => each.ok)
    expect(inside).toHaveLength(3)
    await inside[0]!.giveBack()
    expect(await limits.take('checkouts', 'crowd')).toBeNull()
    expect(await limits.take('checkouts', 'crowd')).toMatchObject({ reason: 'limit' })
  })

  it('count each part of a key separately, and clear all parts at once', async () => {
    const limits = make()
    const full = async (part: string) => {
      for (let i = 0; i < 3; i++)
        expect(await limits.countFailure('checkouts', 'eva', part)).toMatchObject({ ok: true })
      expect(await limits.countFailure('checkouts', 'eva', part)).toMatchObject({ reason: 'limit' })
    }
    await full('203.0.113.7')
    await full('203.0.113.8')
    await limits.clear('checkouts', 'eva')
    await full('203.0.113.7')
    await full('')
  })

  // Spec: D42
  it('count an IPv6 address by its /64, and an IPv4 address written as IPv6 as itself', async () => {
    const limits = make()
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0db8:0001:0002::'])
      expect(await limits.take('checkouts', address)).toBeNull()
    expect(await limits.take('checkouts', '2001:db8:1:2:a:b:c:d')).toMatchObject({ reason: 'limit' })
    expect(await limits.take('checkouts', '2001:db8:1:3::1')).toBeNull()
    for (const address of ['198.51.100.4', '::ffff:198.51.100.4', '198.51.100.4'])
      expect(await limits.take('checkouts', address)).toBeNull()
    expect(await limits.take('checkouts', '::ffff:c633:6404')).toMatchObject({ reason: 'limit' })
  })

  it('with no points allow nobody', async () => {
    expect(await make().take('typing', 'ana')).toMatchObject({ reason: 'limit', retryAfterSeconds: 60 })
  })

  it('accept any text as a key', async () => {
    const limits = make()
    await limits.take('checkouts', `'; drop table rate_limit; -- ${'x'.repeat(400)}`)
    expect(await limits.take('checkouts', 'ana@hiram.test')).toBeNull()
  })
})

// Spec: S9.25, D39
it('limits are by default what was decided', () => {
  const [minute, hour, day] = [60, 3600, 86_400]
  const decided = {
    failedLoginsMinute: [5, minute],
    failedLoginsHour: [20, hour],
    failedLoginsAccount: [100, hour],
    failedLoginsNetwork: [100, minute],
    signUps: [60, hour],
    passwordResets: [5, hour],
    checkouts: [120, hour],
    newListings: [100, day],
    uploads: [200, hour],
    favorites: [120, minute],
    messages: [60, minute],
    newThreads: [60, hour],
    assistantMinute: [20, minute],
    assistantDay: [200, day],
    reviews: [30, hour],
    contactMessages: [20, hour],
    search: [300, minute],
  } as const
  for (const [name, [points, seconds]] of Object.entries(decided))
    expect(limitDefaults[name as keyof typeof decided], name).toEqual({ points, seconds })
})

it('ended counts are deleted each minute, also once the clock was a day ahead and is right again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const start = Date.now()
  try {
    const store = { ...inProcessLimits(), deleteEnded: vi.fn(async () => {}) }
    const limits = createLimits(limitDefaults, store)
    const attemptAt = async (hours: number) => {
      vi.advanceTimersByTime(61_000)
      vi.setSystemTime(start + hours * 3_600_000)
      await limits.take('search', 'a')
    }
    for (const hours of [24, 0, 0]) await attemptAt(hours)
    expect(store.deleteEnded).toHaveBeenCalledTimes(3)
  } finally {
    vi.useRealTimers()
  }
})
