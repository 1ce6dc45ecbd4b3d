import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { textOf } from '#tests/support/html.ts'
import { admin as asAdmin, fillCart, listApproved, rent } from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { sendMessage } from '../chat/send-message.ts'
import { deleteListing } from '../listing/delete-listing.ts'
import { pauseListing } from '../listing/pause-listing.ts'
import { writeReview } from '../review/write-review.ts'
import { asReviewer } from '#domain/access.ts'
import { reviewThanks } from '#domain/review/review.ts'
import { reviewIdOf } from '../review/queries.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan', 'joaquin', 'miguel'])
const admin = () => site.visitor('amihan')
const read = async (path: string, who?: keyof typeof site.cast) =>
  textOf(await (await site.visitor(who).get(path)).text())
const of = (owner: 'olivia' | 'diego', changes = {}) =>
  listApproved(site.services, { owner: site.cast[owner], admin: site.cast.amihan }, changes)

describe('an account that an admin suspends on its page', () => {
  // Case: 22, 31
  it('is refused at every door at once, and its open stream ends', async () => {
    const { katrina } = site.cast
    const liveStream = readStream((await site.visitor('katrina').get('/api/stream')).body!)
    await liveStream.until('ready')
    const page = `/admin/users/${katrina.id}`
    expect(await read(page, 'amihan')).toContain('Suspend this account')
    const empty = await admin().post(page, { intent: 'suspend', reason: '' })
    expect([empty.status, textOf(await empty.text())]).toEqual([
      422,
      expect.stringContaining('Reason is required.'),
    ])
    const done = await admin().post(page, { intent: 'suspend', reason: 'Scams.' })
    expect(toastOf(done)).toBe('Account suspended.')
    expect((await liveStream.until('end')).at(-1)!.data).toEqual({ reason: 'session' })
    const hers = () => site.visitor('katrina')
    expect((await hers().get('/api/stream')).status).toBe(401)
    expect((await hers().get('/profile')).headers.get('location')).toBe('/')
    const intent = { data: { amount: 100 } }
    const paying = await hers().send(
      '/api/createPaymentIntent',
      { method: 'POST', body: JSON.stringify(intent) },
      { headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } },
    )
    expect(paying.status).toBe(401)
    const photo = { method: 'POST', body: 'x', headers: { 'sec-fetch-site': 'same-origin' } }
    expect((await hers().send('/api/photos', photo)).status).toBe(401)
    expect(await read('/admin/users?status=suspended', 'amihan')).toContain(katrina.email)
    expect(toastOf(await admin().post(page, { intent: 'end-suspension' }))).toBe('Suspension ended.')
  })

  it('has its listings gone from every list, and back when it ends', async () => {
    const listingId = await of('diego', { title: 'Zither of Diego' })
    await fillCart(site.services, site.cast.ramon, [listingId])
    const shown = async () => ({
      page: (await site.visitor().get(`/listing/${listingId}`)).status,
      products: (await read('/products')).includes('Zither of Diego'),
      search: (await read('/products?search=zither')).includes('₱'),
      sitemap: (await (await site.visitor().get('/sitemap.xml')).text()).includes('listings-'),
      suggestions: (await (await site.visitor().get('/api/suggestions?q=zither')).text()).includes('Zither'),
      picture: (await site.visitor().get(`/og/listing/${listingId}.jpg`)).status,
      cart: !(await read('/cart', 'ramon')).includes('This item is no longer listed.'),
    })
    const before = await shown()
    expect(before).toMatchObject({ page: 200, products: true, sitemap: true, picture: 200, cart: true })
    const page = `/admin/users/${site.cast.diego.id}`
    await admin().post(page, { intent: 'suspend', reason: 'Scams.' })
    expect(await shown()).toMatchObject({
      page: 404,
      products: false,
      search: false,
      suggestions: false,
      picture: 404,
      cart: false,
    })
    await admin().post(page, { intent: 'end-suspension' })
    expect(await shown()).toEqual(before)
  })
})

