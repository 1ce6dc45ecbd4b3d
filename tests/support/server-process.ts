import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './running-program.ts'

const main = path.resolve(import.meta.dirname, '../../server/start.ts')
export const processSecret = 'k3Jd83hf74hfnvkdjf8374hfjdksl39f'

/** A server process on a database it shares. Killed or stopped, it can be started again, at the same address. */
export type ServerProcess = {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Lets it finish what is under way. */
  stop(): Promise<void>
  /** Kills it and removes its folder. */
  remove(): Promise<void>
}

/** Starts `node server/start.ts` on a database, as it runs in production. Sessions are signed with `processSecret`. */
export async function startServer(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-server-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ReturnType<typeof spawn> | undefined
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const start = async () => {
    const settings = {
      PATH: process.env.PATH!,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: url,
      SESSION_SECRET: processSecret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    }
    child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let isUp = false
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => {
        if (isUp) return
        said += String(text)
        isUp = said.includes('"listening"')
      })
    while (!isUp) {
      if (child.exitCode !== null) throw new Error(`The server ended.\n${said}`)
      await wait(20)
    }
  }
  await start()
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
