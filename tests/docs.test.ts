import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: project }).sort()
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const exists = (name: string) => existsSync(path.join(project, name))

/** What a page says outside of blocks of code. */
const proseOf = (page: string) => read(page).replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

describe('the documents', () => {
  it('name only files and folders that exist', () => {
    const folders = readdirSync(project, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['build', 'data', 'node_modules'].includes(entry.name))
      .map(({ name }) => name)
    const source = String.raw`[\w./$-]+/[\w./$-]+\.(?:tsx?|sql|css|md|json|svg|yml)`
    const isOurs = new RegExp(`^(?:(?:${folders.join('|')})/[\\w./$-]*|${source})$`)
    const missing = pages.flatMap((page) => {
      const named = [...proseOf(page).matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code!.split(/\s+/))
      const linked = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) =>
        path.posix.join(path.posix.dirname(page), to!),
      )
      // A test may be named by its beginning, as `npm test` takes it.
      const gone = [...named.filter((name) => isOurs.test(name)), ...linked].filter(
        (name) => !exists(name) && !exists(`${name}.test.ts`),
      )
      return gone.map((name) => `${page}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('and comments name only sources that exist, by a path or the end of one', () => {
    const sources = globSync('{app,bench,db,domain,gateways,seeds,server,tests}/**/*.{ts,tsx,sql}', {
      cwd: project,
    })
    const isThere = (name: string) => sources.some((file) => `/${file}`.endsWith(`/${name}`))
    const missing = sources.flatMap((file) =>
      [...read(file).matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|sql))`/g)]
        .filter(([, name]) => !isThere(name!))
        .map(([, name]) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('name only commands that package.json has', () => {
    const known = (name: string) => name in scripts || name === 'ci'
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)]
        .filter(([, run, bare]) => !known((run ?? bare)!))
        .map(([command]) => `${page}: ${command}`),
    )
    expect(missing).toEqual([])
  })

  it('have lines that end before column 120, save tables and the index of decisions', () => {
    const long = pages
      .filter((page) => page !== 'docs/decisions/README.md')
      .flatMap((page) =>
        proseOf(page)
          .split('\n')
          .filter((line) => line.length >= 120 && !line.startsWith('|'))
          .map((line) => `${page}: ${line}`),
      )
    expect(long).toEqual([])
  })
})

describe('the records of decisions', () => {
  const folder = 'docs/decisions'
  const header = /^# (\d{3}): (.+)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: (accepted|superseded by \d{3})\.\n/
  const files = readdirSync(path.join(project, folder)).filter((file) => file !== 'README.md')
  const numbers = files.map((file) => file.slice(0, 3))

  it('begin with number, title, date and status, one record for each number', () => {
    const wrong = files.filter((file) => header.exec(read(`${folder}/${file}`))?.[1] !== file.slice(0, 3))
    expect(wrong).toEqual([])
    expect(new Set(numbers).size).toBe(files.length)
  })

  it('are all in the index, which `vitest -u` writes', async () => {
    const lines = files.sort().map((file) => {
      const [, number, title, date, status] = header.exec(read(`${folder}/${file}`))!
      return `- [${number}](${file}) ${title} · ${date} · ${status}`
    })
    const index = [
      '# Decisions',
      '',
      'What someone may want to reverse later, and why it is so. A number is never given twice: those that are',
      'missing were merged into another record, or said only what the code says.',
      '',
      ...lines,
      '',
    ]
    await expect(index.join('\n')).toMatchFileSnapshot(`../${folder}/README.md`)
  })

  it('exist where code or a document cites them', () => {
    const code = globSync('{app,bench,db,domain,gateways,seeds,server,tests}/**/*.{ts,tsx,sql,css,md}', {
      cwd: project,
    })
    const cited = [...code, ...pages].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d{3})\b|\((0\d\d)\)(?! \d)/g)]
        .filter(([, named, inBrackets]) => named ?? (inBrackets && file.endsWith('.md')))
        .map(([, named, inBrackets]) => ({ file, number: named ?? inBrackets })),
    )
    expect(cited.length).toBeGreaterThan(5)
    expect(cited.filter(({ number }) => !numbers.includes(number!))).toEqual([])
  })
})
