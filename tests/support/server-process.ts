import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compileCache } from './compile-cache.ts'
import { fillDataDir } from './database.ts'
import { startArguments, startArgumentsIn } from './npm-start.ts'
import { freePort } from './running-program.ts'

export const processSecret = 'k3Jd83hf74hfnvkdjf8374hfjdksl39f'

/**
 * A server process on a shared database. After being killed or stopped it can be started again, at the same address.
 */
export type ServerProcess = {
  url: string
  /** The id of the running process. */
  pid(): number
  start(): Promise<void>
  /** Whether it has ended, by itself or not. */
  hasEnded(): boolean
  kill(): Promise<void>
  /** Has its workers replaced, and waits until all are new. Throws when one does not start. */
  reload(): Promise<void>
  /** Asks for the same, and does not wait. */
  askToReload(): void
  /** Ends it after its running requests. */
  stop(): Promise<void>
  /** What it has written so far. */
  output(): string
  /** Kills it and removes its folder. */
  remove(): Promise<void>
}

/**
 * Starts the server on a database, as `npm start` does. Sessions are signed with `processSecret`. `program` is the
 * folder of another version of the product, built.
 */
export async function startServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  program?: string,
): Promise<ServerProcess> {
  const command = program ? startArgumentsIn(program) : startArguments
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-server-'))
  if (!databaseUrl && !env['DATA_DIR']) fillDataDir(folder, 'migrated')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | undefined
  let said = ''
  let reloads = 0
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (hasEnded()) return
    const ended = once(child!, 'exit')
    child!.kill(signal)
    await ended
  }
  const start = async () => {
    const settings = {
      PATH: process.env.PATH!,
      // A copy of the product has other paths, of which nothing is cached.
      ...(program ? {} : compileCache),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: url,
      SESSION_SECRET: processSecret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    }
    child = spawn(process.execPath, command, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
    let isUp = false
    said = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => {
        reloads += String(text).split('"reloaded"').length - 1
        said += String(text)
        isUp ||= said.includes('"listening"')
      })
    while (!isUp) {
      if (child.exitCode !== null) throw new Error(`The server ended.\n${said}`)
      await wait(20)
    }
  }
  await start()
  return {
    url,
    pid: () => child!.pid!,
    start,
    hasEnded,
    output: () => said,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    askToReload: () => void child!.kill('SIGHUP'),
    async reload() {
      const before = reloads
      const failures = () => said.split('"reload-failed"').length
      const failedBefore = failures()
      child!.kill('SIGHUP')
      while (reloads === before) {
        if (child!.exitCode !== null || failures() > failedBefore)
          throw new Error(`It was not reloaded.\n${said}`)
        await wait(20)
      }
    },
    async remove() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
