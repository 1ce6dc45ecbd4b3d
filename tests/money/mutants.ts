import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepareBuild } from '#tests/support/pages.ts'

/* Breaks the code of the money on purpose, one way after the other, in a copy of the last commit, and reports which
   tests notice it: `node tests/money/mutants.ts`, or with parts of the names of those to be tried. First come 300
   histories (`HISTORIES` changes the number), which end at the first failure; those that pass, and with `--others`
   all, are then run against the other tests of the money. If nothing notices one, it ends with status 1. */

type Edit = [file: string, from: string, to: string]
const cap: Edit = [
  'db/migrations/014_payment.sql',
  'execute function cap_refunds()',
  'when (false) execute function cap_refunds()',
]
const refundOnce: Edit[] = [
  [
    'db/migrations/056_rental_change.steps.sql',
    'create unique index concurrently if not exists refund_part_once_idx',
    'create index concurrently if not exists refund_part_once_idx',
  ],
  ['server/refund/create-refund.ts', 'if (await refundExists(tx, rental.id, reason, causeId)) return []', ''],
]
const forgetsWhatWentBack: Edit = [
  'domain/book/money-line.ts',
  '({ kind, returns }) => kind === charge || returns === charge',
  '({ kind }) => kind === charge',
]
const takesAgain: Edit[] = [
  ['server/payment/settle-checkout.ts', 'if (known.rows.length > 0)', 'if (known.rows.length > 9)'],
  [
    'server/payment/settle-checkout.ts',
    "insertInto('payment').values(row)",
    "insertInto('payment').values(row).onConflict((oc) => oc.doNothing())",
  ],
]
const processesAgain: Edit = [
  'server/payment/receive-event.ts',
  'if (known.processedAt)',
  'if (known.processedAt === undefined)',
]

const bookedOnce: Edit[] = [
  ['db/migrations/014_payment.sql', 'key text not null unique', 'key text not null'],
  ['server/book/write-book.ts', ".onConflict((oc) => oc.column('key').doNothing())", ''],
]

