import { PerformanceObserver } from 'node:perf_hooks'

const EVERY_MS = 5

/** A time in which the event loop did not turn. */
export type Stall = {
  /** Milliseconds by the clock; on a busy machine they hold the time of other programs. */
  ms: number
  /** Milliseconds that this thread worked meanwhile. */
  worked: number
  /** Milliseconds, by the clock, in which garbage was collected. */
  collected: number
  /** What was under way. */
  during: string[]
}

const KEPT = 5

/**
 * Watches the event loop of this process. `begin` says what is under way until its result is called; `stop` returns
 * the stalls in which the thread worked longest, the longest first.
 */
export function watchStalls() {
  const underWay = new Set<{ name: string }>()
  let longest: (Stall & { from: number; to: number })[] = []
  let [last, cpu] = [performance.now(), workedMs()]
  let collections: { from: number; to: number }[] = []
  const collector = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ from: startTime, to: startTime + duration })
  })
  collector.observe({ entryTypes: ['gc'] })
  const timer = setInterval(() => {
    const [now, cpuNow] = [performance.now(), workedMs()]
    const stall = { ms: now - last - EVERY_MS, worked: cpuNow - cpu }
    if (stall.worked > (longest.at(-1)?.worked ?? 0) || longest.length < KEPT) {
      const during = [...underWay].map(({ name }) => name)
      const seen = { ...stall, from: last, to: now, collected: 0, during }
      longest = [...longest, seen].sort((a, b) => b.worked - a.worked).slice(0, KEPT)
    }
    ;[last, cpu] = [now, cpuNow]
  }, EVERY_MS)
  return {
    begin(name: string): () => void {
      const one = { name }
      underWay.add(one)
      return () => underWay.delete(one)
    },
    stop(): Stall[] {
      clearInterval(timer)
      collector.disconnect()
      for (const stall of longest)
        for (const { from, to } of collections)
          stall.collected += Math.max(0, Math.min(to, stall.to) - Math.max(from, stall.from))
      collections = []
      return longest
    },
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
