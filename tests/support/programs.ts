import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The programs that tests need besides PostgreSQL; each has the name of its Debian package. */
const programs = ['haproxy', 'pgbouncer', 'redis-server', 'nginx', 'caddy', 'rclone'] as const
/** These are used where they are: `promtool` is in the package `prometheus`, which would start a service. */
type Program = (typeof programs)[number] | 'promtool' | 'systemctl' | 'systemd-analyze' | 'useradd'

const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/** The path of a program: on the PATH, or where packages put it. Null where there is none. */
export function findProgram(name: Program): string | null {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const at = [...onPath, ...folders].find((folder) => existsSync(path.join(folder, name)))
  return at ? path.join(at, name) : null
}

/**
 * Installs the missing programs, as root in a Debian container; elsewhere it does nothing, because a package would
 * start its service where systemd runs. Returns those that are still missing: their tests are skipped.
 */
export function installPrograms(): Program[] {
  const missing = () => programs.filter((name) => findProgram(name) === null)
  const isDebianContainer =
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && !existsSync('/run/systemd/system')
  if (missing().length === 0 || !isDebianContainer) return missing()
  const options = ['DPkg::Lock::Timeout=60', 'Acquire::Retries=0', 'Acquire::http::Timeout=20']
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...options.flatMap((option) => ['-o', option]), ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: 180_000,
    })
  for (const update of [false, true])
    try {
      if (update) aptGet('update')
      aptGet('install', '-y', '--no-install-recommends', ...missing())
      break
    } catch {
      // The first try fails without a package index, both fail without a network.
    }
  return missing()
}
