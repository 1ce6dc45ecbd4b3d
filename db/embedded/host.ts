import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './protocol.ts'

type Question = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** A worker thread that has opened its database. */
export type RunningWorker = {
  /** Sends one request and resolves with its answer. Rejects with the reason when the worker stops before. */
  ask(question: Question): Promise<Uint8Array | undefined>
  /** Calls `listener` once with the reason when the worker stops. */
  onStop(listener: (reason: Error) => void): void
  /** Ends the thread at once, as a crash would; every pending request rejects with `reason`. */
  stop(reason: Error): Promise<void>
  /** Resolves when the thread has ended and no longer uses its folder, which is later than `onStop`. */
  ended: Promise<void>
}

/**
 * Starts the thread and resolves when its database is open; rejects with the error that kept it from opening. A
 * statement that runs longer than `statementTimeoutMillis` (0: no limit) ends the thread: PGlite ignores PostgreSQL's
 * `statement_timeout`, and nothing else stops a statement in it. Committed rows are not lost by that. A snapshot may
 * take longer: what is asked meanwhile begins after it, and so does its time.
 */
export function startWorker(
  settings: WorkerSettings,
  statementTimeoutMillis: number,
): Promise<RunningWorker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: settings,
    name: 'database',
    // Flags meant for the main program (`--input-type`, `--import`) would keep this thread from starting.
    execArgv: [],
  })
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | undefined>>()
  const listeners: ((reason: Error) => void)[] = []
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<RunningWorker>()
  let stopped: Error | undefined
  let lastId = 0
  let snapshot: Promise<unknown> = Promise.resolve()

  function stopWith(reason: Error) {
    if (stopped) return
    stopped = reason
    for (const question of waiting.values()) question.reject(reason)
    waiting.clear()
    for (const listener of listeners.splice(0)) listener(reason)
  }

  const running: RunningWorker = {
    ended: ended.promise,
    async ask(question) {
      // Another snapshot may have begun before this request was sent.
      for (let awaited; awaited !== snapshot;) await (awaited = snapshot)
      if (stopped) throw stopped
      const id = ++lastId
      const answer = Promise.withResolvers<Uint8Array | undefined>()
      waiting.set(id, answer)
      worker.postMessage({ id, ...question })
      if (question.kind === 'snapshot') snapshot = answer.promise.catch(() => {})
      if (question.kind !== 'exec' || statementTimeoutMillis === 0) return answer.promise
      const seconds = statementTimeoutMillis / 1000
      const tooLate = new Error(`The embedded database was stopped: a statement ran longer than ${seconds} s`)
      const timer = setTimeout(() => void running.stop(tooLate), statementTimeoutMillis)
      return answer.promise.finally(() => clearTimeout(timer))
    },
    onStop(listener) {
      if (stopped) listener(stopped)
      else listeners.push(listener)
    },
    async stop(reason) {
      stopWith(reason)
      await worker.terminate()
    },
  }

  worker.on('message', (message: WorkerAnswer) => {
    if (message.kind === 'ready') return opened.resolve(running)
    const question = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) question?.resolve(message.bytes)
    else question?.reject(new Error(message.error))
  })
  worker.on('error', (cause) => {
    const because = cause instanceof Error ? cause.message : String(cause)
    stopWith(new Error(`The embedded database crashed: ${because}`, { cause }))
  })
  worker.on('exit', (code) => {
    stopWith(new Error(`The embedded database stopped unexpectedly (code ${code})`))
    opened.reject(stopped)
    ended.resolve()
  })
  return opened.promise
}
