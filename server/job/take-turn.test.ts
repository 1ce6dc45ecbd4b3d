import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withServices } from '#tests/support/with-services.ts'
import { listFailingSweeps } from '../failing-sweeps.ts'
import { noteFailure, NotNow, sweepEach } from '../sweep-each.ts'
import { noteSweep, takeTurn } from './take-turn.ts'

const fixture = withServices([])
const turn = (sweep: () => Promise<unknown> = async () => {}, restMs = 60_000) =>
  takeTurn(fixture.services, 'rentals', restMs, sweep)
const change = (values: { began: number; busy: number }) =>
  sql`update sweep_turn set began_at = now() + make_interval(secs => ${values.began}),
    busy_until = now() + make_interval(secs => ${values.busy})`.execute(fixture.services.db)
let nextEnds: () => Promise<boolean>
beforeEach(async () => void (await fixture.services.db.deleteFrom('sweepTurn').execute()))

describe('the turn of a sweep', () => {
  it('is taken by one of those who ask at once, and by nobody else until it has rested', async () => {
    let swept = 0
    const taken = await Promise.all(Array.from({ length: 8 }, () => turn(async () => swept++)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await turn()).toBe(false)
    expect(swept).toBe(1)
    await change({ began: -59, busy: 0 })
    expect(await turn()).toBe(false)
    await change({ began: -61, busy: 0 })
    expect(await turn()).toBe(true)
  })

  it('is nobody else’s while the sweep runs, however long it takes, and then is free', async () => {
    const beside: boolean[] = []
    await turn(async () => {
      beside.push(await turn(undefined, 0))
    })
    expect(beside).toEqual([false])
    expect(await turn(undefined, 0)).toBe(true)
  })

  it('is taken by another one soon after its process died', async () => {
    await turn()
    await change({ began: -61, busy: 5 })
    expect(await turn()).toBe(false)
    await change({ began: -61, busy: -1 })
    expect(await turn()).toBe(true)
  })

  it('notes what a sweep could not do, and since when, until it does all', async () => {
    const { services } = fixture
    const failing = (...broken: number[]) =>
      turn(
        () =>
          sweepEach(
            services,
            () => false,
            [1, 2, 3],
            async (one) => {
              if (one === 1) throw new NotNow('the provider is away')
              if (broken.includes(one)) throw new RangeError('broken')
            },
          ),
        0,
      )
    await failing()
    expect(await listFailingSweeps(services)).toEqual([])
    await failing(2, 3)
    const [first] = await listFailingSweeps(services)
    expect(first).toMatchObject({ name: 'rentals', failures: 2, lastError: 'RangeError' })
    await failing(3)
    expect(await listFailingSweeps(services)).toEqual([{ ...first, failures: 1 }])
    await expect(turn(() => Promise.reject(new TypeError('no')), 0)).rejects.toThrow('no')
    expect(await listFailingSweeps(services)).toEqual([{ ...first, failures: 1, lastError: 'TypeError' }])
    await turn(undefined, 0)
    expect(await listFailingSweeps(services)).toEqual([])
    await expect(turn(() => Promise.reject(new NotNow('away')), 0)).rejects.toThrow('away')
    expect(await listFailingSweeps(services)).toEqual([])
    expect(services.errors.splice(0)).toHaveLength(3)
  })

  it('notes the same of a sweep that every process does', async () => {
    const { services } = fixture
    const broken = async () => noteFailure(new RangeError('broken'))
    await noteSweep(services, 'retention', broken)
    await noteSweep(services, 'retention', broken)
    expect(await listFailingSweeps(services)).toMatchObject([{ name: 'retention', failures: 1 }])
    await noteSweep(services, 'retention', async () => {})
    expect(await listFailingSweeps(services)).toEqual([])
  })

  it('does not note that nothing failed when a stop may have kept the sweep from it', async () => {
    const { services } = fixture
    await noteSweep(services, 'retention', async () => noteFailure(new RangeError('broken')))
    const before = await listFailingSweeps(services)
    const stopped = () => true
    await noteSweep(services, 'retention', async () => {}, stopped)
    await takeTurn(services, 'rentals', 0, async () => noteFailure(new RangeError('broken')), stopped)
    await takeTurn(services, 'rentals', 0, async () => {}, stopped)
    expect(await listFailingSweeps(services)).toMatchObject([{ name: 'rentals', failures: 1 }, ...before])
    await takeTurn(services, 'rentals', 0, async () => {})
    await noteSweep(services, 'retention', async () => {})
    expect(await listFailingSweeps(services)).toEqual([])
  })

  it('is given back by a sweep that fails', async () => {
    await expect(turn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turn(undefined, 0)).toBe(true)
  })

  it('stays with the next process when one that was silent for too long ends', async () => {
    await turn(async () => {
      await change({ began: -61, busy: -1 })
      // The clock of the embedded database counts milliseconds, and a turn is known by when it began.
      await wait(2)
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const next = turn(async () => {
        begin()
        await held
      })
      await begun
      nextEnds = () => (letGo(), next)
    })
    expect(await turn(undefined, 0)).toBe(false)
    expect(await nextEnds()).toBe(true)
    expect(await turn(undefined, 0)).toBe(true)
  })

  it('is taken although its last time was written while the clock was wrong', async () => {
    await turn()
    await change({ began: 86_400, busy: 86_400 })
    expect(await turn()).toBe(true)
  })
})
