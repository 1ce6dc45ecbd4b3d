import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Crew, startWorker } from './worker-crew.ts'

/** What a worker is told before it is ended because a new one has its place. */
const REPLACED = 'hiram:replaced'

/** A first process that does not answer for longer hands over no connection either. */
const GIVEN_BACK_WITHIN_MS = 5_000

/** Calls `noted` when this worker is told that a new one has its place; SIGTERM follows. */
export function whenReplaced(noted: () => void): void {
  if (cluster.isWorker) process.on('message', (message) => message === REPLACED && noted())
}

/**
 * In a worker that accepts no more connections: resolves when the first process knows it, and has back those that it
 * handed over until then, for another worker. They would be lost if this process ended before. It waits at most 5 s.
 */
export async function giveBackConnections(): Promise<void> {
  const worker = cluster.worker
  if (!worker?.isConnected()) return
  const given = once(worker, 'disconnect')
  worker.disconnect()
  await Promise.race([given, wait(GIVEN_BACK_WITHIN_MS)])
}

/**
 * Replaces the workers by new ones, one after the other, so that there are always enough to serve. It ends with the
 * first new one that does not start: the old ones serve on.
 */
export async function replaceWorkers(crew: Crew): Promise<void> {
  for (const [number, worker] of [...crew.all]) {
    // It ended meanwhile, and another has its number or is about to.
    if (crew.all.get(number) !== worker) continue
    if (!(await replace(crew, number, worker))) return
  }
  crew.log.info({ event: 'reloaded' }, 'all workers are new')
}

/** Returns whether a new worker has the number, and the old one has ended. */
async function replace(crew: Crew, number: number, worker: Worker): Promise<boolean> {
  crew.replaced.add(worker)
  const serves = await startWorker(crew, number, true)
  if (crew.isStopping) return false
  if (!serves) {
    crew.log.error({ event: 'reload-failed' }, 'a new worker did not start: the others serve on')
    if (!crew.replaced.delete(worker)) void startWorker(crew, number)
    else crew.all.set(number, worker)
    return false
  }
  if (worker.isDead()) return true
  const ended = new Promise((done) => worker.once('exit', done))
  // Also when it can't be reached any more.
  worker.send(REPLACED, () => worker.process.kill('SIGTERM'))
  await ended
  return true
}
