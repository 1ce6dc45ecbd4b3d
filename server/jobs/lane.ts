import type { Services } from '../context.ts'

/** Does jobs one after the other. */
export type Lane = {
  /** Does a job when those before it are done. One that waits already under this name is not added again. */
  queue(name: string, job: () => Promise<unknown>): void
  /** Resolves when every job that was queued is done. */
  done(): Promise<void>
}

/** Opens a lane. What a job throws is logged, and the next goes on; once `stopped`, no other begins. */
export function openLane({ log }: Pick<Services, 'log'>, stopped: () => boolean): Lane {
  let running: Promise<void> = Promise.resolve()
  const waiting = new Set<string>()
  const run = async (name: string, job: () => Promise<unknown>) => {
    waiting.delete(name)
    if (stopped()) return
    try {
      await job()
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
