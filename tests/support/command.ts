import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { compileCache } from './compile-cache.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** How a command ended, and all that it printed. */
export type Ended = { code: number | null; said: string }

/**
 * Runs a command of `package.json`, such as `backup`, as npm does. `on` gets what it has printed so far, whenever it
 * prints something.
 */
export function runCommand(
  name: keyof typeof packageJson.scripts,
  args: string[],
  env: Record<string, string>,
  on: (said: string, child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const [, ...program] = packageJson.scripts[name].split(' ')
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH!, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += String(text)
      on(said, child)
    })
  return new Promise((ended) => child.on('close', (code) => ended({ code, said })))
}
