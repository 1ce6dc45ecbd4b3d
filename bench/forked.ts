import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

export type Forked = {
  pid: number
  /** The first message of the program. */
  first: string
  /** Sends it a message, and waits for its answer. */
  ask(message: unknown): Promise<void>
  stop(): void
}

/**
 * Runs a program of this folder in a process of its own, so that its cost is not counted for the site, and waits for
 * its first message. Throws when it ends without one.
 */
export async function startForked(file: string): Promise<Forked> {
  const child = fork(path.join(import.meta.dirname, file), { serialization: 'advanced' })
  const first = String(await answerOf(child, file))
  return {
    pid: child.pid!,
    first,
    async ask(message) {
      const answered = answerOf(child, file)
      child.send(message as object)
      await answered
    },
    stop: () => void child.kill(),
  }
}

function answerOf(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const ended = () => fail(new Error(`bench/${file} ended without an answer.`))
    child.once('exit', ended).once('error', fail)
    child.once('message', (message) => {
      child.off('exit', ended).off('error', fail)
      done(message)
    })
  })
}
