import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import config from '../vitest.config.ts'
import { longest } from './support/longest-first.ts'

const cwd = path.resolve(import.meta.dirname, '..')

/** A pattern once for each name in its braces: `server/{job,chat}/*` is `server/job/*` and `server/chat/*`. */
function alternatives(pattern: string): string[] {
  const [braces, names] = /\{([^}]*)\}/.exec(pattern) ?? []
  return braces ? names!.split(',').flatMap((name) => alternatives(pattern.replace(braces, name))) : [pattern]
}

it('every name in the patterns of the test projects has files, so that a renamed folder is still tested', () => {
  const projects = config.test!.projects as { test: { include: string[] } }[]
  const patterns = projects.flatMap(({ test }) => test.include.flatMap(alternatives))
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => globSync(pattern, { cwd }).length === 0)).toEqual([])
})

it('every file that starts first is there, so that a renamed one still does', () => {
  expect(longest.filter((name) => globSync(name, { cwd }).length === 0)).toEqual([])
})
