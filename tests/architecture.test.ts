import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  cycles,
  unresolvedImports,
  importsOf,
  project,
  sourceFiles,
  type Import,
} from './support/imports.ts'
import { builtClient, prepareBuild } from './support/pages.ts'

const files = sourceFiles()
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const toolSettings = /^[^/]+\.config\.ts$/
const code = files.filter(
  (file) => !isTest(file) && !/^(tests|bench)\//.test(file) && !toolSettings.test(file),
)
const imports = code.flatMap((file) => importsOf(file))

const show = ({ from, line, to }: Import) => `${from}:${line} imports ${to}`
const under =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`))

type Rule = {
  name: string
  why: string
  of: (file: string) => boolean
  may: (to: string, it: Import) => boolean
  /** The packages it may import; all by default. */
  packages?: (name: string) => boolean
}

const subjectOf = (file: string) => file.split('/').slice(0, 2).join('/')
const inFolder = (file: string) => file.split('/').length > 2
/** The server files that every use case may import besides its own subject: context, record, limits and settings. */
const common = under('server')
const commands = [
  'server/backup.ts',
  'server/images-move.ts',
  'server/restore.ts',
  'server/verify-timeline.ts',
]
const programs = ['server/main.ts', 'server/start.ts', 'server/commands.ts', ...commands]
const isCommon = (file: string) => common(file) && !inFolder(file) && !programs.includes(file)

/** The allowed imports of each layer. Packages are checked only where a rule names them. */
const rules: Rule[] = [
  {
    name: 'domain imports domain',
    why:
      'The rules run in browsers and on servers alike, so they know neither, and libraries only that ' +
      'do not either.',
    of: under('domain'),
    may: under('domain'),
    packages: (name) => ['zod', 'diff', '@zxcvbn-ts/language-common'].includes(name),
  },
  {
    name: 'a port imports domain',
    why: 'A port says what we need in our own words, whoever the vendor is.',
    of: (file) => /^gateways\/[^/]+\/port\.ts$/.test(file),
    may: under('domain'),
    packages: () => false,
  },
  {
    name: 'a vendor or an emulator imports its own port and domain',
    why: 'One vendor can be replaced without another noticing.',
    of: (file) => under('gateways')(file) && !file.endsWith('/port.ts'),
    may: (to, { from }) => under('domain')(to) || subjectOf(to) === subjectOf(from),
  },
  {
    name: 'db imports db, and types of domain',
    why: 'The database stands without the product, and takes only the names of its values from the rules.',
    of: under('db'),
    may: (to, { typeOnly }) => under('db')(to) || (under('domain')(to) && typeOnly),
  },
  {
    name: 'a subject of the server imports domain, db, ports, what all verbs share, and other subjects’ queries',
    why: 'A verb can be read alone: what it changes is in its own folder, and no vendor is named in it.',
    of: (file) => under('server')(file) && !programs.includes(file),
    may: (to, it) =>
      under('domain', 'db')(to) ||
      /^gateways\/[^/]+\/port\.ts$/.test(to) ||
      isCommon(to) ||
      subjectOf(to) === subjectOf(it.from) ||
      (under('server')(to) && inFolder(to) && mayCross(to, it)) ||
      to === 'build/server/index.js',
  },
  {
    name: 'server/main.ts imports server, db and gateways',
    why: 'Wiring happens once, in the only file that names a vendor.',
    of: (file) => file === 'server/main.ts',
    may: under('server', 'db', 'gateways', 'domain'),
  },
  {
    name: 'the commands of an operator import what server/main.ts opens, and use cases',
    why: 'They run without the site, and name no vendor either.',
    of: (file) => file === 'server/commands.ts',
    may: (to) => under('server', 'db')(to) || /^gateways\/[^/]+\/port\.ts$/.test(to),
  },
  {
    name: 'what starts server/main.ts imports it once it is known which builds of libraries are wanted',
    why: 'A library chooses its build when it is imported.',
    of: (file) => file === 'server/start.ts' || commands.includes(file),
    may: (to) =>
      ['server/main.ts', 'server/commands.ts', 'server/production.ts', 'server/workers.ts'].includes(to),
  },
  {
    name: 'app/live imports domain and app/live',
    why: 'What happens is told to every page alike, and knows none.',
    of: under('app/live'),
    may: (to) => under('domain', 'app/live')(to),
  },
  {
    name: 'app/ui imports domain, app/live and app/ui',
    why: 'A part of the screen that two subjects share belongs to neither, and fetches nothing.',
    of: under('app/ui'),
    may: (to) => under('domain', 'app/live', 'app/ui')(to) || /^app\/[^/]+$/.test(to),
  },
  {
    name:
      'a route imports app/ui, app/live, domain and its own subject; the server only from files that ' +
      'never reach a browser',
    why: 'Pages draw and forms speak; what happens is decided on the server.',
    of: under('app/routes'),
    may: (to, it) =>
      under('app/ui', 'app/live', 'domain', 'app/routes')(to) ||
      /^app\/[^/]+$/.test(to) ||
      (under('server')(to) && to !== 'server/main.ts' && !it.typeOnly) ||
      (under('server', 'gateways')(to) && it.typeOnly),
  },
  {
    name: 'app reaches neither the database nor a gateway',
    why: 'A page that could query would hold a rule nobody tests.',
    of: under('app'),
    may: (to, { typeOnly }) => typeOnly || !under('db', 'gateways')(to),
    packages: (name) => !/^(pg|kysely|better-auth|sharp|nodemailer|hono)(\/|$)/.test(name),
  },
  {
    name: 'seeds import server, domain, db and gateways',
    why: 'The demo data is built by the server’s use cases, as its people would.',
    of: under('seeds'),
    may: under('seeds', 'server', 'domain', 'db', 'gateways'),
  },
  {
    name: 'nobody imports app, seeds, tests or bench',
    why: 'Those are ends: what stands on them would go with them.',
    of: (file) => !under('app', 'seeds')(file),
    may: (to) => !under('app', 'seeds', 'tests', 'bench')(to),
  },
]

/**
 * Imports between subjects that are allowed everywhere: jobs run the sweeps and send the mails, HTTP handles uploads,
 * the overview exports every admin table, everything that moves money writes into the book, everything about a rental
 * into its timeline, and the places of people, listings and rentals are written by one file.
 */
function mayCross(to: string, { from, typeOnly }: Import): boolean {
  if (to.endsWith('/queries.ts') || forAll.includes(to) || typeOnly) return true
  if (under('server/jobs', 'server/http')(from)) return true
  if (under('server/overview')(from) && to.endsWith('-table.ts')) return true
  return allowedCrossings.has(`${from} -> ${to}`)
}

const forAll = [
  'server/book/write-book.ts',
  'server/timeline/append-entry.ts',
  'server/address/places.ts',
  'server/address/write-place.ts',
]

/** Imports between the use cases of two subjects, each with its reason. */
const allowedCrossings = new Map([
  [
    'server/rental/late-fee.ts -> server/deposit/lock-deposit.ts',
    'a late fee takes of the deposit what is not returned or claimed',
  ],
  [
    'server/rental/late-fee.ts -> server/deposit/give-back.ts',
    'what a late fee leaves of a deposit goes back as the deposit does',
  ],
  ...['rental/object-late-fee', 'rental/sweep-late', 'rental/say-no-show', 'handover/answer-word'].map(
    (verb) =>
      [
        `server/${verb}.ts -> server/dispute/open-dispute.ts`,
        'where two people contradict each other about a rental, or it is not returned, a dispute decides',
      ] as const,
  ),
  [
    'server/account/suspend-account.ts -> server/order/end-open-rentals.ts',
    'a suspension ends what is not handed over yet, in its own transaction',
  ],
  [
    'server/take-down/take-down-listing.ts -> server/order/end-open-rentals.ts',
    'a listing that is taken down is rented by nobody any more',
  ],
  ...['enter-code', 'answer-word'].map(
    (verb) =>
      [
        `server/handover/${verb}.ts -> server/rental/take-action.ts`,
        'what both sides confirm is a step of the rental as any other',
      ] as const,
  ),
  [
    'server/order/end-open-rentals.ts -> server/rental/take-action.ts',
    'a rental that an admin ends with others ends as one that they end alone',
  ],
  [
    'server/payment/cancel-unpaid-order.ts -> server/order/release-order.ts',
    'an order is given up once the provider was asked whether it is paid',
  ],
  [
    'server/payment/open-payment.ts -> server/order/release-order.ts',
    'an order that can’t be paid is given up',
  ],
  [
    'server/payment/sweep-payments.ts -> server/order/release-order.ts',
    'an order that was not paid in time is given up',
  ],
  [
    'server/reconciliation/reconcile.ts -> server/book/read-provider-books.ts',
    'a reconciliation reads the provider’s lists as the search for a lost refund does',
  ],
  [
    'server/report/close-report.ts -> server/account/suspend-account.ts',
    'what an admin decides on a report is done with closing it',
  ],
  [
    'server/report/close-report.ts -> server/take-down/take-down-listing.ts',
    'what an admin decides on a report is done with closing it',
  ],
  [
    'server/report/close-report.ts -> server/review/moderate-review.ts',
    'what an admin decides on a report is done with closing it',
  ],
  [
    'server/assistant/reply-in-thread.ts -> server/chat/send-message.ts',
    'a reply of the assistant is told live as any message is',
  ],
  ...['book/record-payout', 'book/reverse-payout', 'refund/pay-out-refund'].map(
    (verb) =>
      [
        `server/proposal/movements.ts -> server/${verb}.ts`,
        'what a second admin confirms is what the first one would have done alone',
      ] as const,
  ),
  [
    'server/notification/password-mail.ts -> server/account/mail-token.ts',
    'a link comes to be when its mail is worded, so that no outbox holds it',
  ],
  [
    'server/notification/log-in-mail.ts -> server/account/mail-token.ts',
    'and so does the link to a new address',
  ],
  [
    'server/order/place-order.ts -> server/cart/read-cart.ts',
    'a checkout judges the cart exactly as the cart page shows it',
  ],
  [
    'server/rental/take-action.ts -> server/refund/create-refund.ts',
    'what a step gives back is owed in the step’s own transaction',
  ],
  [
    'server/rental/take-action.ts -> server/book/book-cash.ts',
    'cash is booked with the hand-over at which it changes hands',
  ],
  [
    'server/rental/take-action.ts -> server/listing/pause-listing.ts',
    'what was never returned is not booked by itself',
  ],
  [
    'server/rental/take-action.ts -> server/listing/update-from-rentals.ts',
    'a step that takes or frees a listing’s days keeps what the listing shows of it',
  ],
  [
    'server/order/place-order.ts -> server/listing/update-from-rentals.ts',
    'an order takes its listings’ days',
  ],
  [
    'server/payment/retake-dates.ts -> server/rental/take-action.ts',
    'dates are taken again as any step of a rental is taken',
  ],
  [
    'server/order/release-order.ts -> server/rental/take-action.ts',
    'dates that an unpaid order held become free as a rental’s step frees them',
  ],
  [
    'server/payment/settle-checkout.ts -> server/order/ask-owners.ts',
    'a paid order starts what a Cash on Delivery order starts at once',
  ],
  [
    'server/payment/settle-checkout.ts -> server/refund/create-refund.ts',
    'a payment its order has no use for is owed back in the transaction that writes it',
  ],
  [
    'server/payment/receive-event.ts -> server/refund/send-refund.ts',
    'the provider reports payments and refunds by one webhook',
  ],
  [
    'server/payment/sweep-payments.ts -> server/refund/send-refund.ts',
    'what one sweep finds paid in vain, it also sends back',
  ],
  [
    'server/dispute/lock-dispute.ts -> server/deposit/lock-deposit.ts',
    'a dispute is locked with its rental and deposit, in one order',
  ],
  [
    'server/dispute/claim-deposit.ts -> server/deposit/lock-deposit.ts',
    'a claim is a dispute about the deposit that it locks',
  ],
  [
    'server/dispute/open-dispute.ts -> server/deposit/lock-deposit.ts',
    'what is claimed of a deposit no longer goes back by itself',
  ],
  [
    'server/dispute/settle-dispute.ts -> server/deposit/lock-deposit.ts',
    'what a dispute sends back of a deposit no longer goes back by itself',
  ],
  [
    'server/dispute/dispute-mails.ts -> server/deposit/return-deposit.ts',
    'people are told of a claim on a deposit as of everything about it',
  ],
  [
    'server/dispute/open-dispute.ts -> server/deposit/give-back.ts',
    'what nobody claims of a deposit goes back at once',
  ],
  [
    'server/dispute/settle-dispute.ts -> server/refund/create-refund.ts',
    'what an admin gives back after a dispute goes back as a refund',
  ],
  [
    'server/dispute/settle-dispute.ts -> server/refund/pay-goodwill.ts',
    'a dispute may end with a goodwill payment',
  ],
  [
    'server/deposit/give-back.ts -> server/refund/create-refund.ts',
    'a deposit paid online goes back as a refund',
  ],
  [
    'server/refund/find-made.ts -> server/book/read-provider-books.ts',
    'a refund whose answer was lost is looked for among the provider’s',
  ],
  [
    'server/reconciliation/compare-books.ts -> server/payment/settle-checkout.ts',
    'a reconciliation takes in a payment we had not heard of',
  ],
  [
    'server/reconciliation/compare-books.ts -> server/refund/send-refund.ts',
    'a reconciliation asks how a refund went that is on its way',
  ],
  [
    'server/reconciliation/compare-books.ts -> server/refund/record-refund-result.ts',
    'a reconciliation takes in a refund we had not heard of',
  ],
  [
    'server/change/ask-change.ts -> server/listing/hold-dates.ts',
    'days that are asked for are held as days that are offered are',
  ],
  [
    'server/change/answer-change.ts -> server/listing/hold-dates.ts',
    'days that have to be paid go on being held',
  ],
  [
    'server/change/complete-change.ts -> server/listing/hold-dates.ts',
    'days that were held become the rental’s',
  ],
  [
    'server/change/sweep-changes.ts -> server/listing/hold-dates.ts',
    'holds whose time is over go with the changes they were for',
  ],
  [
    'server/change/answer-change.ts -> server/order/write-order.ts',
    'what a change costs more is an order, paid as any other',
  ],
  [
    'server/change/answer-change.ts -> server/rental/end-change.ts',
    'a no ends a change as everything else does that ends one',
  ],
  [
    'server/change/complete-change.ts -> server/rental/end-change.ts',
    'a change that is done ends another one of the same rental',
  ],
  ['server/change/withdraw-change.ts -> server/rental/end-change.ts', 'so does a renter who takes it back'],
  ['server/change/sweep-changes.ts -> server/rental/end-change.ts', 'and so does time'],
  [
    'server/change/ask-change.ts -> server/rental/record-change.ts',
    'what happens with a change is told in one way',
  ],
  [
    'server/change/answer-change.ts -> server/rental/record-change.ts',
    'what happens with a change is told in one way',
  ],
  [
    'server/change/complete-change.ts -> server/rental/record-change.ts',
    'what happens with a change is told in one way',
  ],
  [
    'server/change/sweep-changes.ts -> server/order/release-order.ts',
    'the order of a change that ended otherwise is given up',
  ],
  [
    'server/change/complete-change.ts -> server/book/book-cash.ts',
    'cash of a change is booked as that of a hand-over',
  ],
  [
    'server/change/complete-change.ts -> server/refund/create-refund.ts',
    'what a change gives back is owed in its own transaction',
  ],
  [
    'server/rental/end-change.ts -> server/listing/hold-dates.ts',
    'a change that ends frees the days that were held for it',
  ],
  [
    'server/order/release-order.ts -> server/rental/end-change.ts',
    'an unpaid order that ends also ends the change it pays',
  ],
  [
    'server/order/place-order.ts -> server/listing/hold-dates.ts',
    'an order takes the days that were offered to its renter',
  ],
  [
    'server/payment/settle-checkout.ts -> server/change/complete-change.ts',
    'a paid order of a change does it, as one of rentals asks their owners',
  ],
  [
    'server/payment/settle-checkout.ts -> server/order/release-order.ts',
    'an order whose change can’t be done any more waits for no other payment',
  ],
  [
    'server/waitlist/leave-waitlist.ts -> server/listing/hold-dates.ts',
    'who declines an offer frees the days that were held',
  ],
  ['server/waitlist/sweep-waitlist.ts -> server/listing/hold-dates.ts', 'an offer holds its days'],
  [
    'server/waitlist/rent-offered.ts -> server/cart/add-to-cart.ts',
    'what was offered is rented as anything else, from the cart',
  ],
  [
    'server/waitlist/rent-offered.ts -> server/cart/remove-from-cart.ts',
    'and takes the place of the same item with other days',
  ],
  [
    'server/account/erase-person.ts -> server/timeline/erase-texts.ts',
    'what a person wrote in timelines goes with them',
  ],
  [
    'server/account/delete-account.ts -> server/order/release-order.ts',
    'unpaid orders of a person who goes are given up',
  ],
  [
    'server/account/delete-account.ts -> server/order/lock-open-rentals.ts',
    'what a person who goes leaves unfinished is locked as for a suspension',
  ],
  [
    'server/account/delete-account.ts -> server/rental/take-action.ts',
    'requests of a person who goes end as they would have ended them',
  ],
  [
    'server/account/delete-account.ts -> server/listing/delete-listing.ts',
    'listings of a person who goes leave as they would have deleted them',
  ],
])

describe('who may import whom', () => {
  // Spec: S7.1
  it.each(rules.map((rule) => [`${rule.name}. ${rule.why}`, rule] as const))(
    '%s',
    (_, { of, may, packages }) => {
      const own = imports.filter(({ from }) => of(from))
      expect(own.length).toBeGreaterThan(0)
      const wrong = own.filter((it) =>
        it.inside
          ? !may(it.to, it)
          : packages !== undefined && !packages(it.to) && !it.to.includes('/+types/'),
      )
      expect(wrong.map(show)).toEqual([])
    },
  )

  it('the allowed crossings exist', () => {
    const crossings = new Set(imports.map(({ from, to }) => `${from} -> ${to}`))
    expect([...allowedCrossings.keys()].filter((crossing) => !crossings.has(crossing))).toEqual([])
  })

  it('only server/main.ts, seeds and tests name a vendor', () => {
    const vendors = imports.filter(({ to }) => /^gateways\/[^/]+\/(?!port\.ts$)/.test(to))
    expect(
      vendors.filter(({ from }) => !under('seeds', 'gateways')(from) && from !== 'server/main.ts').map(show),
    ).toEqual([])
  })

  it('other layers are imported with #, files of the same layer relatively, so that a line shows its direction', () => {
    const crossing = code.flatMap((file) =>
      [...codeOf(file).matchAll(/from\s+'(\.[^']+)'/g)]
        .map(([, wanted]) => path.posix.join(path.posix.dirname(file), wanted!))
        .filter((to) => to.split('/')[0] !== file.split('/')[0])
        .map((to) => `${file} imports ${to}`),
    )
    expect(crossing).toEqual([])
  })

  it('every import leads to a file that is there', () => {
    const sources = files.flatMap((file) => importsOf(file)).filter(({ to }) => !under('build')(to))
    expect(unresolvedImports(sources).map(show)).toEqual([])
  })

  it('no file imports itself in a circle, not even for types', () => {
    expect(cycles(imports)).toEqual([])
  })
})

describe('the subjects of a layer', () => {
  const layers = ['domain', 'server']
  /** From top to bottom. A deposit that was paid online is returned by a refund, so it is above refunds. */
  const money = ['reconciliation', 'payment', 'order', 'rental', 'dispute', 'deposit', 'refund', 'book']

  /** Imports from one subject of a layer to another: a subject is a folder, or a file beside the folders. */
  const between = (layer: string) =>
    imports.filter(
      ({ from, to }) => under(layer)(from) && under(layer)(to) && subjectOf(from) !== subjectOf(to),
    )
  const bySubject = (it: Import) => ({ ...it, from: subjectOf(it.from), to: subjectOf(it.to) })

  it.each(layers)(
    'of %s import each other in no circle, so that each can be read with what is below it',
    (layer) => {
      const crossing = between(layer)
      expect(crossing.length).toBeGreaterThan(0)
      const steps = (circle: string[]) =>
        circle
          .slice(1)
          .flatMap((to, i) =>
            crossing.filter((it) => subjectOf(it.from) === circle[i] && subjectOf(it.to) === to).map(show),
          )
      expect(cycles(crossing.map(bySubject)).map(steps)).toEqual([])
    },
  )

  it.each(layers)(
    'that are about money import downwards only in %s, directly and through others',
    (layer) => {
      const folders = money.map((name) => `${layer}/${name}`)
      expect(folders.filter((folder) => !code.some(under(folder)))).toEqual([])
      const crossing = between(layer)
      const upwards = crossing.filter(({ from, to }) => {
        const [above, below] = [folders.indexOf(subjectOf(from)), folders.indexOf(subjectOf(to))]
        return above >= 0 && below >= 0 && below < above
      })
      expect(upwards.map(show)).toEqual([])
      // Indirect imports count: each money subject is treated as if it imported the next one below it.
      const order = folders.slice(1).map((to, i) => ({ ...crossing[0]!, from: folders[i]!, to }))
      const betweenFolders = crossing.filter(({ from, to }) => inFolder(from) && inFolder(to)).map(bySubject)
      expect(cycles([...order, ...betweenFolders])).toEqual([])
    },
  )
})

describe('the layers', () => {
  it('hold every source file; at the root are only the settings of tools', () => {
    const rooms = /^(app|domain|server|gateways|db|seeds|tests|bench)\//
    expect(files.filter((file) => !rooms.test(file) && !toolSettings.test(file))).toEqual([])
  })

  it('have no folders like utils, helpers or misc', () => {
    expect(
      files.filter((file) => /(^|\/)(utils?|lib|helpers?|misc|common|shared)(\/|\.tsx?$)/.test(file)),
    ).toEqual([])
  })

  it('have lines that end before column 120, save what would mean something else in two lines', () => {
    const testName = /^\s*(await )?(it|test|describe)\b[.\w]*\(|^\s*\]*\)\('/
    const expression = /^\s*(\w+: )?\/|String\.raw`|^\s*\)\}\(\?:|\/\.exec\($/
    const drawnPath = /\bd="M/
    const texts = globSync('{app,bench,db,domain,gateways,seeds,server,tests}/**/*.{ts,tsx,css,sql}', {
      cwd: project,
    })
    // The query plans are PostgreSQL's own output.
    const long = [...texts, ...files.filter((file) => !file.includes('/'))]
      .filter((file) => !file.startsWith('bench/plans/'))
      .flatMap((file) =>
        readFileSync(path.join(project, file), 'utf8')
          .split('\n')
          .map((line, i) => ({ at: `${file}:${i + 1}`, line })),
      )
      .filter(({ line }) => line.length >= 120)
      .filter(({ line }) => ![testName, expression, drawnPath].some((may) => may.test(line)))
    expect(long.map(({ at }) => at)).toEqual([])
  })

  it('are files of a size that can be read at once', () => {
    const long = code
      .filter((file) => !/styleguide/.test(file))
      .map((file) => ({ file, lines: readFileSync(path.join(project, file), 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 400)
    expect(long).toEqual([])
  })
})

describe('the environment', () => {
  it('is read where a program starts, and nowhere else', () => {
    const starts = [
      'server/main.ts',
      'server/commands.ts',
      'server/production.ts',
      'server/start.ts',
      'server/account/admin-create.ts',
      'server/account/two-factor-off.ts',
      'db/migrate.ts',
      'seeds/run-demo.ts',
      'seeds/dev.ts',
      'seeds/metropolis.ts',
    ]
    const readers = code.filter((file) => /process\s*\.\s*env|import\.meta\.env/.test(codeOf(file)))
    expect(readers.filter((file) => !starts.includes(file))).toEqual([])
  })

  it('uses no clock and no random numbers in domain', () => {
    const impure =
      /\bDate\.now\(|new Date\(\)|Math\.random|performance\.|crypto\.|setTimeout|fetch\(|console\./
    expect(code.filter((file) => under('domain')(file) && impure.test(codeOf(file)))).toEqual([])
  })

  it('has the time from the clock in use cases', () => {
    const readers = code.filter(
      (file) => under('server')(file) && /\bDate\.now\(|new Date\(\)/.test(codeOf(file)),
    )
    // The wiring creates the clock, and the command line uses the current time. better-auth dates sessions by the
    // machine's clock, and limits count real time, independent of the site's clock.
    const machines = [
      'main.ts',
      'commands.ts',
      'limits.ts',
      'account/first-admin.ts',
      'account/begin-session.ts',
      'account/two-factor-off.ts',
      'account/read-actor.ts',
    ]
    expect(readers.filter((file) => !machines.includes(file.slice('server/'.length)))).toEqual([])
  })
})

describe('pages', () => {
  it('style by classes: the content security policy blocks style attributes', () => {
    const styled = files.filter((file) => file.endsWith('.tsx') && /\sstyle=\{/.test(codeOf(file)))
    expect(styled).toEqual([])
  })

  it('set HTML by hand only for the theme script', () => {
    const raw = files.filter((file) => under('app')(file) && /dangerouslySetInnerHTML/.test(codeOf(file)))
    expect(raw).toEqual(['app/root.tsx'])
  })
})

describe('what a browser is sent', () => {
  let assets: { name: string; text: string }[]
  beforeAll(async () => {
    await prepareBuild()
    assets = globSync('**/*.{js,css,json,html}', { cwd: builtClient }).map((name) => ({
      name,
      text: readFileSync(path.join(builtClient, name), 'utf8'),
    }))
  }, 120_000)

  const forbiddenNames: [string, RegExp][] = [
    ['the name of a secret', /DATABASE_URL|SESSION_SECRET|SMTP_URL|ADMIN_PASSWORD/],
    ['SQL', /\bselect\s+[\w.*, ]+\s+from\s|insert into |for no key update|update \w+ set /i],
    ['the keeper of sessions', /better-auth/],
    ['the database driver', /\bpg-pool\b|kysely/i],
    ['the image library', /\bsharp\b.*limitInputPixels|thumbHash\(.*rgba/],
    ['the list of common passwords', /qwertyuiop/],
    ['something of Node', /["']node:[a-z]/],
    ['a key of a provider', /\bsk_(live|test)_|whsk_|AIza[0-9A-Za-z_-]{30}/],
    ['a source map', /sourceMappingURL/],
  ]
  it.each(forbiddenNames)('does not hold %s', (_, pattern) => {
    expect(assets.length).toBeGreaterThan(10)
    expect(assets.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('is no source map', () => {
    expect(globSync('**/*.map', { cwd: builtClient })).toEqual([])
    expect(existsSync(path.join(builtClient, 'assets'))).toBe(true)
  })
})

describe('the status of a rental', () => {
  it('is written by one function, which takes it from the lifecycle table', () => {
    const write =
      /updateTable\('rental'\)\s*\.set\(\{[^}]*\bstatus\b|update rental\b[^`]*?\bset\b[^`]*?\bstatus\s*=(?=[^`]*`)/g
    const writers = code
      .filter((file) => under('server', 'seeds', 'db')(file))
      .flatMap((file) => [...codeOf(file).matchAll(write)].map(() => file))
    expect(writers).toEqual(['server/rental/take-action.ts'])
  })
})

describe('the last name of a person', () => {
  it('is read by the rule of who sees it, by the admin area, and by the download of one’s own data', () => {
    const may = [/^server\/(names|account\/export-data)\.ts$/, /^server\/[\w-]+\/[\w-]+-table\.ts$/]
    const ofAdmins = [
      'server/account/find-user.ts',
      'server/dispute/find-claim.ts',
      'server/listing/find-admin-listing.ts',
      'server/order/find-order-money.ts',
      'server/order/find-order.ts',
      'server/report/find-report.ts',
    ]
    const read = code.filter((file) => under('server', 'app')(file) && /\blast_name\b/.test(codeOf(file)))
    expect(read.filter((file) => !may.some((name) => name.test(file))).sort()).toEqual(ofAdmins)
    expect(codeOf('server/account/export-data.ts').match(/\blast_name\b/g)).toHaveLength(1)
  })
})

describe('exported functions', () => {
  it('of domain, server, gateways and db have a docstring', () => {
    const silent = code.filter(under('domain', 'server', 'gateways', 'db')).flatMap((file) => {
      const lines = readFileSync(path.join(project, file), 'utf8').split('\n')
      return lines.flatMap((line, i) => {
        const name =
          /^export (?:async )?function\*? (\w+)|^export const (\w+)(?:: [^=]+)? = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>/.exec(
            line,
          )
        if (!name || /\*\/\s*$/.test(lines[i - 1] ?? '')) return []
        return [`${file}:${i + 1} ${name[1] ?? name[2]}`]
      })
    })
    expect(silent).toEqual([])
  })
})
