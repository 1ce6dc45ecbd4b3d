import { Duplex } from 'node:stream'
import type { RunningWorker } from './host.ts'

const messagesToAnswer = new Set([...'QSH'].map((letter) => letter.charCodeAt(0)))
const START_UP = 0
const TERMINATE = 'X'.charCodeAt(0)

/**
 * The stream that the `pg` client uses in place of a network socket. What the client writes goes to the embedded
 * database unchanged (PostgreSQL's wire protocol, https://www.postgresql.org/docs/15/protocol-message-formats.html),
 * and the answers come back the same way. The client parses them, so types, errors and named statements are those of a
 * real server.
 * The client writes one message at a time. Messages wait here until one that expects an answer (start-up, Query, Sync,
 * Flush), so that a statement needs one exchange between the threads.
 * `running` returns the worker, and starts it when there is none. When the worker stops, the stream is destroyed with
 * the reason: the client rejects its pending queries with it, and the pool drops the client.
 */
export class DatabaseStream extends Duplex {
  #running: () => Promise<RunningWorker>
  #worker: RunningWorker | undefined
  #unsent: Buffer[] = []

  constructor(running: () => Promise<RunningWorker>) {
    super()
    this.#running = running
  }

  /** The client calls this instead of opening a socket. The session is clean when `connect` is emitted. */
  connect() {
    this.#open().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
  }

  async #open() {
    this.#worker = await this.#running()
    this.#worker.onStop((reason) => this.destroy(reason))
    await this.#worker.ask({ kind: 'reset' })
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    const kind = chunk[0]!
    if (kind !== TERMINATE) this.#unsent.push(chunk)
    if (kind === START_UP || messagesToAnswer.has(kind)) this.#send()
    done()
  }

  #send() {
    const bytes = Buffer.concat(this.#unsent.splice(0))
    this.#worker!.ask({ kind: 'exec', bytes }).then(
      (answer) => this.destroyed || this.push(answer),
      (error) => this.destroy(error),
    )
  }

  override _final(done: (error?: Error | null) => void) {
    this.push(null)
    done()
  }

  override _read() {}

  /** Socket methods that the client calls; between two threads they do nothing. */
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
}
