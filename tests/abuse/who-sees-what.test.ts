import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { makeFeed } from '#server/calendar-feed/change-feed.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { setPickUp } from '#server/listing/set-pick-up.ts'
import { changeDelivery } from '#server/rental/change-delivery.ts'
import { sendReport } from '#server/report/send-report.ts'
import { addDays } from '#domain/period.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { dataRoutes, pageRoutes } from '#tests/support/page-routes.ts'
import { typedPlace } from '#tests/support/places.ts'
import { fillCart, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'
import { withSite } from '#tests/support/with-site.ts'

/**
 * Opens everything that can be opened, as every visitor, with data whose last names, emails, usernames, and the
 * addresses and phones of a rental are marked.
 * The addresses come from the tables of routes, so that a new page or endpoint is included; a new parameter needs a
 * sample.
 */
const site = withSite(['ramon', 'olivia', 'katrina', 'diego', 'amihan'], {
  limits: { dataDownloads: { points: 1000, seconds: 60 }, search: { points: 1000, seconds: 60 } },
})
type Who = keyof typeof site.cast
type Visitor = Who | 'guest'
const everyone: Visitor[] = ['guest', 'ramon', 'olivia', 'katrina', 'diego', 'amihan']

const people = ['ramon', 'olivia', 'katrina', 'diego', 'amihan'] as const
const marks = people.flatMap((who) => [
  { of: `${who}: last name`, text: `Zlast${who}` },
  { of: `${who}: email`, text: `zmail-${who}@` },
  { of: `${who}: username`, text: `zuser-${who}` },
  { of: `${who}: place`, text: `Zstreet${who}` },
])
/** Their phones, in the two forms in which they are written. */
const phones = [
  { of: 'ramon: place', text: /917[ -]?555[ -]?0101/ },
  { of: 'olivia: place', text: /917[ -]?555[ -]?0202/ },
]
const QUIET = 'Zwhisper'
const marksIn = (text: string) => [
  ...marks.filter((mark) => text.includes(mark.text)).map(({ of }) => of),
  ...phones.filter((phone) => phone.text.test(text)).map(({ of }) => of),
  ...(text.includes(QUIET) ? ['their messages'] : []),
]

let samples: Record<string, readonly string[]>
let rentalId: string

beforeAll(async () => {
  const { services, cast } = site
  for (const who of people) {
    const marked = { lastName: `Zlast${who}`, email: `zmail-${who}@hiram.test` }
    Object.assign(cast[who], marked)
    await services.db
      .updateTable('account')
      .set({ ...marked, name: `${cast[who].firstName} ${marked.lastName}`, username: `zuser-${who}` })
      .where('id', '=', cast[who].id)
      .execute()
  }
  const [tent, drill] = [
    await site.publish({ title: 'Tent', deposit: 50_000 }),
    await site.publish({ title: 'Drill' }),
  ]
  const toBring = { startDate: TODAY, deliveryOption: 'delivery' as const }
  const rented = await rent(services, cast.ramon, [tent], toBring)
  rentalId = rented.rentalId
  const hers = { ...typedPlace, street: 'Zstreetolivia 1', note: 'Zstreetolivia', phone: '0917 555 0202' }
  accepted(await setPickUp(by(services, cast.olivia), { listingId: tent, typed: hers, all: true }))
  const his = { ...typedPlace, street: 'Zstreetramon 2', note: 'Zstreetramon', phone: '0917 555 0101' }
  accepted(await changeDelivery(by(services, cast.ramon), { rentalId, typed: his }))
  await fillCart(services, cast.ramon, [drill], { startDate: addDays(TODAY, 3) })
  const say = async (who: 'ramon' | 'olivia', to: Parameters<typeof sendMessage>[1]['to']) =>
    accepted(await sendMessage(by(services, cast[who]), { to, text: QUIET }))
  const { threadId } = await say('ramon', { listingId: drill })
  const { messageId } = await say('olivia', { threadId })
  const about = { threadId }
  const { reportId } = accepted(
    await sendReport(by(services, cast.ramon), { about, reason: 'other', note: 'Rude.' }),
  )
  await services.db
    .insertInto('review')
    .values({
      id: crypto.randomUUID(),
      listingId: drill,
      authorId: cast.ramon.id,
      rating: 5,
      body: 'Sturdy.',
      verified: false,
      status: 'published',
    })
    .execute()
  await services.db
    .insertInto('personBlock')
    .values([{ blockerId: cast.ramon.id, blockedId: cast.diego.id, blockedAt: NOW }])
    .execute()
  const photo = await services.db.selectFrom('photo').select('id').executeTakeFirstOrThrow()
  const order = rented.orderNumber
  const pair = new URLSearchParams({ listingId: drill, ownerId: cast.olivia.id, renterId: cast.ramon.id })
  const calendar = accepted(await makeFeed(by(services, cast.ramon))).token
  samples = {
    ':listingId': [tent, drill],
    ':orderNumber': [order],
    ':rentalId': [rentalId],
    ':reportId': [reportId],
    ':userId': people.map((who) => cast[who].id),
    ':noticeId': ['0199a000-0000-7000-8000-000000000000'],
    ':runId': ['0199a000-0000-7000-8000-000000000000'],
    ':table': ['users', 'listings', 'orders'],
    ':version': ['1'],
    ':slug': ['cancel-a-rental'],
    ':photoId': [photo.id],
    ':id': ['none'],
    '/chat': [`?thread_id=${threadId}`, `?${pair}`, `?listingId=${drill}`],
    '/report': [`?thread=${threadId}`, `?message=${messageId}`],
    '/block': [`?thread=${threadId}`],
    '/checkout': ['', `?payment=${order}`],
    '/checkout/return': [`?order=${order}`],
    '/api/messages': [`?thread_id=${threadId}`],
    '/api/suggestions': ['?q=tent', '?q=Zlastolivia'],
    '/products': ['', '?search=Zlastolivia'],
    '/profile/rental-tracker': ['', '?view=rented'],
    '/sitemaps/:file': [`listings-${tent}.xml`],
    '/og/listing/:file': [`${tent}.jpg`],
    '/calendar/:file': [`${calendar}.ics`],
    '/images/:photoId/:file': ['40.webp'],
    '/claim-photos/:photoId/:file': ['40.webp'],
    '/chat-photos/:photoId/:file': ['40.webp'],
    '/rental-photos/:photoId/:file': ['40.webp'],
  }
})

/** The demo shows its stored mail to everyone: production has no such page. */
const onlyInDemos = /^\/dev\/mail/

/** The endpoints of the server besides the pages, without the endless stream. */
const endpoints = () =>
  [...new Set(site.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))]
    .map((path) => path.replaceAll(/\{[^/]*\}$/g, ''))
    .filter((path) => !['*', '/*', '/api/stream'].includes(path))

