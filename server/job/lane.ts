import type { Services } from '../context.ts'
import { traced } from '../trace.ts'

/** Runs jobs one after the other. */
export type Lane = {
  /** Runs a job after those before it. A job that already waits under this name is not added again. */
  queue(name: string, job: () => Promise<unknown>): void
  /** Resolves when every queued job is done. */
  done(): Promise<void>
}

/** Opens a lane. An error of a job is logged, and the next job runs; once `stopped`, no other begins. */
export function openLane({ log }: Pick<Services, 'log'>, stopped: () => boolean): Lane {
  let running: Promise<void> = Promise.resolve()
  const waiting = new Set<string>()
  const run = async (name: string, job: () => Promise<unknown>) => {
    waiting.delete(name)
    if (stopped()) return
    try {
      await traced({ kind: 'job', name }, job)
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed')
    }
  }
  return {
    queue(name, job) {
      if (waiting.has(name)) return
      waiting.add(name)
      running = running.then(() => run(name, job))
    },
    done: () => running,
  }
}