describe('an account that was deleted while an admin had its page open', () => {
  it.each(['suspend', 'end-suspension'])('is gone: after “%s” the list of users says so', async (intent) => {
    const { miguel } = site.cast
    await deleteAccount(by(site.services, miguel), { accountId: miguel.id })
    const answer = await admin().post(`/admin/users/${miguel.id}`, { intent, reason: 'Scams.' })
    expect(answer.headers.get('location')).toBe('/admin/users')
    expect(toastOf(answer)).toBe('Error updating user status: This user was deleted.')
  })
})

describe('a listing that an admin takes down on its page', () => {
  it('is hidden from everybody except its owner, who reads the reason, until it is put back', async () => {
    const listingId = await of('olivia', { title: 'Kayak of Olivia' })
    const page = `/admin/listings/${listingId}`
    expect(await read(page, 'amihan')).toContain('What it says')
    expect(toastOf(await admin().post(page, { intent: 'take-down', reason: 'Stolen photos.' }))).toBe(
      'Listing taken down.',
    )
    expect((await site.visitor().get(`/listing/${listingId}`)).status).toBe(404)
    expect(await read(`/listing/${listingId}`, 'olivia')).toContain('Taken down')
    const adminsPage = await read(`/listing/${listingId}`, 'amihan')
    expect(adminsPage).toContain('Taken down')
    // Why nobody can rent it is no news for those who rent nothing.
    expect(adminsPage).not.toContain('This item is no longer listed.')
    expect(await read('/profile/listings', 'olivia')).toContain('Stolen photos.')
    expect(await read('/admin/listings?status=taken-down', 'amihan')).toContain('Kayak of Olivia')
    expect(toastOf(await admin().post(page, { intent: 'put-back' }))).toBe('Listing put back.')
    expect((await site.visitor().get(`/listing/${listingId}`)).status).toBe(200)
  })
})

describe('a report without scripts', () => {
  it('of a listing goes from its page to the admins, who act on it there', async () => {
    const listingId = await of('olivia', { title: 'Drone of Olivia' })
    const link = `/report?listing=${listingId}`
    const html = await (await site.visitor('ramon').get(`/listing/${listingId}`)).text()
    expect(html).toContain(`href="${link}"`)
    for (const who of ['olivia', 'amihan', undefined] as const)
      expect(await (await site.visitor(who).get(`/listing/${listingId}`)).text()).not.toContain(link)
    expect(await read(link, 'ramon')).toContain('Report Drone of Olivia')
    const sent = await site.visitor('ramon').post(link, { reason: 'scam', note: 'Not theirs.' })
    expect(sent.headers.get('location')).toBe(`${link}&sent=1`)
    expect(await read(`${link}&sent=1`, 'ramon')).toContain('Your report is with us')
    const { id } = await site.services.db
      .selectFrom('report')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    const report = `/admin/reports/${id}`
    expect(await read(report, 'amihan')).toMatch(/a listing of theirs.*Listing taken down.*Account suspended/)
    const closing = { intent: 'close', decision: 'taken-down', note: 'Looked.' }
    const unsaid = await admin().post(report, { ...closing, reason: '' })
    expect(textOf(await unsaid.text())).toContain('Please say why.')
    expect(toastOf(await admin().post(report, { ...closing, reason: 'Stolen.' }))).toBe('Report closed.')
    expect((await site.visitor().get(`/listing/${listingId}`)).status).toBe(404)
    expect(await read(`${link}&sent=1`, 'ramon')).toContain('Your report is with us')
    expect((await site.visitor('joaquin').get(`${link}&sent=1`)).status).toBe(404)
  })

  it('is still shown to who sent it once what it is about was deleted', async () => {
    const listingId = await of('olivia', { title: 'Kite of Olivia' })
    const link = `/report?listing=${listingId}`
    await site.visitor('joaquin').post(link, { reason: 'spam', note: '' })
    accepted(await deleteListing(by(site.services, site.cast.olivia), { listingId }))
    const page = await read(`${link}&sent=1`, 'joaquin')
    expect(page).toContain('Your report is with us')
    expect(page).not.toContain('Back to the listing')
    for (const [who, path] of [
      ['joaquin', link],
      ['ramon', `${link}&sent=1`],
    ] as const)
      expect((await site.visitor(who).get(path)).status).toBe(404)
  })

  it('of a review goes from beside it, and removing it takes it off the page', async () => {
    const listingId = await of('olivia', { title: 'Grill of Olivia' })
    const { rentalId } = await rent(site.services, site.cast.ramon, [listingId], { startDate: TODAY })
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }))
    const { reviewer } = accepted(asReviewer(site.cast.ramon))
    const review = { listingId, rating: 1 as const, body: 'Call me for a cheaper one.' }
    accepted(await writeReview(by(site.services, site.cast.ramon), reviewer, review))
    const reviewId = reviewIdOf(listingId, site.cast.ramon.id)
    const link = `/report?review=${reviewId}`
    expect(await (await site.visitor('olivia').get(`/listing/${listingId}`)).text()).toContain(link)
    expect(await read(link, 'olivia')).toContain('Call me for a cheaper one.')
    await site.visitor('olivia').post(link, { reason: 'spam', note: '' })
    const { id } = await site.services.db
      .selectFrom('report')
      .select('id')
      .where('reviewId', '=', reviewId)
      .executeTakeFirstOrThrow()
    const closing = { intent: 'close', decision: 'review-removed', note: 'Advertising.', reason: '' }
    expect(toastOf(await admin().post(`/admin/reports/${id}`, closing))).toBe('Report closed.')
    expect(await read(`/listing/${listingId}`)).not.toContain('Call me for a cheaper one.')
  })
})

