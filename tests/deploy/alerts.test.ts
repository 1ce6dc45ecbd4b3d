import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { METRICS_TOKEN, type Scrape, scrape } from '#tests/support/metrics.ts'
import { findProgram } from '#tests/support/programs.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

const project = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const rules = read('deploy/alerts.yml')
const dashboard = read('deploy/grafana-dashboard.json')
const promtool = findProgram('promtool')
if (!promtool) console.log('Alert rules are not tried: there is no promtool here (Debian: prometheus).')

let database: TestDatabase
let site: ServerProcess
let metrics: Scrape
beforeAll(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  // All that has metrics is set; none of it has to answer.
  site = await startServer(database.url!, {
    METRICS_TOKEN,
    DATABASE_REPLICA_URL: database.url!,
    EVENTS_URL: 'redis://127.0.0.1:9',
    IMAGES_URL: 'http://127.0.0.1:9/photos',
    IMAGES_ACCESS_KEY_ID: 'key',
    IMAGES_SECRET_ACCESS_KEY: 'of the bucket',
    PAYMONGO_SECRET_KEY: 'sk_test_of_this_test',
    PAYMONGO_WEBHOOK_SECRET: 'whsk_of_this_test',
    GEMINI_API_KEY: 'a-key-that-nobody-asks-with',
  })
  // The metrics of requests and of the page cache begin with the first page.
  await (await fetch(`${site.url}/help`)).text()
  metrics = await scrape(site.url)
})
afterAll(async () => {
  await site?.remove()
  await database?.drop()
})

describe('each metric that is named exists in a scrape of a site with everything', () => {
  const namesIn = (text: string) => new Set(text.match(/\b(?:hiram|nodejs|process)_\w+/g))

  it('in the alert rules', () => {
    expect(namesIn(rules).size).toBeGreaterThan(10)
    expect([...namesIn(rules)].filter((name) => !metrics.names.has(name))).toEqual([])
  })

  it('on the dashboard, which in turn shows every metric of ours', () => {
    expect([...namesIn(dashboard)].filter((name) => !metrics.names.has(name))).toEqual([])
    const shown = [...namesIn(dashboard + rules)]
    const ours = [...metrics.text.matchAll(/^# TYPE (hiram_\w+)/gm)].map(([, name]) => name!)
    expect(ours.length).toBeGreaterThan(25)
    // The series of a histogram have endings.
    expect(ours.filter((name) => !shown.some((each) => each.startsWith(name)))).toEqual([])
  })

  it('in docs/operating.md', () => {
    const named = [...namesIn(read('docs/operating.md'))].filter((name) => !name.endsWith('_'))
    expect(named.filter((name) => !metrics.names.has(name))).toEqual([])
  })
})

it('each label that an alert or a panel asks for is one of its metric, before anything happened', () => {
  const expressions = [
    ...[...rules.matchAll(/expr: \|-\n\s+(.+)$/gm)].map(([, expr]) => expr!),
    ...[...dashboard.matchAll(/"expr": (".+"),?$/gm)].map(([, expr]) => JSON.parse(expr!) as string),
  ]
  const labelsOf = (name: string) =>
    [...metrics.text.matchAll(new RegExp(`^${name}\\{(.*)\\} `, 'gm'))].flatMap(([, labels]) =>
      [...labels!.matchAll(/(?:^|,)(\w+)="/g)].map(([, label]) => label!),
    )
  const unknown = expressions.flatMap((expr) => {
    const names = expr.match(/\b(?:hiram|nodejs|process)_\w+/g) ?? []
    const asked = [
      ...[...expr.matchAll(/(\w+)\{([^}]+)\}/g)].flatMap(([, name, selectors]) =>
        [...selectors!.matchAll(/(\w+)[=!]~?"/g)].map(([, label]) => [[name!], label!] as const),
      ),
      ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) =>
        labels!.split(/,\s*/).map((label) => [names, label] as const),
      ),
    ]
    return asked
      .filter(([of, label]) => of.every((name) => name !== 'up' && !labelsOf(name).includes(label)))
      .map(([of, label]) => `${of.join()}: ${label}`)
  })
  expect(expressions.length).toBeGreaterThan(40)
  expect(unknown).toEqual([])
})

const step = z.object({ color: z.string(), value: z.number().nullable() })
const panel = z.object({
  id: z.number().int(),
  title: z.string().min(1),
  type: z.enum(['timeseries', 'stat']),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${source}') }),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({
    defaults: z.object({ thresholds: z.object({ steps: z.array(step) }).optional() }),
  }),
  targets: z
    .array(
      z.object({ refId: z.string().length(1), expr: z.string().min(1), instant: z.boolean().optional() }),
    )
    .min(1),
})
const { panels, ...board } = z
  .object({
    uid: z.string(),
    title: z.literal('Hiram'),
    schemaVersion: z.number().int().min(36),
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.literal('datasource') })) }),
    panels: z.array(panel),
  })
  .parse(JSON.parse(dashboard))

