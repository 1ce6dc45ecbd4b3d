import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmulatorAddress, emulatorAt, type Wish } from './payments.ts'

/** The folder in which a run keeps its town; see `townFolder`. */
export const TOWN = 'TEST_TOWN'
export const firstAdmin = { email: 'amihan@hiram.test', password: 'jeepney ride at dusk' }

const TOWN_MS = 600_000
const script = path.join(import.meta.dirname, 'site-process.ts')

/** The product, running: the production build on an embedded database, both its own. */
export type Site = {
  url: string
  /** Makes something happen at the emulator of payments. */
  emulator: Wish
  /** Moves its clock so many minutes on, and has done what is due of payments by then. */
  later(minutes: number): Promise<void>
  /** What its server logged as an error. */
  errors: string[]
  stop(): Promise<void>
}

/** Starts an empty site with a first admin, or one that is a copy of the demo town. */
export async function startSite(kind: 'empty' | 'town'): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-site-'))
  const admin = { ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password }
  if (kind === 'town') await cp(await townFolder(), folder, { recursive: true })
  const child = start(folder, [], kind === 'empty' ? admin : {})
  const errors: string[] = []
  const moved = new EventEmitter()
  const { url, emulator } = await new Promise<Said>((found, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      const { url, emulator, level, later } = read(line)
      if (url && emulator) found({ url, emulator })
      if (later !== undefined) moved.emit('moved')
      if (level === undefined || level >= 50) errors.push(line)
    })
    child.once('exit', (code) => failed(new Error(`The site ended with ${code}.\n${child.said()}`)))
  })
  return {
    url,
    emulator: emulatorAt(emulator),
    async later(minutes) {
      const done = once(moved, 'moved')
      child.stdin.write(`${JSON.stringify({ later: minutes })}\n`)
      await done
    },
    errors,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A folder with the data of the demo town, built once a run: whoever makes the folder `building` builds it, the others
 * wait for it. Give `TEST_TOWN` to keep a town from run to run.
 */
async function townFolder(): Promise<string> {
  const home = process.env[TOWN]
  if (!home) throw new Error(`${TOWN} is not set: the global setup has to run before the tests`)
  const at = (name: string) => path.join(home, name)
  const [town, ready, failed] = [at('town'), at('ready'), at('failed')]
  const mine = await mkdir(at('building')).then(
    () => true,
    () => false,
  )
  if (mine) {
    const child = start(town, ['seed'])
    child.stdout.resume()
    const [code] = (await once(child, 'exit')) as [number | null]
    await writeFile(code === 0 ? ready : failed, child.said())
    if (code !== 0) throw new Error(`The town could not be built.\n${child.said()}`)
    return town
  }
  for (const started = Date.now(); !existsSync(ready); await wait(200)) {
    if (existsSync(failed)) throw new Error('The town could not be built; another worker says why.')
    if (Date.now() - started > TOWN_MS) throw new Error('The town took too long to build.')
  }
  return town
}

function start(folder: string, args: string[], more: Record<string, string> = {}) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_URL$|PAYMONGO_|GEMINI_|ASSISTANT)/.test(name),
    ),
  )
  const own = { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: folder }
  // A test writes as much in a minute as people do in an hour.
  const env = { ...inherited, ...own, LIMIT_MESSAGES: '1000/60', ...more }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  return Object.assign(child, { said: () => said })
}

type Said = { url: string; emulator: EmulatorAddress }

function read(line: string): Partial<Said> & { level?: number; later?: number } {
  try {
    return { level: 0, ...(JSON.parse(line) as object) }
  } catch {
    return {}
  }
}
