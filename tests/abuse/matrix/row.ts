import { readFileSync } from 'node:fs'
import path from 'node:path'
import { project } from '#tests/support/imports.ts'
import type { Fields } from '#tests/support/visitor.ts'
import type { Samples, When } from './samples.ts'

/** The visitors of docs/who-gets-what.md, in the order of its columns; undefined is a guest. */
export const visitors = [undefined, 'ramon', 'olivia', 'katrina', 'diego', 'amihan'] as const
export type Visiting = (typeof visitors)[number]

/** The rows of docs/who-gets-what.md: the name of a door, and what each visitor gets, separated by spaces. */
export function answersInDocs(): Record<string, string> {
  const text = readFileSync(path.join(project, 'docs/who-gets-what.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `((?:GET|POST|ALL) [^`]+)` +\|((?: +[a-z]+ +\|){6})$/gm)]
  const names = rows.map(([, name]) => name!)
  const twice = names.filter((name, i) => names.indexOf(name) < i)
  if (twice.length > 0) throw new Error(`docs/who-gets-what.md has these doors twice: ${twice.join(', ')}`)
  return Object.fromEntries(rows.map(([, name, words]) => [name!, words!.match(/[a-z]+/g)!.join(' ')]))
}

type Typed = (samples: Samples) => Fields
/** A form that is sent: its fields, or another body; and what has happened before, each time. */
export type Form = { fields?: Typed; raw?: RequestInit; when?: When }
export type Forms = Record<string, Typed | Form>

export const formOf = (form: Typed | Form = {}): Form =>
  typeof form === 'function' ? { fields: form } : form

export const json = (value: unknown): Form => ({
  raw: {
    method: 'POST',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  },
})