it('the dashboard has the shape that Grafana imports', () => {
  expect(board.templating.list.map(({ name }) => name)).toEqual(['source'])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(panels.length)
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
})

it('a panel of one number shows the present one, and is red from where an alert sounds', () => {
  const stats = panels.filter(({ type }) => type === 'stat')
  expect(stats.length).toBeGreaterThan(3)
  for (const { title, targets, fieldConfig } of stats) {
    const [{ expr, instant }] = targets as [(typeof targets)[number]]
    // Over a range the last value stays after it ended, for hours.
    expect(instant, title).toBe(true)
    if (title === 'Version') continue
    expect(rules, title).toContain(expr)
    const [, sign, limit] = /^ (==|<|>) ([\d.]+)/.exec(rules.split(expr)[1] ?? '') ?? []
    const [low, high] = sign === '>' ? ['green', 'red'] : ['red', 'green']
    // Without steps of its own, Grafana shows what is below 80 in green, and the rest in red.
    expect(fieldConfig.defaults.thresholds?.steps, title).toEqual([
      { color: low, value: null },
      { color: high, value: Number(limit) || 1 },
    ])
  }
})

describe.skipIf(!promtool)('Prometheus', () => {
  const run = (...args: string[]) => execFileSync(promtool!, args, { cwd: project, encoding: 'utf8' })

  it('loads the alert rules', () => {
    expect(run('check', 'rules', 'deploy/alerts.yml')).toContain('SUCCESS')
  })

  it('sounds each alert on the trouble that it is for, and none on a site that is well', () => {
    expect(run('test', 'rules', 'tests/deploy/alerts.test.yml')).toContain('SUCCESS')
    const tried = [...read('tests/deploy/alerts.test.yml').matchAll(/^ {2}- name: (Hiram\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(tried).toEqual([...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name))
  })

  it('takes the expressions of the dashboard', async () => {
    const all = panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
    )
    const asRules = all.map((expr, i) => ({ record: `panel:${i}`, expr }))
    const folder = await mkdtemp(path.join(tmpdir(), 'hiram-rules-'))
    try {
      const file = path.join(folder, 'panels.yml')
      await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }))
      expect(run('check', 'rules', file)).toContain(`${all.length} rules found`)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('takes the scrape configuration of docs/operating.md', async () => {
    const [, config] = /^```yaml\n(scrape_configs:[\s\S]*?)^```$/m.exec(read('docs/operating.md'))!
    const folder = await mkdtemp(path.join(tmpdir(), 'hiram-scrape-'))
    try {
      const file = path.join(folder, 'prometheus.yml')
      const alerts = path.join(project, 'deploy/alerts.yml')
      await writeFile(file, `rule_files: ['${alerts}']\n${config}`)
      expect(run('check', 'config', file)).toContain('is valid prometheus config file syntax')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('reads the metrics', () => {
    const checked = execFileSync('sh', ['-c', '"$0" check metrics 2>&1 || true', promtool!], {
      input: metrics.text,
      encoding: 'utf8',
    })
    // Names of Node's own metrics, which prom-client gives them.
    expect(checked.split('\n').filter((line) => line && !line.startsWith('nodejs_'))).toEqual([])
  })
})
