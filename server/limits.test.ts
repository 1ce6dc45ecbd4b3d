import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createLimits, limitDefaults, type Limits } from './limits.ts'

const sizes = { ...limitDefaults, checkouts: { points: 3, seconds: 3600 }, search: { points: 2, seconds: 1 } }

let database: TestDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

const makers: [string, () => Limits][] = [
  ['in memory', () => createLimits(sizes)],
  ['in the database', () => createLimits(sizes, database.connection.pool)],
]
describe.each(makers)('limits %s', (_, make) => {
  it('leave room until it is used up, for each key and each kind alone', async () => {
    const limits = make()
    for (let i = 0; i < 3; i++) {
      expect(await limits.full('checkouts', 'ana')).toBeNull()
      await limits.count('checkouts', 'ana')
    }
    const refusal = await limits.full('checkouts', 'ana')
    expect(refusal).toMatchObject({ ok: false, reason: 'limit' })
    expect(refusal!.message).toBe('That was a lot in a short time. Please try again in 60 minutes.')
    expect(refusal!.retryAfterSeconds).toBeGreaterThan(3500)
    expect(refusal!.retryAfterSeconds).toBeLessThanOrEqual(3600)
    expect(await limits.full('checkouts', 'ben')).toBeNull()
    expect(await limits.full('uploads', 'ana')).toBeNull()
  })

  it('count nothing by looking', async () => {
    const limits = make()
    for (let i = 0; i < 10; i++) expect(await limits.full('checkouts', 'looker')).toBeNull()
  })

  it('that are taken beforehand let only so many in at once, and take what is given back', async () => {
    const limits = make()
    const taken = await Promise.all(Array.from({ length: 12 }, () => limits.take('checkouts', 'crowd')))
    expect(taken.filter((refusal) => refusal === null)).toHaveLength(3)
    await limits.giveBack('checkouts', 'crowd')
    expect(await limits.take('checkouts', 'crowd')).toBeNull()
    expect(await limits.take('checkouts', 'crowd')).toMatchObject({ reason: 'limit' })
  })

  it('leave room again when their time is over', async () => {
    const limits = make()
    for (let i = 0; i < 2; i++) await limits.count('search', 'ana')
    expect(await limits.full('search', 'ana')).toMatchObject({ retryAfterSeconds: 1 })
    await new Promise((done) => setTimeout(done, 1100))
    expect(await limits.full('search', 'ana')).toBeNull()
  })

  it('take any text as a key', async () => {
    const limits = make()
    await limits.count('checkouts', `'; drop table rate_limit; -- ${'x'.repeat(400)}`)
    expect(await limits.full('checkouts', 'ana@hiram.test')).toBeNull()
  })
})

it('limits are by default what was decided', () => {
  const [minute, hour, day] = [60, 3600, 86_400]
  const decided = {
    failedLoginsMinute: [5, minute],
    failedLoginsHour: [20, hour],
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
