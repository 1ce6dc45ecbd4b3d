import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { createLog } from './log.ts'
import { readSettings, type Settings } from './settings.ts'
import { answerWorkers } from './worker-metrics.ts'

/** What a worker is told before it is ended because a new one has its place. */
const REPLACED = 'hiram:replaced'

type Environment = Record<string, string | undefined>

/**
 * The first wait before an ended worker is started again, in milliseconds. It doubles with each restart of any worker,
 * until one listens.
 */
const FIRST_RESTART_WAIT_MS = 500
const LONGEST_RESTART_WAIT_MS = 30_000

/**
 * Runs as many workers as `WORKERS` says, on one port. This process only starts them, restarts one that ended, and
 * answers their questions about metrics. It ends with worker 1 when that ends before it listens. SIGTERM and SIGINT
 * end all workers by SIGTERM; on SIGHUP they are replaced one by one by new ones, which run the code on the disk, and
 * stop without saying that they are unhealthy, since the others serve on.
 * Returns false where this process has to answer requests itself: with one process, in a worker, and with invalid
 * settings, which the start reports.
 */
export function runWorkers(env: Environment): boolean {
  if (cluster.isWorker) return false
  const settings = settingsOrNull(env)
  if (!settings || settings.workers === 1) return false
  supervise(settings, createLog(settings.logLevel))
  return true
}

/** Calls `noted` when this worker is told that a new one has its place; SIGTERM follows. */
export function whenReplaced(noted: () => void): void {
  if (cluster.isWorker) process.on('message', (message) => message === REPLACED && noted())
}

function settingsOrNull(env: Environment) {
  try {
    return readSettings(env, 'production')
  } catch {
    return null
  }
}

type Supervised = Pick<Settings, 'workers' | 'reloadSeconds'>

function supervise({ workers: count, reloadSeconds }: Supervised, log: Logger): void {
  let isStopping = false
  let hasServed = false
  let restartWaitMs = FIRST_RESTART_WAIT_MS
  /** The workers by their numbers; one that is started again has the number of the one that ended. */
  const all = new Map<number, Worker>()
  /** Old workers that still run while a new worker has their number. */
  const replaced = new Set<Worker>()

  /**
   * Resolves with true once the worker listens, and with false if it ends before. One that ended is started again,
   * except a candidate that never listened: the old worker of a reload still serves. A candidate that neither listens
   * nor ends in time is ended, as no other reload could begin.
   */
  const startOne = (number: number, isCandidate = false) =>
    new Promise<boolean>((resolve) => {
      let listens = false
      const startAgain = () => {
        setTimeout(() => isStopping || void startOne(number), restartWaitMs)
        restartWaitMs = Math.min(restartWaitMs * 2, LONGEST_RESTART_WAIT_MS)
      }
      const logFailure = (err: unknown) =>
        log.error({ event: 'worker-failed', err }, 'a worker could not be started or reached')
      const worker = forkOr(logFailure, number)
      if (!worker) {
        resolve(false)
        if (!hasServed) return exitAfterLast(1)
        return isCandidate ? undefined : startAgain()
      }
      all.set(number, worker)
      const endLate = () => {
        log.error(
          { event: 'reload-late', pid: worker.process.pid },
          'a new worker did not serve in time: it is ended',
        )
        worker.process.kill('SIGKILL')
      }
      const deadline = isCandidate ? setTimeout(endLate, reloadSeconds * 1000) : undefined
      worker.once('listening', () => {
        listens = true
        clearTimeout(deadline)
        restartWaitMs = FIRST_RESTART_WAIT_MS
        // Worker 1 applies the migrations; the others start once it listens.
        const isFirst = !hasServed
        hasServed = true
        if (isFirst) for (let i = 2; i <= count; i++) void startOne(i)
        resolve(true)
      })
      worker.once('exit', (code, signal) => {
        clearTimeout(deadline)
        resolve(false)
        const wasReplaced = replaced.delete(worker)
        if (all.get(number) === worker) all.delete(number)
        if (isStopping || !hasServed) return exitAfterLast(code ?? 1)
        if (wasReplaced || (isCandidate && !listens)) return
        log.error({ event: 'worker-ended', pid: worker.process.pid, code, signal }, 'a worker ended')
        startAgain()
      })
      worker.on('error', (error) => {
        logFailure(error)
        // If the process could not be started (no program, or too many processes), Node emits `error` but no `exit`.
        if (worker.process.pid === undefined) worker.emit('exit', 1, '')
      })
    })
  let worstCode = 0
  const exitAfterLast = (code: number) => {
    worstCode = Math.max(worstCode, code)
    if (all.size + replaced.size === 0) process.exit(worstCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isStopping = true
      for (const worker of [...all.values(), ...replaced]) worker.process.kill('SIGTERM')
      if (all.size + replaced.size === 0) process.exit(0)
    })
  // One after the other, so that there are always enough to serve.
  const reload = async () => {
    for (const [number, worker] of [...all]) {
      // It ended meanwhile, and another has its number or is about to.
      if (all.get(number) !== worker) continue
      replaced.add(worker)
      const serves = await startOne(number, true)
      if (isStopping) return
      if (!serves) {
        log.error({ event: 'reload-failed' }, 'a new worker did not start: the others serve on')
        if (!replaced.delete(worker)) void startOne(number)
        else all.set(number, worker)
        return
      }
      if (worker.isDead()) continue
      const ended = new Promise((done) => worker.once('exit', done))
      // Also when it can't be reached any more.
      worker.send(REPLACED, () => worker.process.kill('SIGTERM'))
      await ended
    }
    log.info({ event: 'reloaded' }, 'all workers are new')
  }
  let isReloading = false
  process.on('SIGHUP', () => {
    if (isReloading || !hasServed || isStopping) return
    isReloading = true
    void reload().finally(() => (isReloading = false))
  })
  answerWorkers()
  void startOne(1)
}

function forkOr(logFailure: (error: unknown) => void, number: number): Worker | null {
  try {
    return cluster.fork({ HIRAM_WORKER: String(number) })
  } catch (error) {
    logFailure(error)
    return null
  }
}
