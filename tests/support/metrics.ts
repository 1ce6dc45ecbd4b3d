import { expect } from 'vitest'

export const METRICS_TOKEN = 'who reads the metrics of tests'

/** The metrics of a running site: the value of each series, by its name and sorted labels. */
export type Scrape = { text: string; values: Map<string, number>; names: Set<string> }

/** Reads the metrics of a site as Prometheus does. */
export async function scrape(origin: string): Promise<Scrape> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const values = new Map<string, number>()
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (value === undefined) continue
    const sorted = labels
      .split(/,(?=\w+=)/)
      .toSorted()
      .join(',')
    values.set(`${name}{${sorted}}`, value === '+Inf' ? Infinity : Number(value))
    names.add(name)
  }
  for (const [, name] of text.matchAll(/^# TYPE (\w+) /gm)) names.add(name!)
  return { text, values, names }
}

/** The sum of the series of a metric that have these labels, of all processes. */
export function sumOf({ values }: Scrape, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const found = [...values].filter(
    ([key]) => key.startsWith(`${name}{`) && wanted.every((each) => key.includes(each)),
  )
  return found.reduce((sum, [, value]) => sum + value, 0)
}
