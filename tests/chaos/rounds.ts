import { setTimeout as wait } from 'node:timers/promises'
import { auditSite, type Findings } from './audit.ts'
import type { Fault } from './faults.ts'
import { SLOW_MS } from './gate.ts'
import { runJourneys } from './journeys.ts'
import { adminPage, type World } from './people.ts'

/**
 * A row of the table: what was injected, and counted. `backAfter`: seconds from the end of a fault until the site
 * answered, the longest of all faults.
 */
export type Row = {
  fault: string
  times: number
  sent: number
  acknowledged: number
  backAfter: number
  /**
   * Jobs that waited for another try when a fault ended: the most after any fault, counted up to 5. `shown`: how many
   * of them the page of jobs showed.
   */
  waiting: number
  shown: number
  /** The longest wait for a page that needs no outside service, while one was broken, in seconds. */
  othersWaited: number
  /** Mails that were delivered again, with the message id they had before. */
  mailedAgain: number
} & Findings

const GIVE_UP_MS = 120_000
/** Within how many seconds after a fault's end the site answers again. */
const BACK_WITHIN = 5
/** Or within this many times the longest start of a server while nobody uses it, which is long on a busy machine. */
const MOST_STARTS = 4
/**
 * Within how many seconds pages come that need no outside service, while one is slow; on a busy machine within
 * `OTHERS_AT_MOST`, which is less than a page that waits for the slow service takes.
 */
const [OTHERS_WITHIN, OTHERS_AT_MOST] = [SLOW_MS / 2000, SLOW_MS / 1000 - 5]
/** More than the longest wait of a job, and than an unpaid order holds its dates. */
const LATER_MS = 3.1 * 3_600_000
const BETWEEN_MS = 700

/** The limit, or what it is on a busy machine, in seconds. */
const busyLimit = ({ starts }: World, limit: number) => Math.max(limit, MOST_STARTS * Math.max(...starts))
const isLate = (world: World, seconds: number) => seconds > busyLimit(world, BACK_WITHIN)

/**
 * Injects each fault `times` times while the journeys run, then lets everything pending finish, and counts. `known`
 * has the findings of earlier rounds, which are not told again. With a `pace` below 1, faults are shorter by that
 * factor. A fault after which the site answers late is injected again, `tries` times in all: the shortest time counts.
 * `countsWaiting` chooses the faults after which waiting jobs are counted.
 */
