import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { createLog } from './log.ts'
import { readSettings } from './settings.ts'
import { answerWorkers } from './worker-metrics.ts'

type Environment = Record<string, string | undefined>

/**
 * The wait before an ended process is started again, in milliseconds; it doubles while processes end before they
 * listen.
 */
const AGAIN_MS = 500
const AGAIN_AT_MOST_MS = 30_000

/**
 * Runs as many processes as `WORKERS` says, on one port: this process only starts them, restarts one that ended,
 * passes SIGTERM and SIGINT on, and on SIGHUP replaces them one by one by new ones, which run the code on the disk.
 * Returns false where this process has to serve itself: with one process, in a worker, and with invalid settings,
 * which the start reports.
 */
export function runWorkers(env: Environment): boolean {
  if (cluster.isWorker) return false
  const settings = settingsOrNull(env)
  if (!settings || settings.workers === 1) return false
  supervise(settings.workers, createLog(settings.logLevel))
  return true
}

function settingsOrNull(env: Environment) {
  try {
    return readSettings(env, 'production')
  } catch {
    return null
  }
}

function supervise(count: number, log: Logger): void {
  let isStopping = false
  let hasServed = false
  let again = AGAIN_MS
  /** The processes by their numbers; one that is started again has the number of the one that ended. */
  const all = new Map<number, Worker>()
  /** Processes whose number a new one has. */
  const replaced = new Set<Worker>()
  /** A new process that does not serve yet, while another has its place. */
  let candidate: Worker | undefined

  const startOne = (number: number) => {
    const worker = cluster.fork({ HIRAM_WORKER: String(number) })
    all.set(number, worker)
    worker.once('listening', () => {
      again = AGAIN_MS
      // The first process applies the migrations; the others find them applied.
      if (!hasServed) for (let i = 2; i <= count; i++) startOne(i)
      hasServed = true
    })
    worker.once('exit', (code, signal) => {
      const wasReplaced = replaced.delete(worker)
      if (all.get(number) === worker) all.delete(number)
      if (isStopping || !hasServed) return end(code ?? 1)
      if (wasReplaced || worker === candidate) return
      log.error({ event: 'worker-ended', pid: worker.process.pid, code, signal }, 'a worker ended')
      setTimeout(() => isStopping || startOne(number), again)
      again = Math.min(again * 2, AGAIN_AT_MOST_MS)
    })
    return worker
  }
  let worst = 0
  const end = (code: number) => {
    worst = Math.max(worst, code)
    if (all.size + replaced.size === 0) process.exit(worst)
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
      replaced.add(worker)
      const next = (candidate = startOne(number))
      const serves = await Promise.race([
        once(next, 'listening').then(() => true),
        once(next, 'exit').then(() => false),
      ])
      candidate = undefined
      if (isStopping) return
      if (!serves) {
        log.error({ event: 'reload-failed' }, 'a new worker did not start: the others serve on')
        if (!replaced.delete(worker)) startOne(number)
        else all.set(number, worker)
        return
      }
      if (worker.isDead()) continue
      const ended = once(worker, 'exit')
      worker.process.kill('SIGTERM')
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
  startOne(1)
}
