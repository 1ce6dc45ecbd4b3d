import { performance } from 'node:perf_hooks'

/** More work came than this process can do: the request was not begun. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** Requests that run at once while the CPU has time left: they mostly wait for the database. */
const MANY = 64
/** Requests that run at once while the CPU is the limit: more of them would only make each other wait. */
const FEW = 6
/** The share of its time that the event loop works, from which on the CPU is the limit. */
const BUSY = 0.9
const MEASURE_MS = 100
/** How long a request waits for its turn at first, and while the process is overloaded. */
const [WAIT_MS, OVERLOADED_WAIT_MS] = [1000, 20]
/** A process is overloaded while there has been a queue for this long, or a request was refused in this time. */
const OVERLOADED_MS = 1000
/** How long an urgent request waits. */
const URGENT_WAIT_MS = 10_000

type Waiting = { begin: () => void; urgent: boolean }

export type Admission = {
  /**
   * Runs `work` when it is its turn; urgent work goes before the other. Rejects with `Overloaded`, without running it,
   * when its turn has not come in time.
   */
  run<T>(work: () => Promise<T>, options?: { urgent?: boolean }): Promise<T>
}

/** `refused` is how many requests were refused since the start. */
export type Refusals = { refused(): number }

type Probe = { isBusy(): boolean; now(): number }

/**
 * Decides how many requests this process works on at once, so that under more load than it carries those that are
 * accepted stay fast and the others are refused at once. The queue's waiting time is "controlled delay" (Nichols and
 * Jacobson, ACM Queue 2012): a short burst may wait, a queue that stays is cut.
 */
export function createAdmission(probe: Probe = eventLoopProbe()): Admission & Refusals {
  let running = 0
  let queueSince: number | null = null
  let refusedAt = -Infinity
  let refused = 0
  const queue: Waiting[] = []

  const hasRoom = () => running < (probe.isBusy() ? FEW : MANY)
  const beginNext = () => {
    while (queue.length > 0 && hasRoom()) {
      const urgent = queue.findIndex((each) => each.urgent)
      const [next] = queue.splice(Math.max(urgent, 0), 1)
      running++
      next!.begin()
    }
    if (queue.length === 0) queueSince = null
  }

  const myTurn = async (urgent: boolean): Promise<void> => {
    if (queue.length === 0 && hasRoom()) return void running++
    queueSince ??= probe.now()
    const now = probe.now()
    const isOverloaded = now - queueSince > OVERLOADED_MS || now - refusedAt < OVERLOADED_MS
    const waitMs = urgent ? URGENT_WAIT_MS : isOverloaded ? OVERLOADED_WAIT_MS : WAIT_MS
    await new Promise<void>((begin, refuse) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) queueSince = null
        refusedAt = probe.now()
        refused++
        refuse(new Overloaded('This process is overloaded.'))
      }
      const timer = setTimeout(giveUp, waitMs)
      const waiting = {
        urgent,
        begin() {
          clearTimeout(timer)
          begin()
        },
      }
      queue.push(waiting)
    })
  }

  return {
    refused: () => refused,
    async run(work, { urgent = false } = {}) {
      await myTurn(urgent)
      try {
        return await work()
      } finally {
        running--
        beginNext()
      }
    },
  }
}

/** Whether the event loop of this process had hardly a pause in the last tenth of a second. */
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
