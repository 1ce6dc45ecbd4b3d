import { readFileSync } from 'node:fs'
import { gates, runGate, stepsOf } from './gates.ts'
import { browserExecutable } from './support/browser.ts'
import { findPostgres } from './support/postgres-binaries.ts'
import { installPrograms } from './support/programs.ts'

/* `npm test` runs every gate and fails if any fails. `npm test -- unit server` runs those; words that are no gate
   select test files: `npm test -- server db/connect`. */
const words = process.argv.slice(2)
const wanted = new Set(words.filter((word) => gates.some((gate) => gate.name === word)))
const only = words.filter((word) => !wanted.has(word))
const chosen = gates.filter(
  ({ name }) =>
    wanted.size === 0 ||
    wanted.has(name) ||
    gates.some((gate) => wanted.has(gate.name) && gate.needs === name),
)
const runs = (name: string) => chosen.some((gate) => gate.name === name)

if (runs('server')) {
  const { version, bin, home } = await findPostgres()
  console.log(
    `Databases: PostgreSQL ${version} (${home ? 'npm' : bin}); embedded PGlite ${installed('@electric-sql/pglite')}`,
  )
  const missing = installPrograms()
  if (missing.length > 0) console.log(`Left out for want of a program: tests of ${missing.join(', ')}`)
}
if (runs('browser')) console.log(`Browser: ${await browserExecutable()}`)

let passed = 0
let failed = 0
const lines: string[] = []
const failures: string[] = []
for (const step of stepsOf(chosen)) {
  console.log(`\n=== ${step.map(({ name }) => name).join(', ')} ===`)
  const outcomes = await Promise.all(step.map((gate) => runGate(gate, only, step.length === 1)))
  for (const [i, { name }] of step.entries()) {
    const outcome = outcomes[i]!
    passed += outcome.passed
    failed += outcome.failed
    failures.push(...outcome.failures.map((what) => `FAILED in ${name}: ${what}`))
    const skipped = outcome.skipped ? `, ${outcome.skipped} skipped` : ''
    lines.push(
      `${outcome.failed ? 'FAILED' : 'ok    '} ${name.padEnd(10)} ${outcome.seconds.toFixed(1).padStart(6)} s` +
        `  ${outcome.passed} passed, ${outcome.failed} failed${skipped}`,
    )
  }
}

// Prints all failures again at the end, since of a long log often only the end is kept.
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}`)
console.log(`\n${lines.join('\n')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

function installed(name: string): string {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'))
    .version
}
