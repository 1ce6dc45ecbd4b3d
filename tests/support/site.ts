import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { dayInManila } from '#domain/period.ts'
import { administer, copyFolder, databaseOn, fillDataDir, prepared } from './database.ts'
import { type EmulatorAddress, emulatorAt, type EmulatorControl } from './payments.ts'

/** The environment variable that names the folder of the demo data; see `demoOfToday`. */
export const DEMO_DATA = 'TEST_DEMO_DATA'
export const firstAdmin = { email: 'amihan@hiram.test', password: 'jeepney ride at dusk' }

const MAX_WAIT_MS = 600_000
const script = path.join(import.meta.dirname, 'site-process.ts')

/** The product, running: the production build on a database of its own. */
export type Site = {
  url: string
  /** Triggers an action at the payment emulator. */
  emulator: EmulatorControl
  /** Moves its clock on by so many minutes, and runs the jobs of payments and of the waiting list. */
  later(minutes: number): Promise<void>
  /** The lines that its server logged as errors, and those that are no JSON. */
  errors: string[]
  /** Stops it and deletes its data. Throws if it logs errors meanwhile: the next site must not get them. */
  stop(): Promise<void>
}

/** A process that serves one site after the other, since its start takes longer than that of a site. */
export type Sites = {
  start(kind: 'empty' | 'demo', env?: Record<string, string>): Promise<Site>
  end(): void
}

/**
 * Opens a process for sites. `start` starts an empty site with a first admin on an embedded database, or one that is a
 * copy of the demo data: on PostgreSQL when the run has started a server, otherwise embedded. `env` has settings; with
 * `TEST_SITE_NAME` its address has that name instead of a number, as passkeys need one.
 */
export function openSites(): Sites {
  const child = start([])
  const ended = once(child, 'exit')
  const answers = new EventEmitter()
  let errors: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    const { level, ...answer } = read(line)
    if (level === 0) answers.emit('answer', answer)
    else if (level === undefined || level >= 50) errors.push(line)
  })
  const ask = async (question: object): Promise<Partial<Said>> => {
    const answered = once(answers, 'answer')
    child.stdin.write(`${JSON.stringify(question)}\n`)
    const [answer] = await Promise.race([answered, ended])
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`The site ended with ${end}.\n${child.said()}`)
    return answer
  }
  return {
    async start(kind, env) {
      const folder = await mkdtemp(path.join(tmpdir(), 'hiram-site-'))
      const server = kind === 'demo' ? process.env[prepared.server] : undefined
      const database = path.basename(folder).replaceAll('-', '_').toLowerCase() + process.pid
      const demo = kind === 'demo' ? await demoOfToday() : undefined
      if (demo) copyFolder(demo.folder, folder)
      else fillDataDir(folder, 'migrated')
      if (server && demo)
        await administer(server, `create database ${database} template ${demo.database} strategy file_copy`)
      const settings = {
        DATA_DIR: folder,
        ...(kind === 'empty' && { ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password }),
        ...(server && { DATABASE_URL: databaseOn(server, database) }),
        ...env,
      }
      errors = []
      const { url, emulator } = (await ask({ open: settings })) as Said
      return {
        url,
        emulator: emulatorAt(emulator),
        later: async (minutes) => void (await ask({ later: minutes })),
        errors,
        async stop() {
          const before = errors.length
          try {
            await ask({ close: true })
            // Later they would be taken for those of the next site.
            if (errors.length > before)
              throw new Error(`Errors while the site stopped:\n${errors.slice(before).join('\n')}`)
          } finally {
            if (server) await administer(server, `drop database if exists ${database} with (force)`)
            await rm(folder, { recursive: true, force: true })
          }
        },
      }
    },
    end: () => child.stdin.end(),
  }
}

/**
 * The demo data of this day in Manila, on which its rentals depend: its folder, and its database on PostgreSQL.
 * Whoever makes the folder `building` builds it, the others wait for it. Give `TEST_DEMO_DATA` to keep the demo data
 * from run to run.
 */
async function demoOfToday(): Promise<{ folder: string; database: string }> {
  const home = process.env[DEMO_DATA]
  if (!home) throw new Error(`${DEMO_DATA} is not set: the global setup has to run before the tests`)
  const day = dayInManila(new Date())
  const at = (name: string) => path.join(home, day, name)
  await mkdir(at(''), { recursive: true })
  const demo = { folder: at('demo'), database: `hiram_demo_${day.replaceAll('-', '_')}` }
  const [ready, failed] = [at('ready'), at('failed')]
  const mine = await mkdir(at('building')).then(
    () => true,
    () => false,
  )
  if (mine) {
    const server = process.env[prepared.server]
    if (server)
      await administer(
        server,
        `create database ${demo.database} template ${prepared.template} strategy file_copy`,
      )
    const child = start(['seed'], {
      DATA_DIR: demo.folder,
      ...(server && { DATABASE_URL: databaseOn(server, demo.database) }),
    })
    child.stdout.resume()
    const [code] = (await once(child, 'exit')) as [number | null]
    await writeFile(code === 0 ? ready : failed, child.said())
    if (code !== 0) throw new Error(`The demo data could not be built.\n${child.said()}`)
    return demo
  }
  for (const started = Date.now(); !existsSync(ready); await wait(200)) {
    if (existsSync(failed)) throw new Error('The demo data could not be built; another worker says why.')
    if (Date.now() - started > MAX_WAIT_MS) throw new Error('The demo data took too long to build.')
  }
  return demo
}

function start(args: string[], more: Record<string, string> = {}) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_URL$|PAYMONGO_|GEMINI_|ASSISTANT)/.test(name),
    ),
  )
  const own = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  // A test writes as much in a minute as a person in an hour.
  const env = { ...inherited, ...own, LIMIT_MESSAGES: '1000/60', ...more }
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => (said += text))
  return Object.assign(child, { said: () => said })
}

type Said = { url: string; emulator: EmulatorAddress }

/** A line of the log, or an answer, which has no level: then it is 0. Empty for anything else. */
function read(line: string): Partial<Said> & { level?: number } {
  try {
    return { level: 0, ...(JSON.parse(line) as object) }
  } catch {
    return {}
  }
}
