import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { browserArgs, browserExecutable } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/running-program.ts'
import { percentiles } from './load.ts'
import type { Row } from './table.ts'

/* The one part that needs npm's registry: Lighthouse is 176 MB, and only this part uses it. */
const PACKAGE = 'lighthouse@13.5.0'
const ROUNDS = 3
const [LEAST_FAST, LEAST_OTHERS, MOST_BLOCKED_MS] = [98, 100, 100]
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What Lighthouse says of a page: scores from 0 to 100, milliseconds, and the layout shift. */
type Report = { scores: number[]; blockedMs: number; largestMs: number; shift: number }
type Written = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

/** Lighthouse's mobile scores of three pages of the demo, beside those of a page of one word, the middle of rounds. */
export async function benchLighthouse(): Promise<Row[]> {
  const demo = await startDemo()
  const floor = createServer((_, response) => {
    const page =
      '<!doctype html><html lang="en"><title>Word</title><meta name="viewport" content="width=device-width">'
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`${page}<p>Word</p></html>`)
  }).listen(0, '127.0.0.1')
  try {
    await once(floor, 'listening')
    const listing = /href="(\/listing\/[^"]+)"/.exec(
      await (await fetch(`${demo.origin}/products`)).text(),
    )![1]!
    const word = await middleOf(`http://127.0.0.1:${(floor.address() as AddressInfo).port}/`)
    const rows: Row[] = []
    for (const [name, at] of Object.entries({ home: '/', '/products': '/products', 'a listing': listing }))
      rows.push(rowOf(name, await middleOf(demo.origin + at), word))
    return rows
  } finally {
    floor.close()
    await demo.stop()
  }
}

function rowOf(name: string, { scores, blockedMs, largestMs, shift }: Report, word: Report): Row {
  const [fast, ...others] = scores
  const paint = `largest paint ${(largestMs / 1000).toFixed(1)} s`
  return {
    name: `Lighthouse, mobile: ${name}`,
    figure: `${scores.join('/')}, blocked ${blockedMs.toFixed(0)} ms, ${paint}, shift ${shift.toFixed(3)}`,
    floor: `one word: ${word.scores[0]}, blocked ${word.blockedMs.toFixed(0)} ms`,
    ratio: fast! / word.scores[0]!,
    aim: `≥ ${LEAST_FAST}/100/100/100, blocked ≤ ${MOST_BLOCKED_MS} ms, shift 0`,
    holds:
      fast! >= LEAST_FAST &&
      others.every((score) => score >= LEAST_OTHERS) &&
      blockedMs <= MOST_BLOCKED_MS &&
      shift < 0.001,
  }
}

/** Of each figure the middle of the rounds. */
async function middleOf(url: string): Promise<Report> {
  const reports: Report[] = []
  for (let round = 0; round < ROUNDS; round++) reports.push(await look(url))
  const middle = (of: (report: Report) => number) => percentiles(reports.map(of)).p50
  return {
    scores: categories.map((_, i) => middle(({ scores }) => scores[i]!)),
    blockedMs: middle(({ blockedMs }) => blockedMs),
    largestMs: middle(({ largestMs }) => largestMs),
    shift: middle(({ shift }) => shift),
  }
}

async function look(url: string): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-lighthouse-'))
  const file = path.join(folder, 'report.json')
  try {
    await promisify(execFile)(
      'npx',
      [
        ...['--yes', PACKAGE, url, '--quiet', '--output=json', `--output-path=${file}`],
        `--only-categories=${categories.join()}`,
        `--chrome-flags=--headless ${browserArgs.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: await browserExecutable() } },
    )
    const { categories: found, audits } = JSON.parse(await readFile(file, 'utf8')) as Written
    const value = (audit: string) => audits[audit]!.numericValue
    return {
      scores: categories.map((name) => Math.round(found[name]!.score * 100)),
      blockedMs: value('total-blocking-time'),
      largestMs: value('largest-contentful-paint'),
      shift: value('cumulative-layout-shift'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts `npm run demo` in an empty folder of its own and waits until it answers. */
async function startDemo(): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-lighthouse-demo-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../seeds/demo.ts')], {
    env: { PATH: process.env.PATH!, DATA_DIR: folder, PORT: String(port), BASE_URL: origin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while ((await fetch(`${origin}/healthz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('The demo ended.')
    await wait(100)
  }
  return {
    origin,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
