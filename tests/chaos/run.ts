import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { whyNoRedis } from '#tests/support/redis-server.ts'
import { databaseKilled, type Fault, processKilled, redisKilled } from './faults.ts'
import { stock } from './journeys.ts'
import { peopleOf } from './people.ts'
import { type Row, runRound } from './rounds.ts'
import { bucketFaults, embeddedFaults, redisFaults, serviceFaults, whyNot } from './service-faults.ts'
import { type SiteOptions, startSite } from './site.ts'
import { slowBucket, slowFaults, slowRedis } from './slow-faults.ts'
import { upgraded, upgradedAndKilled } from './upgrade-faults.ts'
import { nextVersion, previousVersion } from './versions.ts'

/*
 * `npm run chaos` injects every fault while people use a site of its own, and prints the table of
 * `docs/reliability.md`; `npm run chaos -- --kills 5 --restarts 2 --times 1 --only photos --on embedded` less of it:
 * faults with that in their names, on that kind of site. It ends with an error when anything was lost, doubled or
 * wrong.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '10' },
    times: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    on: { type: 'string', default: '' },
  },
})
const [kills, restarts, times] = [values.kills, values.restarts, values.times].map(Number) as [
  number,
  number,
  number,
]
const databases = [
  ['PostgreSQL', 'postgres'],
  ['embedded', 'embedded'],
] as const
/** Faults between two counts. */
const AT_A_TIME = 10

const rows: (Row & { on: string })[] = []
const columns = [
  'fault',
  'on',
  'times',
  'requests sent',
  'acknowledged',
  'lost',
  'doubled',
  'wrong',
  'longest until it answered (s)',
  'others waited (s)',
  'jobs shown / waiting',
  'mails again',
]
const line = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

const [cpu] = cpus()
console.log(
  `${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
)
line(columns)
line(columns.map(() => '---'))
await onSite('PostgreSQL', { database: 'postgres' }, [
  [processKilled, kills],
  [databaseKilled, restarts],
  ...serviceFaults.map((fault): [Fault, number] => [fault, times]),
])
await onSite('PostgreSQL, two processes', { database: 'postgres', servers: 2 }, [[processKilled, times * 2]])
await onSite('embedded', { database: 'embedded' }, [[processKilled, kills]])
await onSite(
  'embedded',
  { database: 'embedded' },
  embeddedFaults.map((fault): [Fault, number] => [fault, times]),
)
for (const [on, database] of databases)
  await onSite(
    `${on}, photos in a bucket`,
    { database, bucket: true },
    [...bucketFaults, slowBucket].map((fault): [Fault, number] => [fault, times]),
  )
const redis = { database: 'postgres', servers: 2, redis: true } as const
if (whyNoRedis()) console.log(`Redis: skipped, ${whyNoRedis()}`)
else
  await onSite(
    'PostgreSQL and Redis, two processes',
    redis,
    [redisKilled, ...redisFaults, slowRedis].map((fault): [Fault, number] => [fault, times]),
  )
// As many renters as pay at once; a clock that ran ahead may not make a slow service late.
for (const [on, database] of databases)
  await onSite(
    on,
    { database, renters: 20, pauseMs: 600 },
    slowFaults.map((fault): [Fault, number] => [fault, times]),
  )
await upgrades()

const bad = rows.flatMap(({ lost, doubled, wrong }) => [...lost, ...doubled, ...wrong])
if (bad.length > 0) console.error(`${bad.length} findings, told above.`)
process.exit(bad.length > 0 ? 1 : 0)

/** Each upgrade is of a site of its own, as a database does not go back. */
async function upgrades() {
  if (values.on && values.on !== 'PostgreSQL') return
  const next = nextVersion()
  try {
    const [toNext, killed] = [upgraded('this one to the next', next.folder), upgradedAndKilled(next.folder)]
    for (const fault of [toNext, killed]) await upgradeTimes(fault)
    const fromLast = upgraded('the one before the last migration to this one')
    if (!wanted(fromLast)) return
    const previous = previousVersion()
    if (!previous) return console.log(`${fromLast.name}: skipped, the history is not here`)
    await upgradeTimes({ ...fromLast, name: `${fromLast.name}, from ${previous.name}` }, previous.folder)
    previous.remove()
  } finally {
    next.remove()
  }
}

async function upgradeTimes(fault: Fault, program?: string) {
  for (let i = 0; i < times; i++)
    await onSite('PostgreSQL', { database: 'postgres', ...(program ? { program } : {}) }, [[fault, 1]])
}

type Options = SiteOptions & { renters?: number; pauseMs?: number }

function wanted({ name }: Fault): boolean {
  return name.includes(values.only)
}

async function onSite(
  on: string,
  { renters = 4, pauseMs = 60, ...options }: Options,
  plan: readonly (readonly [Fault, number])[],
) {
  const chosen = plan.filter(([fault, n]) => n > 0 && wanted(fault))
  if (chosen.length === 0 || (values.on && values.on !== on)) return
  const site = await startSite(options)
  try {
    const world = await peopleOf(site, { renters, pauseMs })
    await stock(world)
    const known = new Set<string>()
    for (const [fault, n] of chosen) {
      const why = whyNot(fault, world)
      if (why) {
        console.log(`${fault.name}: skipped, ${why}`)
        continue
      }
      const parts: Row[] = []
      for (let left = n; left > 0; left -= AT_A_TIME) {
        const part = await runRound(world, [fault], Math.min(left, AT_A_TIME), known)
        for (const found of [...part.lost, ...part.doubled, ...part.wrong]) console.error(found)
        parts.push(part)
      }
      const row = { ...added(parts), on }
      rows.push(row)
      print(row)
    }
    await Promise.all(world.followers.map((follower) => follower.stop()))
  } finally {
    await site.remove()
  }
}

function added(parts: readonly Row[]): Row {
  const sum = (key: 'times' | 'sent' | 'acknowledged' | 'mailedAgain') =>
    parts.reduce((all, part) => all + part[key], 0)
  const most = (key: 'backAfter' | 'othersWaited' | 'waiting' | 'shown') =>
    Math.max(...parts.map((part) => part[key]))
  return {
    fault: parts[0]!.fault,
    times: sum('times'),
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    mailedAgain: sum('mailedAgain'),
    backAfter: most('backAfter'),
    othersWaited: most('othersWaited'),
    waiting: most('waiting'),
    shown: most('shown'),
    lost: parts.flatMap(({ lost }) => lost),
    doubled: parts.flatMap(({ doubled }) => doubled),
    wrong: parts.flatMap(({ wrong }) => wrong),
  }
}

function print(row: Row & { on: string }) {
  line([
    row.fault,
    row.on,
    row.times,
    row.sent,
    row.acknowledged,
    row.lost.length,
    row.doubled.length,
    row.wrong.length,
    row.backAfter.toFixed(1),
    row.othersWaited ? row.othersWaited.toFixed(1) : '',
    `${row.shown} / ${row.waiting}`,
    row.mailedAgain,
  ])
}
