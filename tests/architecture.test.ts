import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import routes from '#app/routes.ts'
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

const subjectOf = (file: string) =>
  file
    .split('/')
    .slice(0, under('app/routes')(file) ? 3 : 2)
    .join('/')
/** The folders in which a file is, from its layer down. */
const foldersOf = (file: string) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, i, all) => all.slice(0, i + 1).join('/'))
const inFolder = (file: string) => file.split('/').length > 2
/** The files of `server` itself, which every use case may import: context, record, limits, settings and the like. */
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
    name: 'a subject of the server imports domain, db, ports, the files of server itself, and subjects below it',
    why: 'A subject can be read with what is below it alone, and no vendor is named in it.',
    of: (file) => under('server')(file) && !programs.includes(file),
    may: (to, it) =>
      under('domain', 'db')(to) ||
      /^gateways\/[^/]+\/port\.ts$/.test(to) ||
      isCommon(to) ||
      subjectOf(to) === subjectOf(it.from) ||
      (under('server')(to) && inFolder(to) && isBelow(to, it)) ||
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
    why: 'Live events reach every page, and depend on none.',
    of: under('app/live'),
    may: (to) => under('domain', 'app/live')(to),
  },
  {
    name: 'app/ui imports domain, app/live, app/ui and how pages are titled',
    why: 'A part of the screen that two subjects share belongs to neither, and fetches nothing.',
    of: under('app/ui'),
    may: (to) => under('domain', 'app/live', 'app/ui')(to) || to === 'app/title.ts',
  },
  {
    name:
      'a route imports app/ui, app/live, domain, the files of app itself and other routes; the server ' +
      'only from files that never reach a browser',
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
    packages: (name) => !/^(pg|kysely|sharp|nodemailer|hono)(\/|$)/.test(name),
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

/** The subjects of the server from top to bottom, in groups. Each may use those below it. */
const subjects = [
  'overview http job', // where requests and timers come in
  'assistant stream chat notification', // what is said to people
  'report take-down account proposal', // what admins decide about people, listings and money
  'reconciliation payment change order handover rental', // a rental from its payment to its return
  'retention dispute debt deposit', // a deposit that was paid online is returned by a refund
  'refund book', // money
  'waitlist cart favorite review catalogue discovery', // what people do with listings
  'backup timeline category tag listing photo metrics', // what most of the others need
  'address agreement help person-block audit calendar-feed contact health tracing', // need no other
].flatMap((group) => group.split(' '))

function isBelow(to: string, { from }: Import): boolean {
  const [above, below] = [from, to].map((file) => subjects.indexOf(file.split('/')[1]!))
  return below! > above!
}

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

  it('every subject of the server has its place in the order', () => {
    const folders = new Set(code.filter(under('server')).filter(inFolder).map(subjectOf))
    expect([...folders].sort()).toEqual(subjects.map((name) => `server/${name}`).sort())
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
    expect(cycles(files.flatMap((file) => importsOf(file)))).toEqual([])
  })
})

describe('the subjects of a layer', () => {
  const layers = ['domain', 'server']
  /** From top to bottom. A deposit that was paid online is returned by a refund, so it is above refunds. */
  const money = [
    'reconciliation',
    'payment',
    'order',
    'rental',
    'dispute',
    'debt',
    'deposit',
    'refund',
    'book',
  ]

  /** Imports from one subject of a layer to another: a subject is a folder, or a file beside the folders. */
  const between = (layer: string) =>
    imports.filter(
      ({ from, to }) => under(layer)(from) && under(layer)(to) && subjectOf(from) !== subjectOf(to),
    )
  const bySubject = (it: Import) => ({ ...it, from: subjectOf(it.from), to: subjectOf(it.to) })

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

describe('the files and folders within a folder', () => {
  // Spec: S7.1
  it('import each other in no circle: a folder counts as one, with all that is in it', () => {
    const folders = new Set(code.flatMap((file) => foldersOf(file)))
    const found = [...folders].flatMap((folder) => {
      const nameIn = (file: string) =>
        under(folder)(file) ? file.slice(folder.length + 1).split('/')[0]! : null
      const inside = imports.flatMap((it) => {
        const [from, to] = [nameIn(it.from), nameIn(it.to)]
        return from && to && from !== to ? [{ ...it, from, to }] : []
      })
      return cycles(inside).map((circle) => `${folder}: ${circle.join(' > ')}`)
    })
    expect(folders.size).toBeGreaterThan(50)
    expect(found).toEqual([])
  })
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
    const expression = /^\s*(\w+: )?\/(?![*/])|String\.raw`|^\s*\)\}\(\?:|\/\.exec\($/
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
      'seeds/build.ts',
      'seeds/run-demo.ts',
      'seeds/dev.ts',
      'seeds/metropolis.ts',
    ]
    // `import.meta.env.SSR` says which of the two builds of the pages it is.
    const reads = /process\s*\.\s*env|import\.meta\.env(?!\.SSR\b)/
    const readers = code.filter((file) => reads.test(codeOf(file)))
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
    // The wiring creates the clock, and the command line uses the current time. Sessions and limits count real
    // time, independent of the site's clock.
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

  it('whose forms ask for a proof bring the page for it with their own code, or their layout does', () => {
    type Entry = { file: string; children?: Entry[] }
    const chainsOf = (entries: readonly Entry[], above: string[] = []): string[][] =>
      entries.flatMap(({ file, children = [] }) => {
        const chain = [...above, `app/${file}`]
        return [chain, ...chainsOf(children, chain)]
      })
    const reached = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen
      seen.add(file)
      const next = imports.filter(({ from, to, typeOnly }) => from === file && !typeOnly && under('app')(to))
      for (const { to } of next) reached(to, seen)
      return seen
    }
    const asksProof = (file: string) =>
      [...reached(file)].some((to) => to !== 'app/proof.ts' && /\bprovenFormOf\(/.test(codeOf(to)))
    const hasProofPage = (file: string) => /^export const handle\b.*\bProofPage\b/m.test(codeOf(file))
    const asking = chainsOf(routes).filter((chain) => asksProof(chain.at(-1)!))
    expect(asking.length).toBeGreaterThan(5)
    expect(asking.filter((chain) => !chain.some(hasProofPage)).map((chain) => chain.at(-1))).toEqual([])
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
    expect(writers).toEqual(['server/rental/record-action.ts'])
  })
})

describe('the last name of a person', () => {
  it('is read by the rule of who sees it, by the admin area, and by the download of one’s own data', () => {
    const may = [/^server\/(names|account\/export-sections)\.ts$/, /^server\/[\w-]+\/[\w-]+-table\.ts$/]
    const ofAdmins = [
      'server/account/find-user.ts',
      'server/agreement/queries.ts',
      'server/dispute/find-claim.ts',
      'server/listing/find-admin-listing.ts',
      'server/order/find-order-money.ts',
      'server/order/find-order.ts',
      'server/report/find-report.ts',
    ]
    const read = code.filter(
      (file) => under('server', 'app')(file) && /\blast_name\b|\bfullName\('/.test(codeOf(file)),
    )
    expect(read.filter((file) => !may.some((name) => name.test(file))).sort()).toEqual(ofAdmins)
    expect(codeOf('server/account/export-sections.ts').match(/\blast_name\b/g)).toHaveLength(1)
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