const mutants: Record<string, Edit[]> = {
  'the service fee is rounded down': [['domain/money.ts', 'percent + 50) / 100', 'percent) / 100']],
  'the parts of the service fee lose the centavos left over': [
    ['domain/money.ts', 'parts[i] = parts[i]! + 1', 'parts[i] = parts[i]!'],
  ],
  'the cap of refunds is gone from the database': [cap],
  'a refund forgets what went back before': [forgetsWhatWentBack],
  'the cap, the once-guard and the memory of what went back are gone': [
    cap,
    ...refundOnce,
    forgetsWhatWentBack,
  ],
  'payments are taken in each time they are told': takesAgain,
  'events are processed each time they come': [processesAgain],
  'neither events nor payments are told apart': [processesAgain, ...takesAgain],
  'the book takes an entry in each time it is told': bookedOnce,
  'neither payments nor entries of the book are told apart': [...takesAgain, ...bookedOnce],
  'refunds are asked for with another key each time': [
    ['server/refund/send-refund.ts', '`refund-${id}', '`refund-${Math.random()}-${id}'],
  ],
  'a refund that was refused is not looked for before it is left to an admin': [
    ['server/refund/find-provider-refund.ts', 'notes === refund.id ||', '(notes === refund.id && !notes) ||'],
  ],
  'a late payment takes its dates without a look at rentals': [
    [
      'server/listing/queries.ts',
      'and r.status in (${holding})\n      ${taking',
      'and false\n      ${taking',
    ],
  ],
  'a late payment takes its dates without a look at blocked days': [
    [
      'server/listing/queries.ts',
      'where b.listing_id = ${listingId} and ${isBlocked(taking)})`',
      'where false)`',
    ],
  ],
  'a late payment takes the dates of a paused listing': [
    [
      'domain/order/order.ts',
      'if (listing.pausedAt) return',
      'if (listing.pausedAt && !listing.ownerId) return',
    ],
  ],
  'a late payment takes part of an order': [
    ['server/payment/retake-dates.ts', '|| !decision.ok) return false', '|| !decision.ok) continue'],
  ],
  'a late payment confirms for someone who is gone': [
    ['domain/payment/payment.ts', "if (order.renterIsGone) return 'return'", ''],
  ],
  'any amount confirms an order': [
    ['domain/payment/payment.ts', ' || payment.centavos !== order.totalCentavos', ''],
  ],
  'a late fee counts until the owner’s click': [
    [
      'domain/rental/possession.ts',
      'const said = rental.broughtBackObjectedAt ? null : rental.broughtBackAt',
      'const said = null',
    ],
  ],
  'a late fee forgets what was waived': [
    ['domain/rental/late.ts', 'Math.max(0, fullCentavos - waived)', 'fullCentavos'],
  ],
  'a late fee takes what is claimed of the deposit': [
    [
      'server/rental/late-fee.ts',
      'splitFee(centavos, unclaimedOf(currentDeposit))',
      'splitFee(centavos, currentDeposit.leftCentavos)',
    ],
  ],
  'a late fee that was objected to is taken all the same': [
    [
      'server/dispute/dispute-late-fee.ts',
      'objection, objectedAt, settledAt: ctx.clock.now(), ...endedFee',
      'objection, objectedAt',
    ],
  ],
  'an undone return keeps its late fee': [
    ['server/rental/record-action.ts', "if (from === 'Completed') await unfixLateFee(tx, rental.id)", ''],
  ],
  'a return stands after a day of silence': [
    ['domain/rental/possession.ts', 'export const SILENCE_HOURS = 48', 'export const SILENCE_HOURS = 24'],
  ],
  'an objection does not stop a return by silence': [
    [
      'domain/rental/possession.ts',
      'broughtBackAt !== null && broughtBackObjectedAt === null',
      'broughtBackAt !== null',
    ],
  ],
  'a code can be entered for ever': [
    ['server/handover/enter-code.ts', 'version: code.version + 1 })', 'version: code.version })'],
  ],
  'a withdrawal gives back by the policy': [
    [
      'domain/rental/lifecycle.ts',
      "notifies: ['renter'],\n    refund: 'all',\n    confirm:\n      'Withdraw",
      "notifies: ['renter'],\n    refund: 'policy',\n    confirm:\n      'Withdraw",
    ],
  ],
  'a change is charged and gives nothing back': [
    ['server/change/complete-change.ts', 'else if (back.length > 0)', 'else if (back.length > 9)'],
  ],
  'a change keeps the days that it held': [
    ['server/change/complete-change.ts', 'await freeHold(tx, change.id)', ''],
  ],
  'a change is done for a rental that has other days meanwhile': [
    [
      'domain/change/decide-change.ts',
      'period.start !== change.from.start || period.end !== change.from.end',
      'period.start > change.from.start && period.end < change.from.end',
    ],
    ['server/change/complete-change.ts', 'await endOthers(tx, ctx, change)', ''],
  ],
  'a change in cash is not booked after the hand-over': [
    ['server/change/complete-change.ts', "if (inCash && rental.status === 'Active')", 'if (false)'],
  ],
  'a dispute sends the deposit back although it was awarded': [
    [
      'server/dispute/settle-dispute.ts',
      'depositBack: settled.depositBack }',
      'depositBack: settled.depositBack + settled.depositToOwner }',
    ],
  ],
  'a dispute awards and does not book it': [
    [
      'server/dispute/settle-dispute.ts',
      'if (settled.depositToOwner > 0)\n    await writeBook',
      'if (settled.depositToOwner < 0)\n    await writeBook',
    ],
  ],
  'an action leaves no entry in the timeline': [
    [
      'server/rental/record-action.ts',
      'await appendEntry(',
      'await (async (..._: unknown[]) => ({ hash: "" }))(',
    ],
  ],
  'the policy counts a day more': [
    ['domain/refund/cancellation.ts', 'today <= lastEarlyDay', 'today < lastEarlyDay'],
  ],
  'the policy counts days in UTC': [
    [
      'domain/refund/cancellation.ts',
      'rentBack(rental, dayInManila(now))',
      'rentBack(rental, now.toISOString().slice(0, 10))',
    ],
  ],
  'half of the rent is rounded against the renter': [
    ['domain/refund/cancellation.ts', 'rent - percentOf(rent, percent)', 'percentOf(rent, 100 - percent)'],
  ],
  'a rental that lapses gives nothing back': [
    [
      'domain/rental/lifecycle.ts',
      "'It can be handed over until its last day.',\n    refund: 'all',",
      "'It can be handed over until its last day.',",
    ],
  ],
  'a checkout is taken for closed while it is being paid': [
    ['server/payment/close-checkout.ts', 'when ${over} or', 'when true or ${over} or'],
  ],
  'the hold ends without closing the checkout': [
    [
      'server/order/release-order.ts',
      'if (order.session && !order.session.closedAt)',
      'if (order.session?.closedAt)',
    ],
    [
      'server/payment/sweep-payments.ts',
      "where s.closed_at is null and o.status <> 'awaiting_payment'",
      'where false',
    ],
  ],
  'a hold never ends': [['server/payment/sweep-payments.ts', 'if (isOver) await', 'if (false) await']],
  'a hold ends before its time': [
    ['server/payment/sweep-payments.ts', 'o.holds_until <= ${now} as is_over', 'true as is_over'],
    ['server/order/release-order.ts', "to === 'expired' && order.holdsUntil! > ctx.clock.now()", 'false'],
  ],
  'a deposit forgets what of it went back': [
    [
      'server/deposit/lock-deposit.ts',
      'depositLeftOf(lines,',
      "depositLeftOf(lines.filter((line) => line.kind !== 'refund'),",
    ],
  ],
  'a deposit forgets what of it went back, and the once-guard is gone': [
    [
      'server/deposit/lock-deposit.ts',
      'depositLeftOf(lines,',
      "depositLeftOf(lines.filter((line) => line.kind !== 'refund'),",
    ],
    cap,
    ...refundOnce,
  ],
  'the latest payment gives all of a refund back': [
    ['domain/refund/split-refund.ts', 'Math.min(left.get(returns)!, ', 'Math.max(left.get(returns)!, '],
  ],
  'a change of days is charged twice': [
    ['domain/change/price-change.ts', 'rentCentavos: rent(to) - rent(from)', 'rentCentavos: rent(to)'],
  ],
  'a change whose time to pay is over is not done, and its payment is kept': [
    [
      'server/payment/settle-checkout.ts',
      "if (purpose.kind === 'change') return (await",
      "if (purpose.kind === 'change' && decision === 'retake') return true\n  " +
        "if (purpose.kind === 'change') return (await",
    ],
  ],
  'what is owed is paid twice': [
    [
      'server/debt/settle-debt.ts',
      "if (debt.settledAt) return refuse('paid', 'This debt is settled already.')",
      '',
    ],
  ],
  'what is owed and paid is the owner’s only in part': [
    [
      'domain/book/book.ts',
      "    posting('renter_credit', centavos, order.renterId),\n    posting('owner_payable', -centavos,",
      "    posting('renter_credit', centavos - 1, order.renterId),\n    posting('owner_payable', 1 - centavos,",
    ],
  ],
  'a late fee leaves nothing owed': [
    ['server/rental/late-fee.ts', 'settled.feeCentavos - settled.depositCentavos', '0'],
  ],
  'a deposit forgets what a late fee takes of it': [
    ['server/deposit/lock-deposit.ts', ', late?.depositCentavos)', ')'],
  ],
  'a late fee that was objected to is held twice': [
    [
      'server/dispute/dispute-late-fee.ts',
      '{ feeCentavos: 0, depositCentavos: 0, dueAt: null }',
      '{ dueAt: null }',
    ],
  ],
  'a late fee is never settled': [['server/rental/sweep-late.ts', 'due_at <= ${now}', 'false']],
  'a late fee counts the whole deposit twice': [
    ['server/rental/late-fee.ts', 'settled.depositCentavos)])', 'settled.depositCentavos * 2)])'],
  ],
  'what a late fee leaves of a deposit stays': [
    ['server/rental/late-fee.ts', '!currentDeposit.inCash && !waits', 'false'],
  ],
  'a renter who did not come pays nothing': [
    ['domain/refund/cancellation.ts', 'Math.max(lastMoment, pricePerDayCentavos)', '0'],
  ],
  'a contradicted no-show never ends': [
    [
      'domain/rental/no-show.ts',
      'if (isContradicted(noShow)) return null\n  if (noShow.owner ||',
      'if (noShow.owner ||',
    ],
  ],
  'a rental ends while it can still be said that someone did not come': [
    ['domain/rental/no-show.ts', 'return now < until', 'return false'],
    [
      'server/rental/sweep-rentals.ts',
      "when 0 then ${nobodySaysSince(sql.ref('r'), now)}",
      'when 0 then true',
    ],
  ],
  'who reports that it was not handed over is silent about a no-show': [
    [
      'domain/dispute/dispute.ts',
      "noShowKinds = ['no-show', 'not-handed-over']",
      "noShowKinds = ['no-show']",
    ],
  ],
  'a contradiction that a decided dispute did not take is forgotten': [
    ['server/dispute/settle-dispute.ts', 'if (!isLast) await', 'if (outcome === null) await'],
  ],
  'an item that is never returned is out for ever': [
    ['server/rental/queries.ts', 'd.closed_at >= f.not_returned_at', 'false'],
  ],
  'a released rental keeps its listing': [
    [
      'server/rental/record-action.ts',
      'if (holdsDates(from) !== holdsDates(to))',
      "if (holdsDates(from) !== holdsDates(to) && action !== 'release')",
    ],
  ],
  'orders are not locked when they are settled': [
    [
      'server/order/queries.ts',
      'await sql`select from "order" where id = ${id} for no key update`.execute(tx)',
      '',
    ],
  ],
  'rentals are not locked when they take a step': [
    ['server/rental/queries.ts', '(${which}) order by id for no key update', '(${which}) order by id'],
  ],
}

