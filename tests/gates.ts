import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * One check that must pass. `report` is the program whose JSON report lists its tests; without it the gate counts as
 * one test. `beside`: it runs at the same time as the gates next to it that have this, since it takes about one core.
 */
export type Gate = {
  name: string
  command: string[]
  report?: 'vitest' | 'playwright'
  needs?: string
  beside?: true
}

/**
 * The result of a gate. `failures`: each failed test with the first lines of its message, or the end of the output.
 */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  seconds: number
}

/** Every gate, in the order in which they run: the fastest first. */
export const gates: Gate[] = [
  { name: 'typecheck', command: ['npm', 'run', '--silent', 'typecheck'], beside: true },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'], beside: true },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], beside: true },
  { name: 'knip', command: ['npm', 'run', '--silent', 'knip'], needs: 'build' },
  { name: 'unit', command: vitest('domain', 'architecture'), report: 'vitest' },
  {
    name: 'server',
    command: vitest('server-postgres', 'server-embedded', 'races'),
    report: 'vitest',
    needs: 'build',
  },
  { name: 'bench', command: ['node', 'bench/short.ts'], needs: 'build' },
  { name: 'browser', command: ['playwright', 'test'], report: 'playwright', needs: 'build' },
]

function vitest(...projects: string[]): string[] {
  return ['vitest', 'run', ...projects.flatMap((name) => ['--project', name])]
}

const project = path.resolve(import.meta.dirname, '..')

/** The gates in steps: those of a step run at the same time. */
export function stepsOf(chosen: readonly Gate[]): Gate[][] {
  const steps: Gate[][] = []
  for (const gate of chosen) {
    const last = steps.at(-1)
    if (gate.beside && last?.at(-1)?.beside) last.push(gate)
    else steps.push([gate])
  }
  return steps
}

/**
 * Runs one gate and prints its output: at once, or at its end if it is not `alone`. `only` are file names for a gate
 * of tests. A gate that fails without a failed test (it did not start, it crashed, it left no report) counts as one
 * failed.
 */
export async function runGate(gate: Gate, only: string[], alone: boolean): Promise<Outcome> {
  const report = path.join(project, '.cache', `report-${gate.name}.json`)
  rmSync(report, { force: true })
  const reporters =
    gate.report === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  const startedAt = performance.now()
  const { succeeded, lastLines } = await run(
    [...gate.command, ...reporters, ...(gate.report ? only : [])],
    report,
    alone,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const counted =
    gate.report && existsSync(report)
      ? outcomeOf(gate.report, report)
      : { passed: !gate.report && succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, failures: [] }
  if (succeeded) return { ...counted, seconds }
  return {
    ...counted,
    failed: Math.max(1, counted.failed),
    failures: counted.failures.length > 0 ? counted.failures : [lastLines],
    seconds,
  }
}

/** Runs a command, prints its output at once or at its end, and returns the last 20 lines of it. */
function run(
  [command, ...args]: string[],
  report: string,
  printsAtOnce: boolean,
): Promise<{ succeeded: boolean; lastLines: string }> {
  const bin = path.join(project, 'node_modules/.bin')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    TEST_REPORT: report,
  }
  if (process.stdout.isTTY) env['FORCE_COLOR'] ??= '1'
  const child = spawn(command!, args, {
    cwd: project,
    env,
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let last = ''
  const kept: Buffer[] = []
  const show = (to: NodeJS.WriteStream) => (bytes: Buffer) => {
    if (printsAtOnce) to.write(bytes)
    else kept.push(bytes)
    last = (last + bytes.toString()).slice(-10_000)
  }
  child.stdout.on('data', show(process.stdout))
  child.stderr.on('data', show(process.stderr))
  const lastLines = () => last.trim().split('\n').slice(-20).join('\n')
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ succeeded: false, lastLines: error.message }))
    child.on('exit', (code) => {
      const end = () => {
        child.stdout.destroy()
        child.stderr.destroy()
        process.stdout.write(Buffer.concat(kept))
        resolve({ succeeded: code === 0, lastLines: lastLines() })
      }
      // A process that the command left behind may hold the pipes open: wait for their end, but not without a limit.
      const limit = setTimeout(end, 2000)
      child.on('close', () => (clearTimeout(limit), end()))
    })
  })
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

function outcomeOf(kind: 'vitest' | 'playwright', file: string): Omit<Outcome, 'seconds'> {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (kind === 'playwright') {
    const { expected, unexpected, flaky, skipped } = report.stats
    const failures = (report.suites as PlaywrightSuite[]).flatMap((suite) => failuresIn(suite, ''))
    return { passed: expected, failed: unexpected + flaky, skipped, failures }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  type File = {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }
  const failures = (report.testResults as File[]).flatMap((tests) => {
    const failed = tests.assertionResults.filter(({ status }) => status === 'failed')
    const name = path.relative(project, tests.name)
    if (failed.length === 0 && tests.status === 'failed') return [failure(name, tests.message)]
    return failed.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n')))
  })
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures,
  }
}

function failuresIn(suite: PlaywrightSuite, above: string): string[] {
  const name = above ? `${above} › ${suite.title}` : suite.title
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(
          `${name} › ${title}`,
          results.map(({ error }) => error?.message ?? '').find((message) => message) ?? '',
        ),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, name))]
}

/** A failed test and the first 25 lines of its message. */
function failure(name: string, message: string): string {
  return `${name}\n${message.split('\n').slice(0, 25).join('\n')}`
}
