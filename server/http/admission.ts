import { performance } from 'node:perf_hooks'
import type { PoolReading } from '../readings.ts'

/** More work came than this process can do: the request was not begun. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Requests that run at once at most: they mostly wait for the database. */
const MOST = 64
/**
 * So many run at once while the CPU is the limit: more would only make each other wait. While requests wait for a
 * connection to the database, as many run as there are connections, and never fewer than this.
 */
const LEAST = 3
/** The share of its time that the event loop works, from which on the CPU is the limit. */
const BUSY = 0.9
/** So often that is measured. While fewer run than may, one more may run at once each time. */
const MEASURE_MS = 50
/**
 * How long a page waits for its turn: at first three times as long as pages take at the moment, and while the process
 * is overloaded a third of what they take; within these milliseconds. A slow machine may take longer.
 */
const [WAIT_MS, OVERLOADED_WAIT_MS] = [
  { least: 100, most: 1000 },
  { least: 20, most: 200 },
]
/**
 * So many wait for `WAIT_MS.most` unless one was refused a moment ago: this few are no overload, they only met a pause
 * of the process, as when it has just started or the machine does something else.
 */
const FEW = 3
/** A process is overloaded while pages have waited for as long as one does at first, and for a second after a refusal. */
const REFUSED_MS = 1000
/** What pages take, before any was measured, and how much each changes it. */
const [USUAL_MS, WEIGHT] = [25, 0.1]
/**
 * Forms that run at once while the CPU or the connections are the limit. Some take long and use neither: they wait for
 * a password's hash.
 */
const FORMS = 8
/** How long a form waits, which somebody has filled in, and an urgent request. */
const [FORM_WAIT_MS, URGENT_WAIT_MS] = [1000, 10_000]

type Waiting = { begin: () => void; wait: NodeJS.Timeout }

export type WorkKind = 'urgent' | 'form' | 'page'

export type Admission = {
  /**
   * Runs `work` when it is its turn. Urgent work, forms and pages do not wait for each other. Rejects with
   * `Overloaded`, without running it, when its turn has not come in time.
   */
  run<T>(work: () => Promise<T>, as?: WorkKind): Promise<T>
}

/** `refused` is how many requests were refused since the start. */
export type Refusals = { refused(): number }

type Probe = { isBusy(): boolean; now(): number }

/** Reads the connections to the database and to its replica. */
type ReadPools = () => readonly Pick<PoolReading, 'max' | 'idle' | 'waiting'>[]

/**
 * Decides how many requests this process works on at once, so that under more load than it carries those that are
 * accepted stay fast and the others are refused at once. The queue's waiting time is "controlled delay" (Nichols and
 * Jacobson, ACM Queue 2012): a short burst may wait, a queue that stays is cut. `bench/overload.ts` measures it.
 */
export function createAdmission(pools: ReadPools, probe: Probe = eventLoopProbe()): Admission & Refusals {
  let refused = 0
  let refusedAt = -Infinity
  let most = MOST
  let adaptedAt = -Infinity
  const limit = () => {
    if (probe.isBusy()) return LEAST
    // A moment is enough: as many pages as there are connections use the CPU well.
    const full = pools().filter(({ waiting, idle }) => waiting > 0 && idle === 0)
    return Math.max(LEAST, Math.min(MOST, ...full.map(({ max }) => max)))
  }
  const mostPages = () => {
    const limited = limit()
    if (most >= limited) most = limited
    else if (probe.now() - adaptedAt >= MEASURE_MS) most++
    else return most
    adaptedAt = probe.now()
    return most
  }
  let usual = USUAL_MS
  const within = ({ least, most }: { least: number; most: number }, ms: number) =>
    Math.min(most, Math.max(least, ms))
  const waitMs = (queueSince: number, ahead: number) => {
    const now = probe.now()
    const wasRefused = now - refusedAt < REFUSED_MS
    if (ahead < FEW && !wasRefused) return WAIT_MS.most
    const atFirst = within(WAIT_MS, 3 * usual)
    const isOverloaded = wasRefused || now - queueSince > atFirst
    return isOverloaded ? within(OVERLOADED_WAIT_MS, usual / 3) : atFirst
  }
  const lanes = {
    urgent: openLane(
      () => MOST,
      () => URGENT_WAIT_MS,
    ),
    form: openLane(
      () => (limit() < MOST ? FORMS : MOST),
      () => FORM_WAIT_MS,
    ),
    page: openLane(mostPages, waitMs),
  }

  /** Those who wait for their turn, the first first, and how many run. */
  function openLane(mostAtOnce: () => number, patience: (queueSince: number, ahead: number) => number) {
    let running = 0
    let queueSince = 0
    const queue: Waiting[] = []
    const beginNext = () => {
      while (queue.length > 0 && running < mostAtOnce()) {
        const { begin, wait } = queue.shift()!
        clearTimeout(wait)
        running++
        begin()
      }
    }
    return {
      async myTurn(): Promise<void> {
        if (queue.length === 0 && running < mostAtOnce()) return void running++
        if (queue.length === 0) queueSince = probe.now()
        await new Promise<void>((begin, refuse) => {
          const giveUp = () => {
            queue.splice(queue.indexOf(waiting), 1)
            refusedAt = probe.now()
            refused++
            refuse(new Overloaded('This process is overloaded.'))
          }
          const waiting = { begin, wait: setTimeout(giveUp, patience(queueSince, queue.length)) }
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

  return {
    refused: () => refused,
    async run(work, as = 'page') {
      const lane = lanes[as]
      await lane.myTurn()
      const began = probe.now()
      try {
        return await work()
      } finally {
        if (as === 'page') usual += WEIGHT * (probe.now() - began - usual)
        lane.end()
      }
    },
  }
}

/** Whether the event loop of this process had hardly a pause in the last measured time. */
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
