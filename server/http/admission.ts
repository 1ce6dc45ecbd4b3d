import { performance } from 'node:perf_hooks'
import type { PoolReading } from '../readings.ts'

/** The process is overloaded. It refused this request before any of its work began. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** The most requests of a kind that run at the same time: they mostly wait for the database. */
const MAX_CONCURRENT = 64
/** While the CPU is busy, at most so many pages run, and never fewer: more would only make each other wait. */
const MIN_CONCURRENT = 3
/** The CPU is busy while the event loop works for more than this share of its time. */
const BUSY = 0.9
/** Two measurements of the CPU are at least so long apart. A limit of pages that may grow, grows by one meanwhile. */
const MEASURE_MS = 50
/**
 * How long a page may wait for its turn: usually three times as long as pages take at the moment; while the process is
 * overloaded, a third as long as pages take. It is kept between `least` and `most`.
 */
const WAIT_MS = { least: 100, most: 1000 }
const OVERLOADED_WAIT_MS = { least: 20, most: 200 }
/**
 * A page with fewer than this many before it waits for up to `WAIT_MS.most`, if no page was refused in the last
 * `REFUSED_MS`: a queue this short is no overload. It can form by chance at half of the load that a process carries,
 * when the process has just started, or while the machine does something else.
 */
const SHORT_QUEUE = 16
/**
 * After the refusal of a page the process counts as overloaded for this long. An overloaded process refuses far more
 * often. With a longer time, a process that is no longer overloaded would still refuse pages that arrive together.
 */
const REFUSED_MS = 100
/** How long a page takes before one was measured, and the weight of each new time in the moving average. */
const [FIRST_PAGE_MS, WEIGHT] = [25, 0.1]
/** The most forms while the CPU or a pool is busy; some only wait for the hash of a password, in another thread. */
const FORMS = 8
/** How long a form may wait: somebody has filled it in. */
const FORM_WAIT_MS = 1000
/** How long an urgent request may wait. */
const URGENT_WAIT_MS = 10_000

type Waiting = { begin: () => void; timer: NodeJS.Timeout }
type QueueRules = {
  concurrency(): number
  maxWaitMs(queueSince: number, before: number): number
  mayWaitLonger?(): boolean
  lastFirst?(): boolean
  onRefused(): void
}

/**
 * `urgent` is a checkout. `payment` is any other request that waits for the payment provider, for half a minute if it
 * is slow. `assistant` is a form of the assistant's page: it mostly waits for the answer, for up to 85 seconds. `form`
 * is any other request that writes, `page` any other that reads.
 */
export type WorkKind = 'urgent' | 'payment' | 'assistant' | 'form' | 'page'

export type Admission = {
  /**
   * Runs `work` when it is its turn. Each kind of work has a queue of its own. Rejects with `Overloaded`,
   * without running it, when its turn has not come in time.
   */
  run<T>(work: () => Promise<T>, as?: WorkKind): Promise<T>
}

/** `refused` is how many requests were refused since the start. */
export type Refusals = { refused(): number }

type Probe = { isBusy(): boolean; now(): number }

/** Reads the connections to the database and to its replica. */
type ReadPools = () => readonly Pick<PoolReading, 'max' | 'idle' | 'waiting'>[]

/**
 * Decides how many requests this process works on at the same time, so that under overload the accepted ones stay fast
 * and the others are refused soon. How long pages may wait follows CoDel ("controlled delay", Nichols and Jacobson,
 * ACM Queue 2012): a short burst may wait; while a queue persists, who joins it may wait less. For `REFUSED_MS` after
 * a page was refused, the page that came last begins first ("adaptive LIFO", Maurer, ACM Queue 2015): otherwise each
 * accepted page would have waited for nearly as long as it may. `bench/overload.ts` measures the effect.
 */
