import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')
const SOURCES = ['{app,domain}/**/*.{ts,tsx,css}', '{vite,react-router}.config.ts', 'package-lock.json']

/** The pages as built. */
export const builtServer = path.join(project, 'build/server/index.js')
export const builtClient = path.join(project, 'build/client')

/** Builds the pages when there are none, or when what they are made of is newer. */
export async function preparePages(): Promise<void> {
  if (isFresh()) return
  console.log('Building the pages for tests')
  const bin = path.join(project, 'node_modules/@react-router/dev/bin.cjs')
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`The pages could not be built.\n${said}`)
}

function isFresh(): boolean {
  if (!existsSync(builtServer)) return false
  const builtAt = statSync(builtServer).mtimeMs
  return globSync(SOURCES, { cwd: project }).every((file) => {
    const source = path.join(project, file)
    return file.includes('.test.') || statSync(source).mtimeMs < builtAt
  })
}
