import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What runs: the version of package.json, the commit if it is known, and Node's version. */
export type Version = { app: string; commit: string | null; node: string }

/** `commit` is the setting `SOURCE_COMMIT`; without it the commit is read from the folder's clone, if it is one. */
export function readVersion(
  commit: string | undefined,
  folder = path.resolve(import.meta.dirname, '..'),
): Version {
  return {
    app: (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version,
    commit: (commit ?? commitOf(path.join(folder, '.git')))?.slice(0, 12) ?? null,
    node: process.versions.node,
  }
}

function commitOf(git: string): string | undefined {
  try {
    const head = readFileSync(path.join(git, 'HEAD'), 'utf8').trim()
    const ref = /^ref: (.+)$/.exec(head)?.[1]
    if (!ref) return head
    return readFileSync(path.join(git, ref), 'utf8').trim()
  } catch {
    return undefined
  }
}
