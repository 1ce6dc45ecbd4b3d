import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A program that listens on ports of 127.0.0.1. After being killed it can be started again, on the same ports. */
export type RunningProgram = {
  start(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
}

/**
 * The shell lives a moment longer than this process: when its standard input closes, it kills the program. The program
 * gets an input of its own: HAProxy would reuse a closed one's number for a connection, and hang.
 */
const guarded = `
  exec 3<&0
  "$@" </dev/null &
  program=$!
  ( cat <&3 >/dev/null; kill -KILL $program ) 2>/dev/null &
  wait $program
`
const STARTS_WITHIN_MS = 60_000

/** Starts a program and waits until its ports accept connections. Throws with its output when it ends before. */
export async function runProgram(
  command: string[],
  { ports, ...options }: { ports: number[]; cwd?: string; uid?: number; gid?: number },
): Promise<RunningProgram> {
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  const start = async () => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
    const own = spawn('sh', ['-c', guarded, 'sh', ...command], {
      ...options,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = own
    let said = ''
    for (const stream of [own.stdout, own.stderr])
      stream.on('data', (text) => (said = (said + String(text)).slice(-4_000)))
    const giveUpAt = Date.now() + STARTS_WITHIN_MS
    for (const port of ports)
      while (!(await takesConnections(port))) {
        const ended = own.exitCode !== null || own.signalCode !== null
        if (ended || Date.now() > giveUpAt) {
          await kill()
          throw new Error(`${command[0]} did not start: ${said}`)
        }
        await wait(30)
      }
  }
  await start()
  return { start, kill }
}

/** Whether something listens on a port of 127.0.0.1. */
async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * A port of 127.0.0.1 that was free a moment ago. It is below those that a system chooses for connections (Linux from
 * 32768 on): on a busy machine one of them would take it before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}
