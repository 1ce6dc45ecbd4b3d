import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const project = path.resolve(import.meta.dirname, '../..')

/**
 * One import of a file. `to` is a path of this project (`domain/money.ts`), or a package's name (`node:fs`, `zod`).
 */
export type Import = { from: string; to: string; inside: boolean; typeOnly: boolean; line: number }

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gms

/** The source files of this project, as paths from its root. */
export function sourceFiles(pattern = '**/*.{ts,tsx}'): string[] {
  const hidden = /^(node_modules|build|data|\.cache|\.react-router|test-results)(\/|$)/
  return globSync(pattern, { cwd: project, exclude: (name) => hidden.test(name) })
    .filter((file) => !hidden.test(file))
    .map((file) => file.split(path.sep).join('/'))
    .sort()
}

/** A file's text without comments and the contents of template strings; the lines stay. */
export function codeOf(file: string): string {
  const text = readFileSync(path.join(project, file), 'utf8')
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ')
  return text.replaceAll(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*)/g,
    (all, quoted) => quoted ?? blank(all),
  )
}

/** The imports of a file, including types and `import()`. */
export function importsOf(file: string, text = codeOf(file)): Import[] {
  return [...text.matchAll(IMPORT)].map((match) => {
    const wanted = match[2] ?? match[3]!
    const to = resolved(file, wanted)
    return {
      from: file,
      to: to ?? wanted,
      inside: to !== null,
      typeOnly: match[1] !== undefined || onlyTypes(match[0]),
      line: text.slice(0, match.index).split('\n').length,
    }
  })
}

/** Whether a statement is `import { type A, type B } from …`. */
function onlyTypes(statement: string): boolean {
  const names = /^(?:import|export)\s*\{([^}]*)\}/
    .exec(statement)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return names !== undefined && names.length > 0 && names.every((name) => name.trim().startsWith('type '))
}

function resolved(from: string, wanted: string): string | null {
  const aliased = /^#([^/]+\/.*)$/.exec(wanted)?.[1]
  const relative = wanted.startsWith('.') ? path.posix.join(path.posix.dirname(from), wanted) : null
  const to = aliased ?? relative
  if (to === null) return null
  // TypeScript finds a route's generated types as if they were beside it.
  if (to.includes('/+types/')) return null
  return to.replace(/\?.*$/, '')
}

/** Imports of files of this project that do not exist. */
export function unresolvedImports(imports: readonly Import[]): Import[] {
  return imports.filter(({ inside, to }) => inside && !existsSync(path.join(project, to)))
}

/** The cycles among imports, each once, as a list of files. */
export function cycles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to, inside } of imports) if (inside) next.set(from, [...(next.get(from) ?? []), to])
  const found = new Map<string, string[]>()
  const done = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const at = trail.indexOf(file)
    if (at >= 0) {
      const cycle = trail.slice(at)
      found.set(cycle.toSorted().join(), [...cycle, file])
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return [...found.values()]
}
