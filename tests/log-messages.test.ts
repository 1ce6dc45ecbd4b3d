import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { project } from './support/imports.ts'
import { loggedMessages } from './support/log-messages.ts'

const operating = readFileSync(path.join(project, 'docs/operating.md'), 'utf8')
const sectionOf = (title: string) =>
  operating.split(new RegExp(`^##+ ${title}$`, 'm'))[1]!.split(/^##+ /m)[0]!
/** The first column of a table, and whether the second says something. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| `([^`]+)` +\| (.*?) +\|$/gm)].map(([, name, text]) => ({
    name: name!,
    text: text!,
  }))

it('each message of level warn or error is explained in docs/operating.md, and no other', () => {
  const logged = loggedMessages()
  expect(logged.length).toBeGreaterThan(40)
  expect(logged.filter(({ text }) => text === '')).toEqual([])
  const explained = rowsOf(sectionOf('Warnings and errors'))
  const names = explained.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(new Set(names)).toEqual(new Set(logged.map(({ text }) => text)))
  expect(explained.filter(({ text }) => text.length < 8)).toEqual([])
})

it('each alert says in docs/operating.md what to do', () => {
  const rules = readFileSync(path.join(project, 'deploy/alerts.yml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  expect(alerts.length).toBeGreaterThan(10)
  const explained = rowsOf(sectionOf('Alerts'))
  expect(explained.map(({ name }) => name).toSorted()).toEqual(alerts.toSorted())
  expect(explained.filter(({ text }) => text.length < 20)).toEqual([])
  for (const [, name] of operating.matchAll(/`(Hiram[A-Z]\w+)`/g)) expect(alerts).toContain(name)
})
