import { findProgram } from './programs.ts'
import { freePort, runProgram, type RunningProgram } from './running-program.ts'

export type RedisServer = RunningProgram & { url: string }

const program = () => findProgram('redis-server')

/** Why tests of a real Redis are skipped here; null where they run. */
export const whyNoRedis = () => (program() ? null : 'there is no redis-server here')

/** Starts a Redis that stores nothing on the disk, on a free port of 127.0.0.1, with a password. */
export async function startRedis(): Promise<RedisServer> {
  const [port, password] = [await freePort(), 'bayanihan']
  const settings = { port, bind: '127.0.0.1', requirepass: password, save: '', appendonly: 'no', dir: '/tmp' }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const running = await runProgram([program()!, ...flags], { ports: [port] })
  return { ...running, url: `redis://:${password}@127.0.0.1:${port}` }
}
