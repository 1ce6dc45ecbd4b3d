import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')

/** A sentence of docs/spec.md: what the product has to do, or why it does not do it yet. */
export type Sentence = { id: string; text: string; later?: string }

/**
 * A comment `// Spec: S2.14, D41` or `// Case: 17` (a number of docs/abuse-cases.md) in a test, with the title of the
 * test that stands below it.
 */
export type Tag = { ids: string[]; file: string; line: number; title?: string }

/** All sentences of docs/spec.md, in its order. */
export function specSentences(): Sentence[] {
  const text = readFileSync(path.join(project, 'docs/spec.md'), 'utf8')
  return [...text.matchAll(/^- \*\*([SD][\d.]+)\*\* (.+(?:\n  .+)*)/gm)].map(([, id, item]) => {
    const [sentence, later] = item!.replaceAll(/\s+/g, ' ').split(' Later: ')
    return { id: id!, text: sentence!, later }
  })
}

const tagLine = /^\s*\/\/ (Spec|Case):(.*)$/
const testLine = /^\s*(?:for \(.*\) )?(?:it|test|describe)(?:\.\w+)*[(<`]/
// Rows of `it.each([…])` may stand between the call and the title.
const titled = /^[^(]*(?:\.(?:each|for)\b[\s\S]*?\)\(|\()\s*(['"`])((?:\\.|(?!\1)[\s\S])+)\1/

export const specTags = (): Tag[] => tagsOf('Spec')
export const caseTags = (): Tag[] => tagsOf('Case')

/** The tags of a kind in all tests. One that does not stand directly above a test or a `describe` has no title. */
function tagsOf(kind: 'Spec' | 'Case'): Tag[] {
  const files = globSync('{app,db,domain,gateways,seeds,server,tests}/**/*.{test,spec}.{ts,tsx}', {
    cwd: project,
  })
  return files.sort().flatMap((file) => {
    const lines = readFileSync(path.join(project, file), 'utf8').split('\n')
    return lines.flatMap((text, i): Tag[] => {
      const [, name, list] = tagLine.exec(text) ?? []
      if (name !== kind) return []
      const ids = list!.split(',').map((id) => id.trim())
      const below = lines.findIndex((line, n) => n > i && !tagLine.test(line))
      return [{ ids, file, line: i + 1, title: titleAt(lines, below) }]
    })
  })
}

function titleAt(lines: string[], at: number): string | undefined {
  if (!testLine.test(lines[at] ?? '')) return undefined
  return titled.exec(
    lines
      .slice(at)
      .join('\n')
      .replace(/^\s*for \(.*?\) (?=it|test|describe)/, ''),
  )?.[2]
}
