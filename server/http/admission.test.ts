import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAdmission, Overloaded } from './admission.ts'

/** An admission with a clock that is moved by hand, and work that ends when it is told to. */
function site({ isBusy = true } = {}) {
  const state = { now: 0, isBusy }
  const admission = createAdmission({ now: () => state.now, isBusy: () => state.isBusy })
  const begun: string[] = []
  const begin = (name: string, options?: { urgent?: boolean }) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const done = admission.run(async () => {
      begun.push(name)
      await ended
      return name
    }, options)
    done.catch(() => {})
    return { done, end }
  }
  return { state, begun, begin }
}

const many = (n: number, of: string) => Array.from({ length: n }, (_, i) => `${of}${i}`)

describe('a process whose CPU is the limit', () => {
  it('works on six requests at once, and on the next when one of them is done', async () => {
    const { begin, begun } = site()
    const [first] = many(6, 'r').map((name) => begin(name))
    const seventh = begin('seventh')
    await Promise.resolve()
    expect(begun).toEqual(many(6, 'r'))
    first!.end()
    await first!.done
    seventh.end()
    expect(await seventh.done).toBe('seventh')
  })

  it('refuses a request that has waited for a second', async () => {
    const { begin } = site()
    many(6, 'r').forEach((name) => begin(name))
    await expect(begin('late').done).rejects.toThrow(Overloaded)
  })

  it('refuses within 20 ms when there has been a queue for more than a second', async () => {
    const { begin, state } = site()
    const [first] = many(6, 'r').map((name) => begin(name))
    const early = begin('early')
    state.now = 1500
    const late = begin('late')
    const firstRefused = await Promise.race([early.done.catch(() => 'early'), late.done.catch(() => 'late')])
    expect(firstRefused).toBe('late')
    first!.end()
  })

  it('lets urgent work go before work that waits for longer', async () => {
    const { begin, begun } = site()
    const [first, second] = many(6, 'r').map((name) => begin(name))
    const waiting = begin('page')
    const urgent = begin('checkout', { urgent: true })
    first!.end()
    await nextTick()
    expect(begun.at(-1)).toBe('checkout')
    second!.end()
    await nextTick()
    expect(begun.at(-1)).toBe('page')
    waiting.end()
    urgent.end()
    await Promise.all([waiting.done, urgent.done])
  })

  it('has room again after work that failed', async () => {
    const admission = createAdmission({ now: () => 0, isBusy: () => true })
    for (let i = 0; i < 20; i++)
      await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await admission.run(async () => 'after')).toBe('after')
  })
})

it('a process that waits for its database works on 64 requests at once', async () => {
  const { begin, begun } = site({ isBusy: false })
  many(70, 'r').forEach((name) => begin(name))
  await Promise.resolve()
  expect(begun).toHaveLength(64)
})
