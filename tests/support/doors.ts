import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import { z } from 'zod'
import routes from '#app/routes.ts'
import { project } from './imports.ts'
import type { TestApp } from './visitor.ts'

/**
 * Everything that a request can be sent to: `GET /cart`, `POST /cart accept-price`, `POST /api/photos`. Pages are
 * those of the build that the server runs, endpoints those of its Hono app. A page with several forms has a door for
 * each value of their fields `intent` or `action`, and one without a value for a form without these fields.
 */
export async function doorsOf(app: TestApp): Promise<string[]> {
  const build = (await import('#build/server/index.js')) as unknown as ServerBuild
  const files = filesOf(routes as RouteConfigEntry[])
  const doors: string[] = []
  for (const [id, route] of Object.entries(build.routes)) {
    // A layout answers no request by itself.
    if (!route || Object.values(build.routes).some((other) => other!.parentId === id)) continue
    const address = addressOf(build.routes, id)
    doors.push(`GET ${address}`)
    if (!route.module.action) continue
    const intents = await intentsOf(files.get(id)!)
    doors.push(...intents.map((intent) => `POST ${address} ${intent}`.trim()))
  }
  const endpoints = app.routes.filter(({ path: at }) => at !== '*' && at !== '/*')
  doors.push(...endpoints.map(({ method, path: at }) => `${method} ${at.replaceAll(/\{[^/]*\}$/g, '')}`))
  return [...new Set(doors)]
}

/** The pages around other pages: a form sent to one of these would need a door of its own. */
export async function layoutsWithAction(): Promise<string[]> {
  const build = (await import('#build/server/index.js')) as unknown as ServerBuild
  const routes = Object.entries(build.routes)
  return routes
    .filter(([id, route]) => route!.module.action && routes.some(([, other]) => other!.parentId === id))
    .map(([id]) => id)
}

/** Every `intent` that a form of the pages has, or a script of theirs sends, as the sources write it. */
export function sentIntents(): string[] {
  const sent = /\bintent="([\w-]+)"|name="intent"\s+value="([\w-]+)"|\bintent: ((?:'[\w-]+'(?: \| )?)+)/g
  const sources = globSync('app/**/*.{ts,tsx}', { cwd: project, exclude: ['**/*.test.ts'] })
  const found = sources.flatMap((file) =>
    [...readFileSync(path.join(project, file), 'utf8').matchAll(sent)].flatMap(([, one, other, several]) =>
      (one ?? other ?? several!).replaceAll("'", '').split(' | '),
    ),
  )
  return [...new Set(found)]
}

/** The pages that take no form. */
export async function pagesWithoutAction(): Promise<string[]> {
  const build = (await import('#build/server/index.js')) as unknown as ServerBuild
  return Object.entries(build.routes)
    .filter(([id, route]) => !route!.module.action && addressOf(build.routes, id) !== '/*')
    .map(([id]) => addressOf(build.routes, id))
}

function addressOf(all: ServerBuild['routes'], id: string): string {
  const of = (each: string | undefined): string => {
    const route = each === undefined ? undefined : all[each]
    return route ? of(route.parentId) + (route.path ? `/${route.path}` : '') : ''
  }
  return of(id) || '/'
}

function filesOf(entries: readonly RouteConfigEntry[]): Map<string, string> {
  return new Map(
    entries.flatMap((entry): [string, string][] => [
      [entry.id ?? entry.file.replace(/\.tsx?$/, ''), path.join(project, 'app', entry.file)],
      ...(entry.children ? filesOf(entry.children) : []),
    ]),
  )
}

/** Names of fields by which one address tells its forms apart. */
const intentFields = ['intent', 'action']

/** The intents of a page: what its source compares with, and what the schemas say that it reads forms with. */
async function intentsOf(file: string): Promise<string[]> {
  const found = new Set<string>()
  let hasOther = false
  for (const source of withHelpers(file)) {
    const text = readFileSync(source, 'utf8')
    for (const [, value] of text.matchAll(/\bintent'?\)? [!=]== '([\w-]+)'/g)) found.add(value!)
    if (/switch \(\w+\.get\('intent'\)\)/.test(text))
      for (const [, value] of text.matchAll(/^ +case '([\w-]+)':/gm)) found.add(value!)
    for (const [, list] of text.matchAll(/\b(?:intent|action): z\s*\.(?:literal|enum)\(([^)]*)\)/g))
      for (const [, value] of list!.matchAll(/'([\w-]+)'/g)) found.add(value!)
    for (const form of await formsIn(text)) {
      const values = intentFields.flatMap((name) => valuesOf(form.schema.shape[name]))
      for (const value of values) found.add(value)
      hasOther ||= values.length === 0 && form.isRead
    }
    for (const [, list] of text.matchAll(/\b(?:intent|action): z\s*\.enum\((\w+)\)/g))
      for (const value of await valuesIn(text, list!)) found.add(value)
  }
  return hasOther || found.size === 0 ? ['', ...found] : [...found]
}

/** A page's file, and the modules beside it that it calls. */
function withHelpers(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g))
    if (!from!.includes('+types')) withHelpers(path.resolve(path.dirname(file), from!), seen)
  return seen
}

type Form = { schema: z.ZodObject; isRead: boolean }

/** The schemas of forms that a source takes from the domain; `isRead` if it reads a form with just this one. */
async function formsIn(text: string): Promise<Form[]> {
  const forms: Form[] = []
  for (const [name, value] of await fromDomain(text))
    if (value instanceof z.ZodObject)
      forms.push({
        schema: value,
        isRead: new RegExp(`(?:readForm\\(|schema: )${name}\\b(?!\\.(?:safeE|e)xtend\\(\\{ intent)`).test(
          text,
        ),
      })
  return forms
}

/** What a source takes from the domain, with its values. */
async function fromDomain(text: string): Promise<[string, unknown][]> {
  const taken: [string, unknown][] = []
  for (const [, names, from] of text.matchAll(/^import \{([^}]+)\} from '#(domain\/[^']+)'/gm)) {
    const module = (await import(pathToFileURL(path.join(project, from!)).href)) as Record<string, unknown>
    for (const name of names!.split(',').map((each) => each.trim())) taken.push([name, module[name]])
  }
  return taken
}

function valuesOf(field: unknown): string[] {
  if (field instanceof z.ZodOptional) return valuesOf(field.unwrap())
  if (field instanceof z.ZodLiteral) return [...field.values].map(String)
  return field instanceof z.ZodEnum ? field.options.map(String) : []
}

/** The values of `action: z.enum(rentalActions)`, which is a list of the domain. */
async function valuesIn(text: string, list: string): Promise<string[]> {
  const [, values] = (await fromDomain(text)).find(([name]) => name === list) ?? []
  if (!Array.isArray(values)) throw new Error(`the values of ${list} are not taken from the domain`)
  return values.map(String)
}