it('an admin ends an Active rental on the page of its order', async () => {
  const listingId = await of('olivia')
  const { rentalId, orderNumber } = await rent(site.services, site.cast.ramon, [listingId], {
    startDate: TODAY,
  })
  for (const action of ['approve', 'activate'] as const)
    accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }))
  const page = `/admin/orders/${orderNumber}`
  expect(await read(`${page}?rental=${rentalId}&step=end-by-admin`, 'amihan')).toContain('End this rental?')
  const end = { rentalId, action: 'end-by-admin' }
  expect(toastOf(await admin().post(page, end))).toBe('This rental is Completed now.')
  expect(toastOf(await admin().post(page, end))).toMatch(/^Error processing rental: /)
})

it('the page of an order links to its listing, and to none that is deleted', async () => {
  const listingId = await of('olivia', { title: 'Celesta' })
  const { rentalId, orderNumber } = await rent(site.services, site.cast.ramon, [listingId])
  const olivia = by(site.services, site.cast.olivia)
  accepted(await takePartyAction(olivia, { rentalId, action: 'reject' }))
  const page = async () => (await admin().get(`/admin/orders/${orderNumber}`)).text()
  const link = `href="/listing/${listingId}"`
  expect(await page()).toContain(link)
  accepted(await deleteListing(olivia, { listingId }))
  const after = await page()
  expect(after).toContain('Celesta')
  expect(after).not.toContain(link)
})

it('an admin reads what undoing a hand-over books before it is undone, and why it can’t be', async () => {
  const { rentalId, orderNumber } = await rent(site.services, site.cast.ramon, [await of('olivia')], {
    startDate: TODAY,
  })
  for (const action of ['approve', 'activate'] as const)
    accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }))
  const page = `/admin/orders/${orderNumber}`
  expect(await read(`${page}?rental=${rentalId}&step=undo-activate`, 'amihan')).toMatch(
    /A new entry in the book takes back the ₱[\d,.]+ collected in cash/,
  )
  const undo = { rentalId, action: 'undo-activate', reason: 'The wrong one.' }
  expect(toastOf(await admin().post(page, undo))).toBe('This rental is Approved now.')
  const after = await read(page, 'amihan')
  expect(after).toContain('reason: The wrong one.')
  expect(after).not.toContain('Undo the hand-over: ')
})