/** Every address of a pattern, with the samples of its parameters and query. */
function addresses(pattern: string): string[] {
  const file = pattern.endsWith('/:file')
  const ends = samples[pattern] ?? ['']
  if (file && !samples[pattern]) throw new Error(`${pattern} needs a sample`)
  const base = file ? pattern.slice(0, -':file'.length) : pattern
  const [param] = /:\w+/.exec(base) ?? []
  const filled = param
    ? (samples[param] ?? missing(pattern, param)).map((value) => base.replace(param, value))
    : [base.replace('/*', '/no-such-page')]
  return filled.flatMap((address) => ends.map((end) => address + end))
}
function missing(pattern: string, param: string): never {
  throw new Error(`${pattern} needs a sample for ${param}`)
}

/** The address of a page's data, as a browser requests it on a client navigation. */
function dataOf(address: string): string {
  const [path, query] = address.split('?')
  return `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
}

/** Everything that an address reveals to a visitor: the body, the redirect, and the text of a toast. */
async function said(who: Visitor, address: string): Promise<string> {
  const answer = await site.visitor(who === 'guest' ? undefined : who).get(address)
  const cookies = answer.headers.getSetCookie().map((cookie) => {
    const value = decodeURIComponent(cookie.split(';')[0]!)
    return value.startsWith('flash=') ? Buffer.from(value.slice(6), 'base64').toString() : value
  })
  return [await answer.text(), answer.headers.get('location') ?? '', ...cookies].join('\n')
}

/**
 * The marks that D45 allows someone to find at an address; `known` is true once the rental of Ramon and Olivia is
 * approved.
 */
function mayFind(who: Visitor, address: string, known: boolean): (mark: string) => boolean {
  const path = new URL(address, site.services.settings.baseUrl).pathname
  return (mark) => {
    if (mark.startsWith(`${who}: `)) return true
    const onItsPage = path.replace(/\.data$/, '') === `/profile/rental-tracker/${rentalId}`
    const isParty = who === 'ramon' || who === 'olivia'
    if (mark === 'their messages') return isParty || (who === 'amihan' && path.startsWith('/admin/'))
    // Of a place, only the page of the rental tells the other side.
    if (mark.endsWith(': place')) return isParty && known && onItsPage
    if (isParty && known) return ['ramon: last name', 'olivia: last name'].includes(mark)
    return who === 'amihan' && (path.startsWith('/admin') || path.startsWith('/receipt/'))
  }
}

/** Opens everything as one visitor; returns the marks that are not allowed, and the address that revealed each. */
async function sweep(who: Visitor, known: boolean) {
  const pages = pageRoutes.flatMap(addresses)
  const all = [...pages, ...pages.map(dataOf), ...[...dataRoutes, ...endpoints()].flatMap(addresses)]
  const leaks: string[] = []
  const notified = new Map<string, string[]>()
  for (const address of new Set(all)) {
    if (onlyInDemos.test(address)) continue
    // A page may repeat the text in its own address.
    const text = (await said(who, address)).replaceAll(new URL(address, 'http://x').search, '')
    const found = marksIn(address.includes('Zlastolivia') ? text.replaceAll('Zlastolivia', '') : text)
    notified.set(address, found)
    leaks.push(
      ...found.filter((mark) => !mayFind(who, address, known)(mark)).map((mark) => `${address}: ${mark}`),
    )
  }
  return { leaks, notified }
}

/** The events that a person's streams sent since they were opened. */
async function streamed(who: Who, doing: () => Promise<unknown>): Promise<string> {
  const stream = readStream((await site.visitor(who).get('/api/stream')).body!)
  await stream.until('ready')
  await doing()
  await stream.until('rental')
  await stream.stop()
  return JSON.stringify(stream.received)
}

/** The mails that are sent now, each with its recipient. */
async function mailed() {
  const { services } = site
  services.clock.set(new Date(services.clock.now().getTime() + 3_600_000))
  const before = new Set((await services.mail.list(500)).map(({ id }) => id))
  await doEffects(services)
  return (await services.mail.list(500)).filter(({ id }) => !before.has(id))
}

/** The marks in mails that their readers may not see. */
function mailLeaks(mails: Awaited<ReturnType<typeof mailed>>, known: boolean): string[] {
  return mails.flatMap(({ to, subject, text, html }) => {
    const who = people.find((each) => to === site.cast[each].email)!
    const parts = `${subject}\n${text}\n${html}`
    return marksIn(parts)
      .filter((mark) => !mayFind(who, '/', known)(mark))
      .map((mark) => `to ${who}, ${subject}: ${mark}`)
  })
}

const take = async (action: Parameters<typeof takePartyAction>[1]['action']) =>
  accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }))

describe('before the owner approved', () => {
  // Spec: D45
  it.each(everyone)('%s finds of others only what everybody may know', async (who) => {
    const { leaks, notified } = await sweep(who, false)
    expect(leaks).toEqual([])
    // Proof that the sweep sees marks: every logged-in person finds their own.
    const own = [...notified.values()].flat().filter((mark) => mark.startsWith(`${who}: `))
    expect(own.length > 0).toBe(who !== 'guest')
  })

  it('the mails say no more', async () => {
    const mails = await mailed()
    expect(mails.map(({ subject }) => subject)).toContain('Ramon Z. would like to rent your Tent')
    expect(mailLeaks(mails, false)).toEqual([])
  })
})

describe('from the approval on', () => {
  beforeAll(async () => {
    const received = await streamed('ramon', () => take('approve'))
    expect(marksIn(received)).toEqual([])
    await take('activate')
    await take('complete')
  })

  it.each(everyone)('%s finds no more than their part in it', async (who) => {
    const { leaks, notified } = await sweep(who, true)
    expect(leaks).toEqual([])
    const at = (mark: string) =>
      [...notified].filter(([, found]) => found.includes(mark)).map(([path]) => path)
    if (who === 'ramon')
      expect(at('olivia: last name')).toEqual(
        expect.arrayContaining(['/profile/messages', '/profile/messages.data', '/profile/rental-tracker']),
      )
    if (who === 'olivia')
      expect(at('ramon: last name')).toEqual(expect.arrayContaining(['/profile/rental-tracker']))
    const [itsPage, other] = [`/profile/rental-tracker/${rentalId}`, who === 'ramon' ? 'olivia' : 'ramon']
    if (who === 'ramon' || who === 'olivia')
      expect(at(`${other}: place`).sort()).toEqual([itsPage, `${itsPage}.data`])
    if (who === 'amihan') expect(at('diego: email')).toEqual(expect.arrayContaining(['/admin/users']))
  })

  it('the mails say no more', async () => {
    const mails = await mailed()
    expect(mails.map(({ subject }) => subject)).toContain('Olivia Zlastolivia approved your rental of Tent')
    expect(mailLeaks(mails, true)).toEqual([])
  })
})
