import { isSteps, stepsOf } from '#db/run-migration.ts'

type Rule = { name: string; pattern: RegExp; instead: string; onlyPlain?: true }

const table = String.raw`"?(?<table>\w+)"?`
const alter = String.raw`^alter table (?:if exists )?${table} [^]*`
const step = 'in a step of its own of a `.steps.sql`'

/** What locks a table for as long as it takes to read or write all its rows, and what to do instead. */
const rules: readonly Rule[] = [
  {
    name: 'create index',
    pattern: new RegExp(String.raw`^create (?:unique )?index (?!concurrently if not exists)[^]* on ${table}`),
    instead: `\`create index concurrently if not exists\` ${step}`,
  },
  {
    name: 'drop index',
    pattern: /^drop index (?!concurrently if exists)/,
    instead: `\`drop index concurrently if exists\` ${step}`,
  },
  {
    // `now()` is the time of the transaction, so it is a constant. Any other function may be volatile.
    name: 'a column with a value of its own for each row',
    pattern: new RegExp(
      String.raw`${alter}\badd column (?:[^,]|\([^)]*\))*?(?:default (?:(?! check\b| references\b)[^,])*?\b(?!now\()\w+\(|generated |serial\b)`,
    ),
    instead: 'a column with a constant default or none, filled by a step with `-- Repeat`',
  },
  {
    name: 'a new column with a check or a key',
    pattern: new RegExp(
      String.raw`${alter}\badd column (?!.*\badd constraint)[^]*\b(?:check \(|unique\b|primary key\b)`,
    ),
    instead: 'the column first, and its constraint as below',
  },
  {
    name: 'a constraint that reads all rows',
    pattern: new RegExp(
      String.raw`${alter}\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!(?:(?!, add )[^])*\bnot valid\b)`,
    ),
    instead: '`add constraint … not valid`, and `validate constraint` in the step after it',
  },
  {
    name: 'a constraint that builds an index',
    pattern: new RegExp(
      String.raw`${alter}\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)`,
    ),
    instead: 'an index built `concurrently`, then `add constraint … unique using index`',
  },
  {
    name: 'another type',
    pattern: new RegExp(String.raw`${alter}\balter (?:column )?\w+ (?:set data )?type\b`),
    instead: 'a new column beside the old one, filled by a step with `-- Repeat`',
  },
  {
    name: 'set not null',
    pattern: new RegExp(String.raw`${alter}\balter (?:column )?\w+ set not null`),
    instead:
      'a check `is not null` that is `not valid`, a step that validates it, and then a file of the next release',
  },
  {
    name: 'many rows in one transaction',
    pattern: new RegExp(`^(?:(?:update|delete from|truncate) ${table}|do\\b)`),
    instead: 'a step with `-- Repeat` that changes some thousand rows at a time',
  },
  {
    name: 'a lock on a whole table',
    pattern:
      /^(?:vacuum full|cluster|lock|reindex (?!\w+ concurrently)|refresh materialized view (?!concurrently))\b/,
    instead: 'nothing like it while people use the site',
  },
  {
    name: 'only in steps',
    pattern: /\bconcurrently\b|\bvalidate constraint\b|^-- repeat\b/,
    instead: 'the same in a `.steps.sql`: in one transaction it locks for long',
    onlyPlain: true,
  },
]

/** What locks a table until its transaction ends. It is short, if nothing after it in the transaction takes long. */
const locks = [
  new RegExp(`^(?:alter table|drop table) (?:if exists )?${table}`),
  new RegExp(`^(?:create|drop) (?:or replace )?(?:constraint )?trigger [^]*? on ${table}`),
  new RegExp(`^create table [^]*?\\breferences ${table}`),
]

/** What may read or write many rows. */
const reads = /^(?:insert into [^]*\bselect\b|update|delete|with|select)\b|\bvalidate constraint\b/

const LOCKED = 'rows while a table is locked'

/**
 * What a migration does that locks a table with rows for long, in a sentence each. Its own new tables have no rows.
 */
export function longLocks(file: string, text: string): string[] {
  const steps = (isSteps(file) ? stepsOf(text) : [{ text, line: 1 }]).map((each) => statementsOf(each.text))
  const statements = steps.flat()
  const created = new Set(
    statements.map((statement) => /^create table (?:if not exists )?"?(\w+)/.exec(statement)?.[1]),
  )
  const isOld = (match: RegExpExecArray | null) =>
    match !== null && !(match.groups?.table && created.has(match.groups.table))
  const say = (name: string, statement: string, instead: string) =>
    `${file}: ${name} (${statement.slice(0, 60)}…). Instead: ${instead}.`
  const broken = statements.flatMap((statement) =>
    rules
      .filter(({ pattern, onlyPlain }) => isOld(onlyPlain && isSteps(file) ? null : pattern.exec(statement)))
      .map(({ name, instead }) => say(name, statement, instead)),
  )
  const whileLocked = steps.flatMap((step) => {
    const first = step.findIndex((statement) => locks.some((lock) => isOld(lock.exec(statement))))
    return first === -1 ? [] : step.slice(first + 1).filter((statement) => reads.test(statement))
  })
  return [
    ...broken,
    ...whileLocked.map((statement) => say(LOCKED, statement, `the lock and the rows each ${step}`)),
  ]
}

/** In lower case, each in one line, without the bodies of functions and comments other than `-- Repeat`. */
function statementsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/\$\$[^]*?\$\$/g, '')
    .replaceAll(/--(?! repeat\b).*/g, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}
