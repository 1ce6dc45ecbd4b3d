import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { createLog } from './log.ts'
import { readSettings } from './settings.ts'

type Environment = Record<string, string | undefined>

/**
 * The wait before a process that ended is started again, in milliseconds; it doubles while they end before they
 * listen.
 */
const AGAIN_MS = 500
const AGAIN_AT_MOST_MS = 30_000

/**
 * Runs as many processes as `WORKERS` says, on one port: this process only starts them, starts one again that ended,
 * and passes SIGTERM and SIGINT on. Returns false where this process is to serve by itself: with one, in a worker,
 * and with settings that can't be read, which it says itself.
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
  const all = new Set<Worker>()

  const startOne = () => {
    const worker = cluster.fork()
    all.add(worker)
    worker.once('listening', () => {
      again = AGAIN_MS
      // The first brings the database to the newest migration; the others find it done.
      if (!hasServed) for (let i = 1; i < count; i++) startOne()
      hasServed = true
    })
    worker.once('exit', (code, signal) => {
      all.delete(worker)
      if (isStopping || !hasServed) return end(code ?? 1)
      log.error({ event: 'worker-ended', pid: worker.process.pid, code, signal }, 'a worker ended')
      setTimeout(() => isStopping || startOne(), again)
      again = Math.min(again * 2, AGAIN_AT_MOST_MS)
    })
  }
  let worst = 0
  const end = (code: number) => {
    worst = Math.max(worst, code)
    if (all.size === 0) process.exit(worst)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isStopping = true
      for (const worker of all) worker.process.kill('SIGTERM')
      if (all.size === 0) process.exit(0)
    })
  startOne()
}
