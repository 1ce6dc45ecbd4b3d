import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTitle } from './support/test-titles.ts'

const project = path.resolve(import.meta.dirname, '..')
const text = readFileSync(path.join(project, 'docs/spec-coverage.md'), 'utf8')

/** A sentence of the product spec or a decision, where it is built, and the tests that prove it. */
type Row = { section: string; says: string; built: string; shown: string }

const rows = text.split(/^## /m).flatMap((part) => {
  const section = part.split('\n', 1)[0]!.trim()
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:The spec says|The decisions say|---)/.test(line))
    .map((line): Row => {
      const [, says = '', built = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return { section, says, built, shown }
    })
})

/** The files a cell names, each with the title it names after it, if it does: `` `a.test.ts` “a rule” ``. */
const named = (cell: string) =>
  [...cell.matchAll(/`([\w./$-]+\.\w+)`(?:\s+“([^”]+)”)?/g)].map(([, file, title]) => ({
    file: file!,
    title,
  }))

const laterReason = /^Later: \S.{10,}/
const now = rows.filter(({ built }) => !laterReason.test(built))

describe('the coverage of the product spec', () => {
  it('has every section and every decision', () => {
    const sections = rows.map(({ section }) => section)
    for (let n = 1; n <= 9; n++) expect(sections.some((section) => section.startsWith(`${n}. `))).toBe(true)
    const decisions = rows.flatMap(({ says }) => /^D(\d+) /.exec(says)?.[1] ?? [])
    expect(decisions.map(Number)).toEqual(Array.from({ length: 53 }, (_, i) => i + 1))
    expect(rows.length).toBeGreaterThan(250)
  })

  it('says of every sentence where it is built and what shows it, or that it comes later and why', () => {
    const bare = rows.filter(({ built, shown }) => !laterReason.test(built) && (built === '' || shown === ''))
    expect(bare.map(({ says }) => says)).toEqual([])
  })

  it('names only files that are there', () => {
    const files = rows.flatMap(({ built, shown }) => [...named(built), ...named(shown)])
    const gone = files.filter(({ file }) => !existsSync(path.join(project, file)))
    expect(gone.map(({ file }) => file)).toEqual([])
    const without = now.filter(({ built }) => named(built).length === 0)
    expect(without.map(({ says }) => says)).toEqual([])
  })

  it('names tests that exist, by their titles', () => {
    const missing = now.flatMap(({ says, shown }) => {
      const tests = named(shown).filter(({ title }) => title)
      if (tests.length === 0) return [`no test for: ${says}`]
      return tests
        .filter(({ file, title }) => !hasTitle(file, title!))
        .map(({ file, title }) => `${file} has no test “${title}”`)
    })
    expect(missing).toEqual([])
  })
})
