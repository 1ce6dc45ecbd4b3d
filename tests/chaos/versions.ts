import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyProgram, type Program } from '#tests/support/program-copy.ts'

/** Another version of the product, built. `name` is its commit. */
export type Version = { folder: string; name: string; remove(): void }

const project = path.resolve(import.meta.dirname, '../..')
const migrations = 'db/migrations'

/** What a release may do to tables that people use: in steps, some of which take seconds. */
const nextSteps = `
alter table rental add column if not exists next_note text;

create table if not exists next_thing (id int primary key, rental_id uuid not null references rental);

-- Repeat until every rental has a note.
with part as (select id, pg_sleep(0.02) from rental where next_note is null order by id limit 5)
update rental set next_note = 'none' from part where rental.id = part.id;

select pg_sleep(2);

create index concurrently if not exists rental_next_note on rental (next_note);

alter table message add column if not exists next_kind text not null default 'text';
`

/**
 * The version after this one, as far as the database can tell: this build with one migration more, which takes some
 * seconds while the version before serves on. The project must be built.
 */
export function nextVersion(): Program {
  const program = copyProgram()
  program.addMigration('999_next_version.steps.sql', nextSteps)
  return program
}

/**
 * The version before the last migration, built from the history of this repository with the packages of today; null
 * where there is no such history, as in a shallow clone.
 */
export function previousVersion(): Version | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: project, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] })
  let [commit, archive]: [string, Buffer] = ['', Buffer.alloc(0)]
  try {
    const last = readdirSync(path.join(project, migrations)).sort().at(-1)!.split('.')[0]!
    // The name of the file stays when it is divided into steps.
    const added = git('log', '--format=%h', '--diff-filter=A', '--', `${migrations}/${last}*`)
    commit = git('rev-parse', '--short', `${String(added).trim().split('\n').at(-1)!}^`)
      .toString()
      .trim()
    archive = git('archive', '--format=tar', commit)
  } catch {
    return null
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'hiram-previous-'))
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, '.cache'), { recursive: true })
  const build = (name: string, ...args: string[]) =>
    execFileSync(path.join(project, 'node_modules/.bin', name), args, { cwd: folder, stdio: 'ignore' })
  build('react-router', 'build')
  build('rolldown', '-c', '--logLevel', 'warn')
  return { folder, name: commit, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