export async function runRound(
  world: World,
  faults: readonly Fault[],
  times: number,
  known: Set<string>,
  { pace = 1, tries = 1, countsWaiting = (_fault: Fault): boolean => true } = {},
): Promise<Row> {
  const { sent, acknowledged } = world.ledger
  const before = mailedAgain(world)
  const row = {
    fault: faults.map(({ name }) => name).join('; '),
    times,
    backAfter: 0,
    othersWaited: 0,
    waiting: 0,
    shown: 0,
  }
  const failed: string[] = []
  const late: { name: string; seconds: number }[] = []
  world.stopping = false
  // The audit before may have stopped them.
  for (const server of world.site.servers) if (server.hasEnded()) await server.start()
  const running = runJourneys(world)
  for (let i = 0; i < times; i++)
    for (const fault of faults) {
      let seconds = await injected(fault)
      for (let n = 1; n < tries && isLate(world, seconds); n++)
        seconds = Math.min(seconds, await injected(fault))
      row.backAfter = Math.max(row.backAfter, seconds)
      if (seconds > BACK_WITHIN) late.push({ name: fault.name, seconds })
    }
  await wait(BETWEEN_MS)
  await untilUsed(world)
  world.stopping = true
  await running
  const asked = { sent: world.ledger.sent - sent, acknowledged: world.ledger.acknowledged - acknowledged }
  const startsBefore = world.starts.length
  const found = await settleAndAudit(world)
  for (const { name, seconds } of late) {
    const [took, start] = [seconds, Math.max(...world.starts)].map((each) => `${each.toFixed(1)} s`)
    const said = `${name}: it answered ${took} after the end, where a start alone took ${start}`
    if (isLate(world, seconds)) failed.push(said)
    else console.log(said)
  }
  if (row.othersWaited > Math.min(busyLimit(world, OTHERS_WITHIN), OTHERS_AT_MOST))
    failed.push(`a page that needs no service took ${row.othersWaited.toFixed(1)} s while one was broken`)
  // The next round is compared with the starts of this one.
  world.starts.splice(0, startsBefore)
  const fresh = (list: string[]) => list.filter((each) => !known.has(each) && known.add(each))
  const again = mailedAgain(world) - before
  return {
    ...row,
    ...asked,
    mailedAgain: again,
    lost: fresh(found.lost),
    doubled: fresh(found.doubled),
    wrong: [...failed, ...fresh(found.wrong)],
  }

  /** Injects a fault for its time. Returns how many seconds after its end the site answered. */
  async function injected(fault: Fault): Promise<number> {
    await wait(BETWEEN_MS * pace)
    const end = await fault.inject(world)
    if (fault.leavesOthers) {
      const others = await othersWait(world, fault.lasts * pace)
      row.othersWaited = Math.max(row.othersWaited, others.longest)
      failed.push(...others.failed)
    } else await wait(fault.lasts * pace)
    const began = performance.now()
    const ending = end()
    await untilItAnswers(world)
    const seconds = (performance.now() - began) / 1000
    await ending
    if (countsWaiting(fault)) {
      const { waiting, shown } = await countWaiting(world)
      if (shown < waiting)
        failed.push(`${fault.name}: the page of jobs showed ${shown} of ${waiting} that waited`)
      if (waiting > row.waiting) Object.assign(row, { waiting, shown })
    }
    return seconds
  }
}

/** Pages that need no outside service: nobody may wait for them while a service is broken. */
const independentPages = [
  '/healthz',
  '/',
  '/products?q=telescope',
  '/profile/rental-tracker',
  '/profile/messages',
]

/**
 * Opens the independent pages in turn for `ms`. Returns the longest wait in seconds, and the pages that failed; a busy
 * site may refuse one (503).
 */
async function othersWait({ site, renters: [renter] }: World, ms: number) {
  const until = performance.now() + ms
  const failed: string[] = []
  let longest = 0
  for (let i = 0; performance.now() < until; i++) {
    const [page, began] = [independentPages[i % independentPages.length]!, performance.now()]
    const status = await statusOf(new URL(page, site.origin()).href, renter!.browser.cookie, SLOW_MS)
    const seconds = (performance.now() - began) / 1000
    if (status !== 200 && status !== 503)
      failed.push(`${page} answered ${status} after ${seconds.toFixed(1)} s although it needs no service`)
    longest = Math.max(longest, seconds)
    await wait(50)
  }
  return { longest, failed }
}

/** The status of a page that was read to its end; 0 when the connection failed or it took longer than `ms`. */
async function statusOf(url: string, cookie: string, ms: number): Promise<number> {
  const read = async () => {
    const answer = await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(ms) })
    await answer.arrayBuffer()
    return answer.status
  }
  return read().catch(() => 0)
}

/**
 * Waits, for `GIVE_UP_MS` at most, until people have got something of each kind acknowledged, so that there is
 * something to count.
 */
async function untilUsed({ ledger: { orders, messages, listings, steps } }: World) {
  const giveUpAt = Date.now() + GIVE_UP_MS
  const lacks = () => [orders, messages, listings, steps].some(({ size }) => size === 0)
  while (lacks() && Date.now() < giveUpAt) await wait(100)
}

/** How many audits run at most. A refund may still be on its way at the first, so one wrong audit is not enough. */
const MOST_AUDITS = 3

/**
 * Lets everything pending finish, then compares what was acknowledged with what is there. If things are only wrong, it
 * restarts the servers and audits again, up to `MOST_AUDITS` in all; a lost or doubled thing ends this at once.
 * Returns what the last audit found. The server of an embedded database is stopped then.
 */
