import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')

/** A pattern with `{a,b}` as one pattern for each alternative. */
function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern)
  if (!braces) return [pattern]
  return braces[1]!.split(',').flatMap((part) => alternativesOf(pattern.replace(braces[0], part)))
}

it('the patterns of vitest.config.ts all match files, so that no renamed folder is left out', () => {
  const config = readFileSync(path.join(project, 'vitest.config.ts'), 'utf8')
  const patterns = [...config.matchAll(/'([^'\n]+\.test\.ts)'/g)].flatMap(([, pattern]) =>
    alternativesOf(pattern!),
  )
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: project }).length === 0)).toEqual([])
})
