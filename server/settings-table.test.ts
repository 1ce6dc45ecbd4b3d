import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format } from 'oxfmt'
import { expect, it } from 'vitest'
import { z } from 'zod'
import formatting from '../oxfmt.config.ts'
import { settingFields } from './settings.ts'

const path = resolve(import.meta.dirname, '../README.md')

type Said = { description?: string; default?: unknown; defaultText?: string }
const said = z.toJSONSchema(z.object(settingFields), { io: 'input' }).properties as Record<string, Said>

const defaultOf = ({ default: fixed, defaultText }: Said) =>
  defaultText ?? (fixed === undefined ? 'none' : `\`${String(fixed)}\``)

const rows = [
  '| setting | default | what it is |',
  '| --- | --- | --- |',
  ...Object.entries(said).map(([name, one]) => `| \`${name}\` | ${defaultOf(one)} | ${one.description} |`),
  '| `LIMIT_…` | see `server/limits.ts` | `LIMIT_CHECKOUTS=120/3600` is 120 in 3600 seconds |',
]

it('every setting says what it is', () => {
  expect(Object.entries(said).filter(([, { description }]) => !description)).toEqual([])
})

it('the table of settings in README is generated from the settings; `vitest -u` writes it', async () => {
  const readme = readFileSync(path, 'utf8')
  const table = /^\| setting [\s\S]*?\n\n/m
  expect(readme).toMatch(table)
  const wanted = readme.replace(table, () => `${rows.join('\n')}\n\n`)
  const { code, errors } = await format(path, wanted, formatting)
  expect(errors).toEqual([])
  await expect(code).toMatchFileSnapshot(path)
})
