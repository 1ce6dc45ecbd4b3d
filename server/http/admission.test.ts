import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAdmission, Overloaded, type WorkKind } from './admission.ts'

/** An admission with a clock that is moved by hand, and work that ends when it is told to. */
function site({ isBusy = true, waiting = 0, connections = 10 } = {}) {
  const state = { now: 0, isBusy, waiting }
  const admission = createAdmission(() => [{ max: connections, idle: 0, waiting: state.waiting }], {
    now: () => state.now,
    isBusy: () => state.isBusy,
  })
  const begun: string[] = []
  const begin = (name: string, as?: WorkKind) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const done = admission.run(async () => {
      begun.push(name)
      await ended
      return name
    }, as)
    done.catch(() => {})
    return { done, end }
  }
  return { state, begun, begin }
}

const many = (n: number, of: string) => Array.from({ length: n }, (_, i) => `${of}${i}`)

describe('a process whose CPU is the limit', () => {
  it('works on three requests at once, and on the next when one of them is done', async () => {
    const { begin, begun } = site()
    const [first] = many(3, 'r').map((name) => begin(name))
    const fourth = begin('fourth')
    await Promise.resolve()
    expect(begun).toEqual(many(3, 'r'))
    first!.end()
    await first!.done
    fourth.end()
    expect(await fourth.done).toBe('fourth')
  })

  it('refuses a request that has waited for a tenth of a second behind sixteen others', async () => {
    const { begin } = site()
    many(19, 'r').forEach((name) => begin(name))
    await expect(begin('late').done).rejects.toThrow(Overloaded)
  })

  it('lets sixteen requests wait through a pause of the process', async () => {
    const { begin, state } = site()
    const [first] = many(3, 'r').map((name) => begin(name))
    const waiting = [begin('early')]
    state.now = 150
    waiting.push(...many(15, 'w').map((name) => begin(name)))
    await wait(300)
    first!.end()
    for (const { done, end } of waiting) {
      end()
      await done
    }
  })

  it('lets pages wait for a second while it ends none, as when its database stands still for a moment', async () => {
    const { begin, state } = site({ isBusy: false, waiting: 1, connections: 1 })
    const running = many(3, 'r').map((name) => begin(name))
    const waiting = many(24, 'w').map((name) => begin(name))
    state.now = 150
    await wait(300)
    for (const { done, end } of [...running, ...waiting]) {
      end()
      await done
    }
    const stuck = many(24, 'stuck').map((name) => begin(name))
    state.now += 1000
    await expect(stuck[21]!.done).rejects.toThrow(Overloaded)
  })

  describe('which refused a page in the last tenth of a second', () => {
    async function refusing() {
      const { begin, begun, state } = site()
      const running = many(19, 'r').map((name) => begin(name))
      await begin('refused').done.catch(() => {})
      return { begin, begun, state, running }
    }

    it('lets no page wait for long', async () => {
      const { begin, state, running } = await refusing()
      for (const { end } of running) end()
      await Promise.all(running.map(({ done }) => done))
      const waits = async () => {
        many(3, 'again').forEach((name) => begin(name))
        const late = begin('late').done.catch(() => 'refused')
        return Promise.race([late, wait(300, 'waits')])
      }
      state.now += 90
      expect(await waits()).toBe('refused')
      state.now += 100
      expect(await waits()).toBe('waits')
    })

    it('begins the page that came last first', async () => {
      const { begin, begun, state, running } = await refusing()
      begin('last')
      running[0]!.end()
      await nextTick()
      expect(begun.at(-1)).toBe('last')
      state.now += 100
      running[1]!.end()
      await nextTick()
      expect(begun.at(-1)).toBe('r3')
    })
  })

  it('begins the form that came first first, also when a page was refused a moment ago', async () => {
    const { begin, begun } = site()
    many(19, 'r').forEach((name) => begin(name))
    const [first] = many(8, 'form').map((name) => begin(name, 'form'))
    await begin('refused').done.catch(() => {})
    for (const name of ['ninth', 'tenth']) begin(name, 'form')
    first!.end()
    await nextTick()
    expect(begun.at(-1)).toBe('ninth')
  })

  it('lets pages wait as usual when a request that waits for a service was refused', async () => {
    const { begin, begun } = site()
    many(64, 'question').forEach((name) => begin(name, 'assistant'))
    await expect(begin('refused', 'assistant').done).rejects.toThrow(Overloaded)
    const [first] = many(4, 'r').map((name) => begin(name))
    await wait(300)
    first!.end()
    await nextTick()
    expect(begun.at(-1)).toBe('r3')
  })

  it('refuses within 20 ms when there has been a queue for more than a tenth of a second', async () => {
    const { begin, state } = site()
    const [zeroth, first] = many(19, 'r').map((name) => begin(name))
    const early = begin('early')
    state.now = 150
    zeroth!.end()
    await zeroth!.done
    const late = begin('late')
    const firstRefused = await Promise.race([early.done.catch(() => 'early'), late.done.catch(() => 'late')])
    expect(firstRefused).toBe('late')
    first!.end()
  })

  it('begins pages, forms and checkouts while many wait for the payment provider', async () => {
    const { begin, begun } = site({ isBusy: false })
    many(70, 'standing').forEach((name) => begin(name, 'payment'))
    for (const kind of ['page', 'form', 'urgent'] as const) begin(kind, kind)
    await nextTick()
    expect(begun).toEqual([...many(64, 'standing'), 'page', 'form', 'urgent'])
  })

  it('begins urgent work at once, whatever waits', async () => {
    const { begin, begun } = site()
    many(3, 'r').forEach((name) => begin(name))
    begin('page')
    const checkouts = many(20, 'checkout').map((name) => begin(name, 'urgent'))
    await nextTick()
    expect(begun).toEqual([...many(3, 'r'), ...many(20, 'checkout')])
    for (const { end } of checkouts) end()
  })

  it('works on forms beside pages, eight at once, and lets them wait for longer', async () => {
    const { begin, begun, state } = site()
    many(3, 'r').forEach((name) => begin(name))
    begin('page')
    const [first] = many(8, 'form').map((name) => begin(name, 'form'))
    begin('ninth', 'form')
    await nextTick()
    expect(begun).toEqual([...many(3, 'r'), ...many(8, 'form')])
    state.now = 900
    first!.end()
    await nextTick()
    expect(begun.at(-1)).toBe('ninth')
  })

  it('works on as many others while checkouts wait for the payment provider', async () => {
    const { begin, begun } = site()
    many(20, 'checkout').forEach((name) => begin(name, 'urgent'))
    many(4, 'r').forEach((name) => begin(name))
    await nextTick()
    expect(begun.slice(20)).toEqual(many(3, 'r'))
  })

  it('works on one more each time that it finds the CPU with time left', async () => {
    const { begin, begun, state } = site()
    many(3, 'r').forEach((name) => begin(name))
    state.isBusy = false
    for (const name of many(2, 'later')) {
      state.now += 50
      begin(name)
      begin(`${name} again`).done.catch(() => {})
    }
    await nextTick()
    expect(begun.slice(3)).toEqual(['later0', 'later0 again'])
  })

  it('has room again after work that failed', async () => {
    const admission = createAdmission(() => [], { now: () => 0, isBusy: () => true })
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

it.each([
  [10, 10],
  [1, 3],
  [100, 64],
])('while requests wait for one of %i connections, a process works on %i at once', async (connections, n) => {
  const { begin, begun } = site({ isBusy: false, waiting: 1, connections })
  many(70, 'r').forEach((name) => begin(name))
  await nextTick()
  expect(begun).toHaveLength(n)
})

it('while requests wait for a connection, a process works on eight forms at once', async () => {
  const { begin, begun } = site({ isBusy: false, waiting: 1 })
  many(20, 'form').forEach((name) => begin(name, 'form'))
  await nextTick()
  expect(begun).toHaveLength(8)
})

it('after the CPU was the limit, a process works on more again, up to the number of connections', async () => {
  const { begin, begun, state } = site({ waiting: 1, connections: 10 })
  many(3, 'r').forEach((name) => begin(name))
  state.isBusy = false
  for (const name of many(20, 'later')) {
    state.now += 50
    begin(name)
  }
  await nextTick()
  expect(begun).toHaveLength(10)
})
