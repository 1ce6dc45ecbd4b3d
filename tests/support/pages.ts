import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')
const PAGE_SOURCES = ['{app,domain}/**/*.{ts,tsx,css}', '{vite,react-router}.config.ts', 'package-lock.json']
const SERVER_SOURCES = ['{server,db,gateways,domain}/**/*.ts', 'rolldown.config.ts', 'build/server/index.js']

/** The built pages. */
export const builtServer = path.join(project, 'build/server/index.js')
export const builtClient = path.join(project, 'build/client')
const bundledServer = path.join(project, 'build/start/start.js')

const pagesAreBuilt = () => isFresh(builtServer, PAGE_SOURCES)
const serverIsBundled = () => isFresh(bundledServer, SERVER_SOURCES)

/** Whether what `npm run build` makes is newer than all of its sources. */
export const isBuilt = () => pagesAreBuilt() && serverIsBundled()

/** Builds the pages, and bundles the server with them, when their sources are newer. */
export async function prepareBuild(): Promise<void> {
  if (!pagesAreBuilt()) {
    console.log('Building the pages for tests')
    await run('@react-router/dev/bin.cjs', ['build'])
  }
  if (!serverIsBundled()) await run('rolldown/bin/cli.mjs', ['-c'])
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [path.join(project, 'node_modules', program), ...args], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`The product could not be built.\n${said}`)
}

function isFresh(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  return globSync(sources, { cwd: project }).every((file) => {
    const source = path.join(project, file)
    return file.includes('.test.') || statSync(source).mtimeMs < builtAt
  })
}
