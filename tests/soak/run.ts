import { cpus, totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runJourneys, stock } from '#tests/chaos/journeys.ts'
import { peopleOf } from '#tests/chaos/people.ts'
import { settleAndAudit } from '#tests/chaos/rounds.ts'
import { startSite } from '#tests/chaos/site.ts'
import { grown } from './growth.ts'
import { type Sample, takeSample } from './samples.ts'

/*
 * `npm run soak` lets 200 people use a site of its own for 20 minutes, and prints the table of `docs/reliability.md`;
 * `npm run soak -- --minutes 2 --people 20` less of it. It ends with an error when something grew, failed or was lost.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, people: { type: 'string', default: '200' } },
})
const [minutes, people] = [Number(values.minutes), Number(values.people)]
/** Between two journeys of one person, on average. */
const PAUSE_MS = 30_000
const SAMPLES = 40
const OWNERS_OF_TEN = 2

const [cpu] = cpus()
console.log(
  `${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
)
const site = await startSite({ database: 'postgres', smallDisk: false })
try {
  const owners = Math.ceil((people * OWNERS_OF_TEN) / 10)
  const world = await peopleOf(site, { renters: people - owners, owners, pauseMs: PAUSE_MS })
  await stock(world, 30)
  console.log(`${people} people, ${world.listings.length} listings, ${minutes} minutes\n`)
  const columns = [
    'minute',
    'requests',
    'failed',
    'memory (MiB)',
    'open files and sockets',
    'connections to the database',
    'dead rows (%)',
    'bytes of tables per row',
    'oldest due job (s)',
  ]
  line(columns)
  line(columns.map(() => '---'))
  const startedAt = Date.now()
  Object.assign(world.ledger, { sent: 0, failed: 0 })
  const running = runJourneys(world)
  const samples: Sample[] = []
  for (let i = 1; i <= SAMPLES; i++) {
    await wait(startedAt + (i * minutes * 60_000) / SAMPLES - Date.now())
    const sample = await takeSample(world, startedAt)
    samples.push(sample)
    if (i % 4 === 0) print(sample)
  }
  world.stopping = true
  await running
  const { failed } = world.ledger
  const { lost, doubled, wrong } = await settleAndAudit(world)
  await Promise.all(world.followers.map((follower) => follower.stop()))
  const bad = grown(samples)
  console.log(`\ngrown: ${bad.join(', ') || 'nothing'}; failed requests: ${failed}`)
  console.log(`lost: ${lost.length}, doubled: ${doubled.length}, wrong: ${wrong.length}`)
  for (const each of [...lost, ...doubled, ...wrong]) console.error(each)
  process.exitCode = bad.length + failed + lost.length + doubled.length + wrong.length > 0 ? 1 : 0
} finally {
  await site.remove()
}

function print(sample: Sample) {
  line([
    sample.minute.toFixed(1),
    sample.requests,
    sample.failed,
    sample.memory.toFixed(0),
    sample.handles,
    sample.connections,
    (sample.dead * 100).toFixed(0),
    sample.bytesPerRow.toFixed(0),
    sample.jobAge.toFixed(0),
  ])
}

function line(cells: readonly (string | number)[]) {
  console.log(`| ${cells.join(' | ')} |`)
}
