import { performance } from 'node:perf_hooks'

/** More work came than this process can do: the request was not begun. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Requests that run at once at most: they mostly wait for the database. */
const MOST = 64
/** As many run at once while the CPU is the limit: more of them would only make each other wait. */
const LEAST = 3
/** The share of its time that the event loop works, from which on the CPU is the limit. */
const BUSY = 0.9
/** So often that is measured. While the CPU has time left, one more may run at once each time. */
const MEASURE_MS = 50
/** How long a request waits for its turn at first, and while the process is overloaded. */
const [WAIT_MS, OVERLOADED_WAIT_MS] = [100, 20]
/** A process is overloaded while there has been a queue for this long, and for a second after it refused a request. */
const [QUEUE_MS, REFUSED_MS] = [100, 1000]
/** How long an urgent request waits. */
const URGENT_WAIT_MS = 10_000

type Waiting = { begin: () => void; wait: NodeJS.Timeout }

export type Admission = {
  /**
   * Runs `work` when it is its turn. Urgent work does not wait for the other, and is not counted with it. Rejects with
   * `Overloaded`, without running it, when its turn has not come in time.
   */
  run<T>(work: () => Promise<T>, options?: { urgent?: boolean }): Promise<T>
}

/** `refused` is how many requests were refused since the start. */
export type Refusals = { refused(): number }

type Probe = { isBusy(): boolean; now(): number }

/**
 * Decides how many requests this process works on at once, so that under more load than it carries those that are
 * accepted stay fast and the others are refused at once. The queue's waiting time is "controlled delay" (Nichols and
 * Jacobson, ACM Queue 2012): a short burst may wait, a queue that stays is cut. `bench/overload.ts` measures it.
 */
export function createAdmission(probe: Probe = eventLoopProbe()): Admission & Refusals {
  let refused = 0
  let refusedAt = -Infinity
  let most = MOST
  let adaptedAt = -Infinity
  const adapted = () => {
    const isBusy = probe.isBusy()
    if (isBusy) most = LEAST
    else if (probe.now() - adaptedAt >= MEASURE_MS) most = Math.min(MOST, most + 1)
    else return most
    adaptedAt = probe.now()
    return most
  }
  const waitMs = (queueSince: number) => {
    const now = probe.now()
    const isOverloaded = now - queueSince > QUEUE_MS || now - refusedAt < REFUSED_MS
    return isOverloaded ? OVERLOADED_WAIT_MS : WAIT_MS
  }
  const lanes = {
    urgent: openLane(
      () => MOST,
      () => URGENT_WAIT_MS,
    ),
    other: openLane(adapted, waitMs),
  }

  /** Those who wait for their turn, the first first, and how many run. */
  function openLane(room: () => number, patience: (queueSince: number) => number) {
    let running = 0
    let queueSince = 0
    const queue: Waiting[] = []
    const beginNext = () => {
      while (queue.length > 0 && running < room()) {
        const { begin, wait } = queue.shift()!
        clearTimeout(wait)
        running++
        begin()
      }
    }
    return {
      async myTurn(): Promise<void> {
        if (queue.length === 0 && running < room()) return void running++
        if (queue.length === 0) queueSince = probe.now()
        await new Promise<void>((begin, refuse) => {
          const giveUp = () => {
            queue.splice(queue.indexOf(waiting), 1)
            refusedAt = probe.now()
            refused++
            refuse(new Overloaded('This process is overloaded.'))
          }
          const waiting = { begin, wait: setTimeout(giveUp, patience(queueSince)) }
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
    async run(work, { urgent = false } = {}) {
      const lane = lanes[urgent ? 'urgent' : 'other']
      await lane.myTurn()
      try {
        return await work()
      } finally {
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
