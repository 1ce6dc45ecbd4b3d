import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
const looked = new Map<string, string | null>()

/**
 * The path of a program: on the PATH, where packages put it, or, as root in a Debian container, from its package
 * `debian`, which is installed. Null where there is none.
 */
export function findProgram(name: string, debian: string): string | null {
  const known = looked.get(name)
  if (known !== undefined) return known
  const found = onTheMachine(name) ?? (install(debian) ? onTheMachine(name) : null)
  looked.set(name, found)
  return found
}

function onTheMachine(name: string): string | null {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const at = [...onPath, ...folders].find((folder) => existsSync(path.join(folder, name)))
  return at ? path.join(at, name) : null
}

/** Only where no systemd runs, as in a container: elsewhere the package would start its service. */
function install(debian: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  if (existsSync('/run/systemd/system')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env,
      stdio: 'ignore',
      timeout: 300_000,
    })
  const wanted = ['install', '-y', '--no-install-recommends', debian]
  for (const first of [[], ['update']])
    try {
      if (first.length > 0) run(...first)
      run(...wanted)
      return true
    } catch {
      // Without an index of packages, or without a network, the first or both fail.
    }
  return false
}
