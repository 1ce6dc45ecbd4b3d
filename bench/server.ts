import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { startArguments } from '#tests/support/npm-start.ts'
import { freePort } from '#tests/support/running-program.ts'
import { type Inspector, openInspector } from './inspector.ts'
import { cpuOf, memoryOf } from './process-figures.ts'

/** The secret that signs the sessions of the measured servers. */
export const benchSecret = 'Zk3Jd83hf74hfnvkdjf8374hfjdksl39f'

/** A server as it runs in production, one process. */
export type Server = {
  origin: string
  /** From the start of the process to its first answer 200. */
  startedInMs: number
  /** CPU time of the process so far, in milliseconds. */
  cpu(): number
  /** Resident memory now, in MiB. */
  memory(): number
  /** Resident memory after a garbage collection, in MiB. */
  held(): Promise<number>
  /** Connects to its inspector, which listens from then on. */
  inspect(): Promise<Inspector>
  stop(): Promise<void>
}

/**
 * Starts the server as `npm start` does and waits until it answers. `DATA_DIR` is a new folder by default. Throws when
 * it runs another build of React than production's.
 */
export async function startServer(
  env: Record<string, string>,
  command: readonly string[] = startArguments,
): Promise<Server> {
  const [port, inspectorPort] = [await freePort(), await freePort()]
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-bench-'))
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(
    process.execPath,
    // The inspector listens only from the first SIGUSR1 on.
    [`--inspect-port=${inspectorPort}`, '--inspect-publish-uid=http', ...command],
    {
      env: {
        PATH: process.env.PATH!,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: String(port),
        BASE_URL: origin,
        SESSION_SECRET: benchSecret,
        SMTP_URL: 'smtp://127.0.0.1:9',
        LOG_LEVEL: 'error',
        LIMIT_CHECKOUTS: '1000000/60',
        LIMIT_SEARCH: '1000000/60',
        LIMIT_MESSAGES: '1000000/60',
        LIMIT_NEW_THREADS: '1000000/60',
        LIMIT_FAVORITES: '1000000/60',
        MAX_CONNECTIONS: '100000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const kill = () => child.kill()
  process.once('exit', kill)
  await untilItAnswers(child, origin)
  const startedInMs = performance.now() - began
  const react = await buildOf(child.stdout)
  if (react !== 'production') {
    kill()
    throw new Error(`The server runs the ${react} build of React.`)
  }
  const { pid } = child
  const inspect = () => {
    child.kill('SIGUSR1')
    return openInspector(inspectorPort)
  }
  return {
    origin,
    startedInMs,
    cpu: () => cpuOf(pid!),
    memory: () => memoryOf(pid!),
    async held() {
      const { ask, close } = await inspect()
      try {
        // Twice: memory that the first collection finds unused is released only by the next.
        for (let i = 0; i < 2; i++) await ask('HeapProfiler.collectGarbage')
      } finally {
        close()
      }
      return memoryOf(pid!)
    },
    inspect,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The build of React in the line that a server logs at its start. */
async function buildOf(output: Readable): Promise<string> {
  try {
    for await (const line of createInterface(output)) {
      const { event, react } = JSON.parse(line) as { event?: string; react?: string }
      if (event === 'listening') return String(react)
    }
    throw new Error('The server did not log its start.')
  } finally {
    // A full pipe would stop the server.
    output.resume()
  }
}

async function untilItAnswers(child: ChildProcess, origin: string) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended.')
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    if (answer?.status === 200) return void (await answer.text())
    await wait(5)
  }
}