export async function settleAndAudit(world: World): Promise<Findings> {
  await settle(world, LATER_MS)
  for (let audits = 1; ; audits++) {
    const left = await settle(world, 0)
    const found = await audited(world)
    found.wrong.push(...left)
    const isFinal = found.lost.length > 0 || found.doubled.length > 0 || found.wrong.length === 0
    if (isFinal || audits === MOST_AUDITS) return found
  }
}

/** Waits until every server is healthy and shows a page that reads the database. */
async function untilItAnswers({ site, admin }: World) {
  const giveUpAt = Date.now() + GIVE_UP_MS
  const answers = async (url: string, cookie = '') => (await statusOf(url, cookie, 5000)) === 200
  for (const { url } of site.servers)
    while (!((await answers(`${url}/healthz`)) && (await answers(`${url}/admin/orders`, admin.cookie)))) {
      if (Date.now() > giveUpAt) throw new Error('The site does not answer again.')
      await wait(25)
    }
}

/** Counts the first five jobs that wait after an error, and how many of them the page of jobs shows. */
async function countWaiting(world: World): Promise<Pick<Row, 'waiting' | 'shown'>> {
  const waiting = async () => {
    const [{ ids }] = (await world.site.ask(
      `select array_agg(id::text) as ids from (select id from effect where done_at is null and failed_at is null
        and last_error is not null order by created_at, id limit 5) e`,
    )) as [{ ids: string[] | null }]
    return ids ?? []
  }
  const before = await waiting()
  if (before.length === 0) return { waiting: 0, shown: 0 }
  let page = await adminPage(world, '/admin/jobs?status=retrying')
  // A busy site may refuse it at first.
  for (let tries = 1; page.status !== 200 && tries < 50; tries++) {
    await wait(100)
    page = await adminPage(world, '/admin/jobs?status=retrying')
  }
  // What was done meanwhile need not stand there.
  const after = await waiting()
  const ids = before.filter((id) => after.includes(id))
  return { waiting: ids.length, shown: ids.filter((id) => page.text.includes(`value="${id}"`)).length }
}

/**
 * Lets everything finish that waits: the clock moves on by `ms`, so that each job is due and each unpaid order is
 * over, and the servers start again, as sweeps run at a start. Returns what did not finish in time.
 */
async function settle(world: World, ms: number): Promise<string[]> {
  const { site, followers } = world
  const giveUpAt = Date.now() + GIVE_UP_MS
  site.moveClock(ms)
  for (const server of site.servers) await server.stop()
  for (const server of site.servers) {
    const began = performance.now()
    await server.start()
    world.starts.push((performance.now() - began) / 1000)
  }
  await untilItAnswers(world)
  await wait(500)
  let empty = false
  while (!empty && Date.now() < giveUpAt) {
    await wait(300)
    const { status, text } = await adminPage(world, '/admin/jobs')
    empty = status === 200 && text.includes('Every job is done.')
  }
  if (site.postgres)
    for (const { email, ids } of followers)
      while (Date.now() < giveUpAt) {
        const [{ last }] = (await site.postgres.ask(
          `select coalesce(max(e.id), 0)::int as last from account_event e join account a on a.id = e.account_id
           where a.email = '${email}'`,
        )) as [{ last: number }]
        if ((ids.at(-1) ?? 0) >= last) break
        await wait(100)
      }
  return empty ? [] : ['the page of jobs could not be opened by the admin, or jobs were left']
}

function mailedAgain({ site }: World): number {
  const ids = site.smtp.delivered.map(({ message }) => /^message-id: *<(.+?)>/im.exec(message)?.[1])
  return ids.length - new Set(ids).size
}

async function audited(world: World): Promise<Findings> {
  const { servers, postgres } = world.site
  if (postgres) return auditSite(world)
  for (const server of servers) await server.stop()
  return auditSite(world)
}
