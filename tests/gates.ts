import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** One thing that has to be right. `report` says which program's JSON report holds its tests; none: it counts as one. */
export type Gate = { name: string; command: string[]; report?: 'vitest' | 'playwright'; needs?: string }

export type Outcome = { passed: number; failed: number; skipped: number; seconds: number }

/** Every gate, in the order in which they run: the cheapest news first. */
export const gates: Gate[] = [
  { name: 'typecheck', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  { name: 'unit', command: vitest('domain', 'architecture'), report: 'vitest' },
  {
    name: 'server',
    command: vitest('server-postgres', 'server-embedded', 'races'),
    report: 'vitest',
    needs: 'build',
  },
  { name: 'browser', command: ['playwright', 'test'], report: 'playwright', needs: 'build' },
]

function vitest(...projects: string[]): string[] {
  return ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]
}

const project = path.resolve(import.meta.dirname, '..')

/**
 * Runs one gate with its output on ours. `only` are file names for a gate of tests. A gate that fails without a
 * failed test (it did not start, it crashed, it left no report) counts as one failed.
 */
export async function runGate(gate: Gate, only: string[]): Promise<Outcome> {
  const report = path.join(project, '.cache', `report-${gate.name}.json`)
  rmSync(report, { force: true })
  const reporters =
    gate.report === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  const startedAt = performance.now()
  const succeeded = await run([...gate.command, ...reporters, ...(gate.report ? only : [])], report)
  const seconds = (performance.now() - startedAt) / 1000
  if (!gate.report) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, seconds }
  const counted = existsSync(report) ? counts(gate.report, report) : { passed: 0, failed: 1, skipped: 0 }
  return { ...counted, failed: succeeded ? counted.failed : Math.max(1, counted.failed), seconds }
}

function run([command, ...args]: string[], report: string): Promise<boolean> {
  const bin = path.join(project, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, TEST_REPORT: report }
  const child = spawn(command!, args, {
    cwd: project,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}

function counts(kind: 'vitest' | 'playwright', file: string): Omit<Outcome, 'seconds'> {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'playwright') {
    const { expected, unexpected, flaky, skipped } = report.stats
    return { passed: expected, failed: unexpected + flaky, skipped }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}
