import { PerformanceObserver } from 'node:perf_hooks'

const EVERY_MS = 5

/** A time in which the event loop did not turn. `Task` is what the caller says is under way. */
export type Stall<Task> = {
  /** Milliseconds by the clock; on a busy machine they hold the time of other programs. */
  ms: number
  /** Milliseconds that this thread worked meanwhile. */
  worked: number
  /** Milliseconds, by the clock, in which garbage was collected. */
  collected: number
  during: Task[]
}

/** The longest that the event loop may be kept from turning. */
export const STALL_MS = 100
const KEPT = 5

/**
 * Watches the event loop of this process. `begin` says what is under way until its result is called; `stop` returns
 * the five stalls in which the thread worked longest, and all in which it worked longer than `STALL_MS`, the longest
 * first.
 */
export function watchStalls<Task extends object>() {
  const underWay = new Set<Task>()
  let longest: (Stall<Task> & { from: number; to: number })[] = []
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
    if (stall.worked > Math.min(STALL_MS, longest.at(-1)?.worked ?? 0) || longest.length < KEPT) {
      const seen = { ...stall, from: last, to: now, collected: 0, during: [...underWay] }
      longest = [...longest, seen].sort((a, b) => b.worked - a.worked)
      const tooLong = longest.filter(({ worked }) => worked > STALL_MS).length
      longest = longest.slice(0, Math.max(KEPT, tooLong))
    }
    ;[last, cpu] = [now, cpuNow]
  }, EVERY_MS)
  return {
    begin(task: Task): () => void {
      underWay.add(task)
      return () => underWay.delete(task)
    },
    stop(): Stall<Task>[] {
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
