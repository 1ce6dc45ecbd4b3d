import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const project = path.resolve(import.meta.dirname, '../..')
const FOUND = 'TEST_BROWSER'
const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Flags for every browser here. The package's own list contains `--single-process`, which hangs on a second context.
 */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/**
 * The Chromium for browser tests: the headless one inside the npm package `@sparticuz/chromium`, unpacked once into
 * `.cache/chromium/<version>`; if it does not start, one of the system's. If the system lacks the libraries it needs
 * (libnss3), the copies in the package are used by `LD_LIBRARY_PATH`. The result is stored in the environment for
 * child processes. Throws when no browser starts.
 */
export async function browserExecutable(): Promise<string> {
  process.env[FOUND] ??= (await fromNpm()) ?? (await fromTheSystem())
  return process.env[FOUND]
}

async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.env.TEST_CHROMIUM === 'system') return undefined
  const home = await unpacked()
  const executable = path.join(home, 'chromium')
  if (await starts(executable)) return executable
  const { LD_LIBRARY_PATH: before } = process.env
  process.env.LD_LIBRARY_PATH = [path.join(home, 'al2023/lib'), before].filter(Boolean).join(':')
  process.env.FONTCONFIG_PATH ??= path.join(home, 'fonts')
  if (await starts(executable)) return executable
  if (before === undefined) delete process.env.LD_LIBRARY_PATH
  else process.env.LD_LIBRARY_PATH = before
  return undefined
}

async function fromTheSystem(): Promise<string> {
  for (const name of systemBrowsers) if (await starts(name)) return (await run('which', [name])).stdout.trim()
  throw new Error('No Chromium starts here: install one, or a C library that can run @sparticuz/chromium')
}

/* The package unpacks into TMPDIR and takes any existing files for complete and current. So each version has a folder,
   which gets its name when it is complete. AWS_EXECUTION_ENV makes the package unpack its libraries too; both
   variables are read on import, so another process does it. */
async function unpacked(): Promise<string> {
  const manifest = path.resolve(
    fileURLToPath(import.meta.resolve('@sparticuz/chromium')),
    '../../package.json',
  )
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const home = path.join(project, '.cache/chromium', version)
  if (existsSync(home)) return home
  const partial = `${home}.${process.pid}`
  await mkdir(partial, { recursive: true })
  const script = `(await import('@sparticuz/chromium')).default.executablePath()`
  const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  await run(process.execPath, ['--input-type=module', '-e', `await ${script}`], { cwd: project, env })
  await rename(partial, home).catch(() => rm(partial, { recursive: true, force: true }))
  return home
}

async function starts(executable: string): Promise<boolean> {
  try {
    await run(executable, ['--version', '--no-sandbox'], { timeout: 30_000 })
    return true
  } catch {
    return false
  }
}
