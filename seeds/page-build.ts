import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The inputs of the build of the pages: code, styles, public files, settings of tools and versions of libraries. */
const sources = [
  'app',
  'domain',
  'public',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** A hash of the names and contents of all sources under `root`, in hexadecimal. */
export function hashOfSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      const content = readFileSync(file)
      hash.update(`${file.slice(root.length).replaceAll('\\', '/')} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile())
}

const hashFile = (root: string) => join(root, 'build/sources.sha256')

/** Stores the hash of the sources of the pages in `root/build`. */
export function storeHash(root: string, hash = hashOfSources(root)): void {
  writeFileSync(hashFile(root), hash)
}

/**
 * Calls `build`, which builds the pages, unless the stored hash is that of the sources. Every build of pages first
 * empties `root/build`, also of the hash, so an interrupted one is repeated. Returns whether it called `build`.
 */
export async function buildWhenChanged(root: string, build: () => Promise<void>): Promise<boolean> {
  const hash = hashOfSources(root)
  if (existsSync(hashFile(root)) && readFileSync(hashFile(root), 'utf8') === hash) return false
  await build()
  storeHash(root, hash)
  return true
}

/** Runs the build in a separate process. `env` is its environment. Throws with its output when it fails. */
export async function buildPages(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const bin = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill())
  const output: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => output.push(part))
  child.stderr.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`The pages could not be built.\n${Buffer.concat(output).toString()}`)
}