export function createAdmission(pools: ReadPools, probe: Probe = eventLoopProbe()): Admission & Refusals {
  let refused = 0
  let refusedAt = -Infinity
  let averagePageMs = FIRST_PAGE_MS
  let pageEndedAt = probe.now()
  const limits = createLimits(pools, probe)

  const hasJustRefused = () => probe.now() - refusedAt < REFUSED_MS
  const pageWaitMs = (queueSince: number, before: number) => {
    if (before < SHORT_QUEUE && !hasJustRefused()) return WAIT_MS.most
    const usual = clamp(WAIT_MS, 3 * averagePageMs)
    const isOverloaded = hasJustRefused() || probe.now() - queueSince > usual
    return isOverloaded ? clamp(OVERLOADED_WAIT_MS, averagePageMs / 3) : usual
  }

  /**
   * Whether no page has ended for three times as long as pages take, as while the database makes a backup or a
   * checkpoint. A process that has too much to do goes on ending pages.
   */
  const isStalled = () => probe.now() - pageEndedAt >= clamp(WAIT_MS, 3 * averagePageMs)

  const onRefused = () => refused++
  const queueOf = (rules: Partial<QueueRules>) =>
    createQueue(
      { concurrency: () => MAX_CONCURRENT, maxWaitMs: () => FORM_WAIT_MS, onRefused, ...rules },
      probe,
    )
  const queues = {
    urgent: queueOf({ maxWaitMs: () => URGENT_WAIT_MS }),
    // These mostly wait for another service, and hardly use the CPU or the database.
    payment: queueOf({}),
    assistant: queueOf({}),
    form: queueOf({ concurrency: () => (limits.current() < MAX_CONCURRENT ? FORMS : MAX_CONCURRENT) }),
    page: queueOf({
      concurrency: limits.ofPages,
      maxWaitMs: pageWaitMs,
      mayWaitLonger: isStalled,
      lastFirst: hasJustRefused,
      onRefused() {
        onRefused()
        refusedAt = probe.now()
      },
    }),
  }

  return {
    refused: () => refused,
    async run(work, as = 'page') {
      const lane = queues[as]
      await lane.waitForTurn()
      const began = probe.now()
      try {
        return await work()
      } finally {
        if (as === 'page') {
          pageEndedAt = probe.now()
          averagePageMs += WEIGHT * (pageEndedAt - began - averagePageMs)
        }
        lane.end()
      }
    },
  }
}

const clamp = ({ least, most }: typeof WAIT_MS, ms: number) => Math.min(most, Math.max(least, ms))

/** How many requests may run: `current()` by the last measurement; `ofPages()` is lowered at once, raised slowly. */
function createLimits(pools: ReadPools, probe: Probe) {
  let pageLimit = MAX_CONCURRENT
  let adaptedAt = -Infinity

  /** While requests wait for a connection, no more than there are connections; see also `MIN_CONCURRENT`. */
  const current = () => {
    if (probe.isBusy()) return MIN_CONCURRENT
    // One reading is enough, no average: as many pages as there are connections keep the CPU in use.
    const saturated = pools().filter(({ waiting, idle }) => waiting > 0 && idle === 0)
    return Math.max(MIN_CONCURRENT, Math.min(MAX_CONCURRENT, ...saturated.map(({ max }) => max)))
  }

  return {
    current,
    ofPages() {
      const target = current()
      const steps = Math.floor((probe.now() - adaptedAt) / MEASURE_MS)
      if (pageLimit < target && steps < 1) return pageLimit
      pageLimit = Math.min(target, pageLimit + Math.max(0, steps))
      adaptedAt = probe.now()
      return pageLimit
    },
  }
}

/**
 * A queue with a limit of running requests: first in, first out, or while `lastFirst`, last in, first out. `maxWaitMs`
 * is asked when one joins it. When that time is over and `mayWaitLonger`, it waits on, for `WAIT_MS.most` in all.
 */
function createQueue(
  { concurrency, maxWaitMs, mayWaitLonger = () => false, lastFirst = () => false, onRefused }: QueueRules,
  probe: Probe,
) {
  let running = 0
  let queueSince = 0
  const queue: Waiting[] = []
  const beginNext = () => {
    while (queue.length > 0 && running < concurrency()) {
      const { begin, timer } = lastFirst() ? queue.pop()! : queue.shift()!
      clearTimeout(timer)
      running++
      begin()
    }
  }
  return {
    async waitForTurn(): Promise<void> {
      if (queue.length === 0 && running < concurrency()) return void running++
      if (queue.length === 0) queueSince = probe.now()
      const joinedAt = probe.now()
      await new Promise<void>((begin, refuse) => {
        const giveUp = () => {
          const leftMs = mayWaitLonger() ? WAIT_MS.most - (probe.now() - joinedAt) : 0
          if (leftMs > 0) return void (waiting.timer = setTimeout(giveUp, leftMs))
          queue.splice(queue.indexOf(waiting), 1)
          onRefused()
          refuse(new Overloaded('This process is overloaded.'))
        }
        const waiting = { begin, timer: setTimeout(giveUp, maxWaitMs(queueSince, queue.length)) }
        queue.push(waiting)
        beginNext()
      })
    },
    end() {
      running--
      beginNext()
    },
  }
}

/** Whether the event loop of this process was busy between the last two measurements. */
function eventLoopProbe(): Probe {
  let last = performance.eventLoopUtilization()
  let measuredAt = performance.now()
  let isBusy = false
  return {
    now: () => performance.now(),
    isBusy() {
      const now = performance.now()
      if (now - measuredAt < MEASURE_MS) return isBusy
      const current = performance.eventLoopUtilization()
      isBusy = performance.eventLoopUtilization(current, last).utilization > BUSY
      last = current
      measuredAt = now
      return isBusy
    },
  }
}
