import { generateVAPIDKeys } from 'web-push'
import { beforeAll, describe, expect, it } from 'vitest'
import { pageAt, type PagePath } from '#domain/pages.ts'
import { doorsOf, layoutsWithAction, pagesWithoutAction, sentIntents } from '#tests/support/doors.ts'
import { withIds } from '#tests/support/page-samples.ts'
import { noLimits } from '#tests/support/services.ts'
import type { Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { accountForms } from './matrix/accounts.ts'
import { addressOf } from './matrix/addresses.ts'
import { adminForms } from './matrix/admins.ts'
import { endpointForms } from './matrix/endpoints.ts'
import { memberForms } from './matrix/members.ts'
import { answersInDocs, formOf, visitors, type Form, type Visiting } from './matrix/row.ts'
import { matrixSamples, type Samples, type Who } from './matrix/samples.ts'
import { changedIn, keepStored, type Stored } from './matrix/stored.ts'
import { wordOf } from './matrix/words.ts'

const keys = generateVAPIDKeys()
const site = withSite<Who>(['ramon', 'olivia', 'katrina', 'diego', 'amihan', 'miguel'], {
  env: { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey, PUSH_HOSTS: 'push.test' },
  limits: noLimits,
})
const answers = answersInDocs()
const forms = { ...memberForms, ...accountForms, ...adminForms, ...endpointForms }

/** `GET /listing/:listingId (waiting)` is another object at the door `GET /listing/:listingId`. */
const doorOf = (name: string) => name.replace(/ \(\w+\)$/, '')

let samples: Samples
let stored: Stored
let doors: string[]
beforeAll(async () => {
  samples = await matrixSamples(site)
  stored = await keepStored(site.services.connection)
  doors = await doorsOf(site.app)
})

/** Whether a row says what a door answers, or `domain/pages.ts` does: of a page that shows nothing of somebody. */
function isKnown(door: string): boolean {
  if (door in answers) return true
  const [method, path] = door.split(' ')
  const page = method === 'GET' ? pageAt(path as PagePath) : undefined
  return page !== undefined && !page.sample?.includes('{')
}

type Way = 'form' | 'data' | 'PUT'

/** Sends a form to a door, or to the data of its page, or by another method. */
async function send(name: string, { fields, raw }: Form, who: Visiting, way: Way = 'form') {
  const [method, path, intent] = doorOf(name).split(' ')
  const at = withIds(addressOf(name), samples)
  const visitor = site.visitor(who)
  if (method === 'GET') return visitor.get(at)
  const headers = { 'sec-fetch-site': 'same-origin', ...(raw?.headers as Record<string, string>) }
  if (raw) return visitor.send(at, raw, { headers })
  const field = actionPages.includes(path!) ? 'action' : 'intent'
  const own = fields?.(samples)
  const typed: Fields = { ...(intent && !own?.intent ? { [field]: intent } : {}), ...own }
  if (way === 'form') return visitor.post(at, typed)
  const dataAt = at.replace(/(?=\?|$)/, '.data')
  if (way === 'data') return visitor.post(dataAt, typed)
  const body = new URLSearchParams(typed as Record<string, string>)
  return visitor.send(dataAt, { method: 'PUT', body }, { headers })
}

/** Their forms are told apart by `action`. */
const actionPages = ['/profile/rental-tracker', '/admin/orders/:orderNumber']

/** What each visitor gets at a door; everything is put back after each. */
async function answersAt(name: string, form: Form): Promise<string> {
  const words: string[] = []
  for (const who of visitors) {
    await form.when?.(site, samples)
    const before = form.when ? await stored.digest() : stored.before
    const response = await send(name, form, who)
    await response.body?.cancel()
    let after = await stored.digest()
    const word = wordOf(response, { name, who, changed: changedIn(before, after) })
    words.push(word)
    if (hasOtherWays(name, form, word)) {
      words.push(...(await otherWays(name, form, { who, word })))
      after = await stored.digest()
      words.push(...changedIn(before, after).map((table) => `(another way changed ${table})`))
    }
    await stored.restore(after)
  }
  return words.join(' ')
}

/** Sends a form that was not accepted to the address of the page's data, and by another method: what is wrong then. */
async function otherWays(name: string, form: Form, { who, word }: Tried): Promise<string[]> {
  const wrong: string[] = []
  for (const way of ['data', 'PUT'] as const) {
    const { status, body } = await send(name, form, who, way)
    await body?.cancel()
    const isSuccess = status < 202 && /login|away|none|denied|refused/.test(word)
    if (isSuccess || status >= 500) wrong.push(`(${way} answers ${status})`)
  }
  return wrong
}
type Tried = { who: Visiting; word: string }

const hasOtherWays = (name: string, { raw }: Form, word: string) =>
  name.startsWith('POST') && !name.startsWith('POST /api/') && !raw && word !== 'done'

it('every door of the site has a row in docs/who-gets-what.md, and every row a door', () => {
  expect(doors.length).toBeGreaterThan(230)
  expect(doors.filter((door) => !isKnown(door))).toEqual([])
  const named = [...Object.keys(answers), ...Object.keys(forms)]
  expect(named.filter((name) => !doors.includes(doorOf(name)))).toEqual([])
})

it('every intent that a page sends is known to some door', async () => {
  // The log-in form is the door without a value: `POST /login`.
  const known = ['log-in', ...doors.flatMap((door) => door.split(' ')[2] ?? [])]
  const sent = sentIntents()
  expect(sent.length).toBeGreaterThan(60)
  expect(sent.filter((intent) => !known.includes(intent))).toEqual([])
  expect(await layoutsWithAction()).toEqual([])
})

describe('each door, for each visitor', () => {
  // Spec: S6.14, D1
  // Case: 18, 19, 25, 26, 28, 29
  it.each(Object.entries(answers))('%s', async (name, expected) => {
    expect(await answersAt(name, formOf(forms[name]))).toBe(expected)
  })
})

it('a page without a form takes none from anyone', async () => {
  for (const path of await pagesWithoutAction())
    for (const who of visitors) {
      const at = withIds(addressOf(`GET ${path}`), samples)
      const { status } = await site.visitor(who).post(at, { intent: 'delete', listingId: samples.gown })
      expect([path, who, status, [200, 204].includes(status) || status >= 500]).toEqual([
        path,
        who,
        status,
        false,
      ])
    }
  expect(changedIn(stored.before, await stored.digest())).toEqual([])
})
