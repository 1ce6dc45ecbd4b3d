import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './support/imports.ts'
import { caseTags } from './support/spec.ts'

const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const forty = Array.from({ length: 40 }, (_, i) => String(i + 1))
const tags = caseTags()

describe('the forty abuse cases', () => {
  it('are each one row of docs/abuse-cases.md, with what stops it', () => {
    const rows = [...read('docs/abuse-cases.md').matchAll(/^\| +(\d+) \| (.+?) +\| (.+?) +\|$/gm)]
    expect(rows.map(([, number]) => number)).toEqual(forty)
    expect(rows.filter(([, , attack, stop]) => attack!.length < 12 || stop!.length < 20)).toEqual([])
  })

  it('have each a tagged test, and no tag is of another number', () => {
    const tagged = new Set(tags.flatMap(({ ids }) => ids))
    expect(forty.filter((number) => !tagged.has(number))).toEqual([])
    expect([...tagged].filter((id) => !forty.includes(id))).toEqual([])
  })

  it('are tagged directly above a test, in files whose tests send HTTP to the whole server', () => {
    expect(tags.filter(({ title }) => title === undefined)).toEqual([])
    const files = [...new Set(tags.map(({ file }) => file))]
    expect(files.filter((file) => !/withSite[(<]/.test(read(file)))).toEqual([])
  })
})
