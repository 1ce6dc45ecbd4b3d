import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')
const migrations = 'db/migrations'

/** A folder with a built product. */
export type Program = {
  folder: string
  /** Adds a migration, or replaces one that was added: `998_broken.sql`. */
  addMigration(file: string, text: string): void
  remove(): void
}

/**
 * A copy of the built project whose migrations can be changed. What the build does not find from its own place is
 * linked.
 */
export function copyProgram(): Program {
  const folder = mkdtempSync(path.join(tmpdir(), 'hiram-program-'))
  for (const each of readdirSync(project).filter((name) => !['build', 'db', '.git'].includes(name)))
    symlinkSync(path.join(project, each), path.join(folder, each))
  for (const each of ['build', migrations])
    cpSync(path.join(project, each), path.join(folder, each), { recursive: true })
  return {
    folder,
    addMigration: (file, text) => writeFileSync(path.join(folder, migrations, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
