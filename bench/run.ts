import { parseArgs } from 'node:util'
import { isBuilt } from '#tests/support/pages.ts'
import { type Bench, openBench } from './bench.ts'
import { startProfile } from './profile.ts'
import { openTable, type Row } from './table.ts'

/* `npm run bench [-- part …] [--listings 1000000] [--embedded]` loads a city, runs all parts or those named, and
   prints one table: what was measured, the floor that was measured in the same run, the aim, and whether it holds.
   `--profile` also says where Node spent its time in each part that measures the common server: it then runs from its
   source, with a profiler, so that the figures of such a run are no result. `--short` is a gate of `npm test` instead
   (short.ts). CPU time is that of the processes: other work on the machine affects it less than elapsed time. */

/** A long part gives its rows one by one. One that measures processes of its own has no profile. */
type Part = {
  run(bench: Bench): Promise<Row[]> | AsyncIterable<Row>
  needsPostgres?: true
  ownProcesses?: true
}

/** Each part is loaded when it runs, in this order. */
const parts: Record<string, () => Promise<Part>> = {
  visit: async () => ({ run: (await import('./visit.ts')).benchVisit }),
  guest: async () => ({ run: (await import('./guest.ts')).benchGuest }),
  rendering: async () => ({ run: (await import('./rendering.ts')).benchRendering }),
  catalogue: async () => ({ run: (await import('./catalogue.ts')).benchCatalogue }),
  checkout: async () => ({ run: (await import('./checkout.ts')).benchCheckout }),
  emails: async () => ({ run: (await import('./emails.ts')).benchEmails, needsPostgres: true }),
  streams: async () => ({ run: (await import('./streams.ts')).benchStreams }),
  memory: async () => ({ run: (await import('./memory.ts')).benchMemory }),
  start: async () => ({ run: (await import('./start.ts')).benchStart, ownProcesses: true }),
  overload: async () => ({ run: (await import('./overload.ts')).benchOverload, ownProcesses: true }),
  metrics: async () => ({ run: (await import('./metrics.ts')).benchMetrics, ownProcesses: true }),
  lighthouse: async () => ({ run: (await import('./lighthouse.ts')).benchLighthouse, ownProcesses: true }),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    listings: { type: 'string', default: '10000' },
    embedded: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
})
if (values.short) await import('./short.ts')

const unknown = positionals.filter((name) => !parts[name])
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
if (!isBuilt()) throw new Error('The build is older than its sources: npm run build.')

// An exit ends the servers.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
const bench = await openBench({
  listings: Number(values.listings),
  isEmbedded: values.embedded,
  fromSource: values.profile,
})
try {
  const table = openTable()
  const profiles: string[] = []
  for (const [name, load] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue
    const part = await load()
    if (part.needsPostgres && values.embedded) continue
    const inspector = values.profile && !part.ownProcesses ? await (await bench.server()).inspect() : null
    try {
      const profiled = inspector && (await startProfile(inspector))
      for await (const row of await part.run(bench)) table.add(row)
      if (profiled) profiles.push(`${name}\n${await profiled()}`)
    } finally {
      // Node waits with its exit for whoever is connected.
      inspector?.close()
    }
    bench.noteMemory()
  }
  table.end()
  for (const profile of profiles) console.log(`\nProfile of ${profile}`)
} finally {
  await bench.stop()
}