describe('a paused listing', () => {
  it('is open to who completed a rental of it: they review it there, and can rent nothing', async () => {
    const listingId = await of('olivia', { title: 'Theremin' })
    const { rentalId } = await rent(site.services, site.cast.ramon, [listingId], { startDate: TODAY })
    const olivia = by(site.services, site.cast.olivia)
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await takePartyAction(olivia, { rentalId, action }))
    accepted(await pauseListing(olivia, { listingId }))
    const page = `/listing/${listingId}`
    expect((await site.visitor('katrina').get(page)).status).toBe(404)
    expect((await site.visitor().get(page)).status).toBe(404)
    const tracker = async () => (await site.visitor('ramon').get('/profile/rental-tracker')).text()
    expect(await tracker()).toContain(`"/listing/${listingId}?review=1#reviews"`)
    expect(await read(page, 'ramon')).not.toContain('Add to Cart')
    const report = `/report?listing=${listingId}`
    expect(await (await site.visitor('ramon').get(page)).text()).toContain(`href="${report}"`)
    expect(await read(report, 'ramon')).toContain('Report Theremin')
    const sent = { intent: 'write-review', rating: '5', body: 'It sang to us all night.' }
    expect(toastOf(await site.visitor('ramon').post(page, sent))).toBe(reviewThanks)
    expect(await read(page, 'ramon')).toContain('It sang to us all night.')
    const takenDown = { listingId, reason: 'Not safe.' }
    accepted(await takeDownListing(by(site.services, site.cast.amihan), asAdmin(site.cast.amihan), takenDown))
    expect((await site.visitor('ramon').get(page)).status).toBe(404)
    expect(await tracker()).toContain('Theremin')
    expect(await tracker()).not.toContain(`"/listing/${listingId}`)
    accepted(await deleteListing(olivia, { listingId }))
    expect((await site.visitor('ramon').get(page)).status).toBe(410)
  })

  it('is linked in a conversation for who can open its page, and for nobody else', async () => {
    const listingId = await of('olivia', { title: 'Zither' })
    const [olivia, ramon] = [by(site.services, site.cast.olivia), by(site.services, site.cast.ramon)]
    const { rentalId } = await rent(site.services, site.cast.ramon, [listingId], { startDate: TODAY })
    const link = `href="/listing/${listingId}"`
    const isLinked = async (who: 'ramon' | 'joaquin' | 'olivia', query: string) => {
      const page = await site.visitor(who).get(`/chat?${query}`)
      expect(page.status).toBe(200)
      return (await page.text()).includes(link)
    }
    // Rented, and not bookable meanwhile: its renter, who can't open its page yet, has written nothing.
    expect(await isLinked('ramon', `listingId=${listingId}`)).toBe(false)
    const to = { listingId }
    const { threadId } = accepted(await sendMessage(ramon, { to, text: 'When do we meet?' }))
    const thread = `thread_id=${threadId}`
    expect([await isLinked('ramon', thread), await isLinked('olivia', thread)]).toEqual([false, true])
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await takePartyAction(olivia, { rentalId, action }))
    expect(await isLinked('ramon', thread)).toBe(true)
    const asked = accepted(
      await sendMessage(by(site.services, site.cast.joaquin), { to, text: 'Is it free?' }),
    )
    accepted(await pauseListing(olivia, { listingId }))
    expect([await isLinked('ramon', thread), await isLinked('olivia', thread)]).toEqual([true, true])
    expect(await isLinked('joaquin', `thread_id=${asked.threadId}`)).toBe(false)
    const takenDown = { listingId, reason: 'Not safe.' }
    accepted(await takeDownListing(by(site.services, site.cast.amihan), asAdmin(site.cast.amihan), takenDown))
    expect([await isLinked('ramon', thread), await isLinked('olivia', thread)]).toEqual([false, true])
    accepted(await deleteListing(olivia, { listingId }))
    expect([await isLinked('ramon', thread), await isLinked('olivia', thread)]).toEqual([false, false])
  })
})

it('a report whose two people deleted their accounts offers and says nothing of what would reach them', async () => {
  const { joaquin, diego } = site.cast
  const link = `/report?listing=${await of('diego', { title: 'Lute of Diego' })}`
  await site.visitor('joaquin').post(link, { reason: 'scam', note: '' })
  const { id } = await site.services.db
    .selectFrom('report')
    .select('id')
    .where('reportedId', '=', diego.id)
    .executeTakeFirstOrThrow()
  const report = () => read(`/admin/reports/${id}`, 'amihan')
  expect(await report()).toMatch(/hears that we looked at it.*They get a letter/)
  for (const who of [joaquin, diego])
    accepted(await deleteAccount(by(site.services, who), { accountId: who.id }))
  expect(await report()).not.toMatch(/hears that|They get a letter/)
})
