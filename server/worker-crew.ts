import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/**
 * The first wait before an ended worker is started again, in milliseconds. It doubles with each restart of any worker,
 * until one listens.
 */
const FIRST_RESTART_WAIT_MS = 500
const LONGEST_RESTART_WAIT_MS = 30_000

/** The workers of this machine, as the process knows them that starts them. */
export type Crew = {
  count: number
  /** How long a new worker of a reload may take until it listens. */
  reloadSeconds: number
  log: Logger
  /** The workers by their numbers; one that is started again has the number of the one that ended. */
  all: Map<number, Worker>
  /** Old workers that still run while a new worker has their number. */
  replaced: Set<Worker>
  isStopping: boolean
  /** Whether a worker has ever listened. */
  hasServed: boolean
  restartWaitMs: number
  /** The highest exit code of a worker: this process ends with it. */
  worstCode: number
}

/** A crew without workers. */
export const newCrew = (of: Pick<Crew, 'count' | 'reloadSeconds' | 'log'>): Crew => ({
  ...of,
  all: new Map(),
  replaced: new Set(),
  isStopping: false,
  hasServed: false,
  restartWaitMs: FIRST_RESTART_WAIT_MS,
  worstCode: 0,
})

/**
 * Starts a worker. Resolves with true once it listens, and with false if it ends before. One that ended is started
 * again, except a candidate that never listened: the old worker of a reload still serves. A candidate that neither
 * listens nor ends in time is ended, as no other reload could begin.
 */
export function startWorker(crew: Crew, number: number, isCandidate = false): Promise<boolean> {
  const worker = forkOrLog(crew, number)
  if (!worker) {
    if (!crew.hasServed) exitAfterLast(crew, 1)
    else if (!isCandidate) startAgain(crew, number)
    return Promise.resolve(false)
  }
  crew.all.set(number, worker)
  const deadline = isCandidate ? setTimeout(endLate, crew.reloadSeconds * 1000, crew, worker) : undefined
  return new Promise((resolve) => {
    let listens = false
    worker.once('listening', () => {
      listens = true
      clearTimeout(deadline)
      noteListening(crew)
      resolve(true)
    })
    worker.once('exit', (code, signal) => {
      clearTimeout(deadline)
      resolve(false)
      noteExit(crew, number, worker, { code, signal, isGivenUp: isCandidate && !listens })
    })
    worker.on('error', (error) => {
      logFailure(crew, error)
      // If the process could not be started (no program, or too many processes), Node emits `error` but no `exit`.
      if (worker.process.pid === undefined) worker.emit('exit', 1, '')
    })
  })
}

/** Ends all workers by SIGTERM, and this process after the last of them. */
export function stopCrew(crew: Crew): void {
  crew.isStopping = true
  for (const worker of [...crew.all.values(), ...crew.replaced]) worker.process.kill('SIGTERM')
  if (crew.all.size + crew.replaced.size === 0) process.exit(0)
}

function forkOrLog(crew: Crew, number: number): Worker | null {
  try {
    return cluster.fork({ HIRAM_WORKER: String(number) })
  } catch (error) {
    logFailure(crew, error)
    return null
  }
}

function noteListening(crew: Crew): void {
  crew.restartWaitMs = FIRST_RESTART_WAIT_MS
  if (crew.hasServed) return
  crew.hasServed = true
  // Worker 1 applies the migrations; the others start once it listens.
  for (let i = 2; i <= crew.count; i++) void startWorker(crew, i)
}

type End = { code: number | null; signal: string | null; isGivenUp: boolean }

function noteExit(crew: Crew, number: number, worker: Worker, { code, signal, isGivenUp }: End): void {
  const wasReplaced = crew.replaced.delete(worker)
  if (crew.all.get(number) === worker) crew.all.delete(number)
  if (crew.isStopping || !crew.hasServed) return exitAfterLast(crew, code ?? 1)
  if (wasReplaced || isGivenUp) return
  crew.log.error({ event: 'worker-ended', pid: worker.process.pid, code, signal }, 'a worker ended')
  startAgain(crew, number)
}

function startAgain(crew: Crew, number: number): void {
  setTimeout(() => crew.isStopping || void startWorker(crew, number), crew.restartWaitMs)
  crew.restartWaitMs = Math.min(crew.restartWaitMs * 2, LONGEST_RESTART_WAIT_MS)
}

function endLate({ log }: Crew, worker: Worker): void {
  const late = { event: 'reload-late', pid: worker.process.pid }
  log.error(late, 'a new worker did not serve in time: it is ended')
  worker.process.kill('SIGKILL')
}

function exitAfterLast(crew: Crew, code: number): void {
  crew.worstCode = Math.max(crew.worstCode, code)
  if (crew.all.size + crew.replaced.size === 0) process.exit(crew.worstCode)
}

const logFailure = ({ log }: Crew, err: unknown) =>
  log.error({ event: 'worker-failed', err }, 'a worker could not be started or reached')
