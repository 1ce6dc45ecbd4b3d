import cluster from 'node:cluster'
import { createLog } from './log.ts'
import { replaceWorkers } from './replace-workers.ts'
import { readSettings } from './settings.ts'
import { newCrew, type Crew, startWorker, stopCrew } from './worker-crew.ts'
import { answerWorkers } from './worker-metrics.ts'

type Environment = Record<string, string | undefined>

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
  const { workers: count, reloadSeconds, logLevel } = settings
  supervise(newCrew({ count, reloadSeconds, log: createLog(logLevel) }))
  return true
}

function settingsOrNull(env: Environment) {
  try {
    return readSettings(env, 'production')
  } catch {
    return null
  }
}

function supervise(crew: Crew): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopCrew(crew))
  let isReloading = false
  process.on('SIGHUP', () => {
    if (isReloading || !crew.hasServed || crew.isStopping) return
    isReloading = true
    void replaceWorkers(crew).finally(() => (isReloading = false))
  })
  answerWorkers()
  void startWorker(crew, 1)
}