const project = path.resolve(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(tmpdir(), 'hiram-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
execFileSync('sh', ['-c', `git archive HEAD | tar -x -C "${copy}"`], { cwd: project })
symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'))
await prepareBuild()
cpSync(path.join(project, 'build'), path.join(copy, 'build'), { recursive: true })

const others = process.argv.includes('--others')
const words = process.argv.slice(2).filter((word) => word !== '--others')
for (const [name, edits] of Object.entries(mutants)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue
  const mend = breakCopy(edits)
  const played = run('--project', 'races', 'tests/money/histories.test.ts')
  const histories = /after (\d+) histories/.exec(played)?.[1]
  if (!histories && !/\d+ histories from seed/.test(played))
    throw new Error(`${name}: no history was played\n${played}`)
  const noticed = histories ? [`histories, after ${histories}`] : []
  if (!histories || others)
    noticed.push(
      ...failed(
        run(
          ...['--project', 'domain', '--project', 'server-postgres'],
          ...[
            'domain',
            'db/',
            'server/order',
            'server/payment',
            'server/refund',
            'server/book',
            'server/deposit',
            'server/rental',
            'server/dispute',
            'server/change',
            'server/debt',
            'server/reconciliation',
          ],
        ),
      ),
      ...failed(run('--project', 'races', 'tests/races/payments')),
    )
  mend()
  console.log(`${name}: ${noticed.join(', ') || 'NOBODY NOTICED'}`)
  if (noticed.length === 0) process.exitCode = 1
}

/**
 * Makes edits in the copy; returns a function that undoes them. Pages import all layers from source, so they need no
 * new build.
 */
function breakCopy(edits: readonly Edit[]): () => void {
  const before = new Map<string, string>()
  for (const [file, from, to] of edits) {
    const place = path.join(copy, file)
    const text = readFileSync(place, 'utf8')
    const { atime, mtime } = statSync(place)
    const broken = text.replace(from, () => to)
    if (broken === text) throw new Error(`${file} has no ${from}`)
    if (!before.has(place)) before.set(place, text)
    writeFileSync(place, broken)
    utimesSync(place, atime, mtime)
  }
  return () => {
    for (const [place, text] of before) {
      const { atime, mtime } = statSync(place)
      writeFileSync(place, text)
      utimesSync(place, atime, mtime)
    }
  }
}

/** Runs tests in the copy; histories stop at the first failure. */
function run(...words: string[]): string {
  const env = {
    HISTORIES: '300',
    ...process.env,
    HISTORY_SHRINK_SECONDS: '0',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  }
  const vitest = path.join(project, 'node_modules/vitest/vitest.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--bail=30', ...words], {
    cwd: copy,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return stdout + stderr
}

/** The files whose tests failed. */
function failed(output: string): Set<string> {
  return new Set([...output.matchAll(/FAIL .*?(\S+\.test\.ts)/g)].map(([, file]) => file!))
}
