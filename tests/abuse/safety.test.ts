import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { endSuspension } from '#server/account/end-suspension.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { sendReport } from '#server/report/send-report.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { asAdmin, rent, tinyJpeg } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const many = { points: 500, seconds: 3600 }
const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan', 'miguel', 'joaquin'], {
  limits: { reports: { points: 6, seconds: 3600 }, blocks: { points: 8, seconds: 3600 }, messages: many },
})
type Who = keyof typeof site.cast
const say = async (who: Who, to: { listingId: string } | { threadId: string }, text: string) =>
  accepted(await sendMessage(by(site.services, site.cast[who]), { to, text }))

let listingId: string
let threadId: string
let messageId: number
let thread: string
beforeAll(async () => {
  listingId = await site.publish({ title: 'Tent' })
  threadId = (await say('ramon', { listingId }, 'Is it free?')).threadId
  messageId = (await say('olivia', { threadId }, 'Pay me <b>directly</b> and see www.example.com')).messageId
  thread = `/chat?thread_id=${threadId}`
})

const readBy = async (who: Who, path: string) => (await site.visitor(who).get(path)).text()
const reportsBy = (who: Who) =>
  site.services.db.selectFrom('report').selectAll().where('reporterId', '=', site.cast[who].id).execute()

describe('a report form', () => {
  const send = (fields: Record<string, string>, who: Who = 'ramon') =>
    site.visitor(who).post(`/report?message=${messageId}`, fields)

  it.each([
    ['without a reason', { note: 'Look' }, 'reason', 'Please choose a reason.'],
    ['with an unknown reason', { reason: 'boredom', note: 'Look' }, 'reason', 'Please choose a reason.'],
    [
      'with something else and no note',
      { reason: 'other', note: ' \n ' },
      'note',
      'Please tell us what it is.',
    ],
    ['with something else and no field', { reason: 'other' }, 'note', 'Please tell us what it is.'],
    ['with a note too long', { reason: 'spam', note: 'x'.repeat(1001) }, 'note', /at most 1000/],
    ['with turned direction', { reason: 'spam', note: 'abc\u202edcba' }, 'note', /invisible or control/],
  ] as const)(
    '%s is refused beside its field, and keeps what was typed',
    async (_, fields, field, message) => {
      const response = await send(fields)
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(messageBeside(html, field)).toMatch(message)
      if ('note' in fields && fields.note.trim() !== '') expect(html).toContain(fields.note.slice(0, 3))
      expect(await reportsBy('ramon')).toEqual([])
    },
  )

  it('with forged fields is refused', async () => {
    for (const forged of ['reporterId', 'decision', 'messageText', 'createdAt'])
      expect((await send({ reason: 'spam', note: '', [forged]: site.cast.olivia.id })).status).toBe(422)
    expect(await reportsBy('ramon')).toEqual([])
  })

  it.each([
    '/report?message=0',
    '/report?message=abc',
    '/report?message=99999999999999999999',
    '/report?thread=x',
    `/report?thread=0199a000-0000-7000-8000-000000000000`,
  ] as const)('%s is a 404', async (path) => {
    expect((await site.visitor('ramon').get(path)).status).toBe(404)
    expect((await site.visitor('ramon').post(path, { reason: 'spam', note: '' })).status).toBe(404)
  })

  it('of both a message and a thread is a 404, so that one can’t be mistaken for the other', async () => {
    const both = `/report?thread=${threadId}&message=${messageId}`
    expect((await site.visitor('ramon').get(both)).status).toBe(404)
  })

  it('works without scripts, shows markup as text, and a second one says that there is one', async () => {
    const page = await readBy('ramon', `/report?message=${messageId}`)
    expect(textOf(page)).toContain('Pay me <b>directly</b>')
    const sent = await send({ reason: 'outside', note: '<script>alert(1)</script>' })
    expect(sent.status).toBe(302)
    const thanks = await readBy('ramon', sent.headers.get('location')!)
    expect(textOf(thanks)).toContain('Your report is with us')
    const again = await send({ reason: 'scam', note: 'Twice' })
    expect(again.status).toBe(409)
    expect(textOf(await again.text())).toContain('You have reported this already.')
    expect(await reportsBy('ramon')).toHaveLength(1)
    const [{ id } = { id: '' }] = await reportsBy('ramon')
    const seen = await readBy('amihan', `/admin/reports/${id}`)
    expect(seen).not.toContain('<script>alert(1)')
    expect(textOf(seen)).toContain('<script>alert(1)</script>')
  })

  it('after log-out writes nothing and leads to the log-in, and from there back to the report', async () => {
    const visitor = site.visitor('joaquin')
    await visitor.post('/logout', {})
    const address = `/report?thread=${threadId}`
    const response = await visitor.post(address, { reason: 'spam', note: '' })
    expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(address)}`)
    expect(await reportsBy('joaquin')).toEqual([])
  })

  it('in a flood stops at its limit, with how long to wait and the text kept', async () => {
    let last: Response | undefined
    for (let i = 0; i < 8; i++) {
      const { messageId: id } = await say('olivia', { threadId }, `message ${i}`)
      last = await site.visitor('ramon').post(`/report?message=${id}`, { reason: 'spam', note: `flood ${i}` })
    }
    expect(last!.status).toBe(429)
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last!.text()).toContain('flood 7')
  })
})

describe('an admin', () => {
  let report: string
  beforeAll(async () => {
    const about = { threadId: (await say('katrina', { listingId }, 'A quiet word')).threadId }
    const sent = await sendReport(by(site.services, site.cast.olivia), { about, reason: 'spam', note: '' })
    report = `/admin/reports/${accepted(sent).reportId}`
  })
  const eventsOf = () =>
    site.services.db
      .selectFrom('event')
      .select(['action', 'actorRole'])
      .where('subject', '=', 'report')
      .where('subjectId', '=', report.split('/').at(-1)!)
      .where('action', '<>', 'send')
      .orderBy('id')
      .execute()

  it('finds no conversation at its own address', async () => {
    for (const path of [thread, `/api/messages?thread_id=${threadId}`]) {
      const response = await site.visitor('amihan').get(path)
      expect([302, 403, 404]).toContain(response.status)
      expect(await response.text()).not.toContain('Is it free?')
    }
  })

  it('reads the messages only by a post that is in the audit log, and can’t write', async () => {
    expect(await readBy('amihan', report)).not.toContain('A quiet word')
    expect(await eventsOf()).toEqual([])
    const opened = await site.visitor('amihan').post(report, { intent: 'read' })
    expect(opened.status).toBe(200)
    expect(opened.headers.get('cache-control')).toContain('no-store')
    const html = await opened.text()
    expect(html).toContain('A quiet word')
    expect(html).not.toContain('name="text"')
    expect(await eventsOf()).toEqual([{ action: 'read-thread', actorRole: 'admin' }])
    expect(textOf(await readBy('amihan', '/admin/audit-log'))).toContain('Read the conversation')
    expect(await readBy('amihan', report)).not.toContain('A quiet word')
    const before = await site.counts()
    expect((await site.visitor('amihan').post(thread, { intent: 'send', text: 'Hi' })).status).not.toBe(200)
    expect(await site.counts()).toEqual(before)
  })

  it('sees its photos once it is open, for an hour', async () => {
    const { services } = site
    const photo = new File([(await tinyJpeg()) as BlobPart], 'x.jpg', { type: 'image/jpeg' })
    const { threadId: id } = await say('katrina', { listingId }, 'See this')
    await site.visitor('katrina').post(`/chat?thread_id=${id}`, { intent: 'send', text: '', photo })
    const { photoId } = await services.db
      .selectFrom('message')
      .select('photoId')
      .where('photoId', 'is not', null)
      .executeTakeFirstOrThrow()
    const see = async (who: Who) => {
      const { widths } = await services.db
        .selectFrom('photo')
        .select('widths')
        .where('id', '=', photoId!)
        .executeTakeFirstOrThrow()
      return (await site.visitor(who).get(`/chat-photos/${photoId}/${widths[0]}.webp`)).status
    }
    expect(await see('olivia')).toBe(200)
    services.clock.set('2026-11-21T04:00:00Z')
    expect(await see('amihan')).toBe(404)
    const opened = await site.visitor('amihan').post(report, { intent: 'read' })
    expect(await opened.text()).toContain(`/chat-photos/${photoId}/`)
    expect([await see('amihan'), await see('diego')]).toEqual([200, 404])
    services.clock.set('2026-11-21T05:01:00Z')
    expect(await see('amihan')).toBe(404)
    services.clock.set(NOW)
  })

  it.each([
    [{ intent: 'close', note: 'x' }, 'decision', 'Please choose a decision.'],
    [{ intent: 'close', decision: 'prison', note: 'x' }, 'decision', 'Please choose a decision.'],
    [{ intent: 'close', decision: 'warned', note: '  ' }, 'note', 'Note is required.'],
    [{ intent: 'close', decision: 'warned', note: 'x'.repeat(1001) }, 'note', /at most 1000/],
  ])('gets an error when closing it with %j', async (fields, field, message) => {
    const response = await site.visitor('amihan').post(report, fields)
    expect(response.status).toBe(422)
    expect(messageBeside(await response.text(), field)).toMatch(message)
  })

  it('closes it once; a stale page says so', async () => {
    const close = () =>
      site.visitor('amihan').post(report, { intent: 'close', decision: 'no-action', note: 'A quarrel.' })
    expect(toastOf(await close())).toBe('Report closed.')
    expect(toastOf(await close())).toBe('This report was closed already.')
    expect(await eventsOf()).toContainEqual({ action: 'close', actorRole: 'admin' })
    const page = textOf(await readBy('amihan', report))
    expect(page).toContain('A quarrel.')
    expect(textOf(await readBy('olivia', thread))).not.toContain('A quarrel.')
  })

  it('reads through a closed one nothing that was sent later, and sees no later photo', async () => {
    const { services } = site
    services.clock.set('2026-11-21T06:00:00Z')
    const { threadId: id } = await say('katrina', { listingId }, 'Between the two of us')
    const photo = new File([(await tinyJpeg()) as BlobPart], 'x.jpg', { type: 'image/jpeg' })
    await site.visitor('katrina').post(`/chat?thread_id=${id}`, { intent: 'send', text: '', photo })
    const later = await services.db
      .selectFrom('message')
      .innerJoin('photo', 'photo.id', 'message.photoId')
      .select(['photo.id', 'photo.widths'])
      .orderBy('message.id', 'desc')
      .executeTakeFirstOrThrow()
    const opened = textOf(await (await site.visitor('amihan').post(report, { intent: 'read' })).text())
    expect(opened).toContain('A quiet word')
    expect(opened).not.toContain('Between the two of us')
    const at = `/chat-photos/${later.id}/${later.widths[0]}.webp`
    const statuses = [await site.visitor('olivia').get(at), await site.visitor('amihan').get(at)]
    expect(statuses.map(({ status }) => status)).toEqual([200, 404])
    services.clock.set(NOW)
  })
})

describe('a block', () => {
  const block = (who: Who, intent: string) => site.visitor(who).post(`/block?thread=${threadId}`, { intent })
  const send = (who: Who, text: string) => site.visitor(who).post(thread, { intent: 'send', text })

  it('works without scripts, keeps the text of whoever can’t write, and is lifted in Settings', async () => {
    expect(toastOf(await block('olivia', 'block'))).toMatch(/^You blocked Ramon/)
    const refused = await send('ramon', 'A text worth keeping')
    expect(refused.status).toBe(403)
    const html = await refused.text()
    expect(textOf(html)).toContain('not possible at the moment')
    expect(html).not.toMatch(/blocked you/i)
    expect(html).toContain('A text worth keeping')
    const hers = textOf(await readBy('olivia', thread))
    expect(hers).toContain('Unblock them to write again.')
    expect(textOf(await readBy('ramon', '/profile/settings/blocked'))).toContain(
      'You haven’t blocked anyone.',
    )
    const list = '/profile/settings/blocked'
    expect(textOf(await readBy('olivia', list))).toContain('Ramon D.')
    const lifted = await site
      .visitor('olivia')
      .post(list, { intent: 'unblock', personId: site.cast.ramon.id })
    expect(lifted.status).toBe(302)
    expect((await send('ramon', 'It goes on')).status).toBe(302)
  })

  it('promises nothing when it is lifted, as the other side may have set one too, of which nothing is said', async () => {
    const { cast, services } = site
    await block('olivia', 'block')
    await block('ramon', 'block')
    const question = textOf(await readBy('olivia', `/block?thread=${threadId}`))
    expect(question).toContain('Your block then no longer stops messages or rentals between you.')
    const lifted = await site
      .visitor('olivia')
      .post('/profile/settings/blocked', { intent: 'unblock', personId: cast.ramon.id })
    expect(toastOf(lifted)).toBe('Unblocked. Your block no longer stops messages or rentals between you.')
    expect((await send('olivia', 'Hello?')).status).toBe(403)
    await block('ramon', 'unblock')
    for (const { id } of [cast.olivia, cast.ramon]) await services.limits.clear('blocks', id)
  })

  it('can’t be lifted by the blocked, nor set with other fields', async () => {
    await block('olivia', 'block')
    await block('ramon', 'unblock')
    await site
      .visitor('ramon')
      .post('/profile/settings/blocked', { intent: 'unblock', personId: site.cast.olivia.id })
    expect((await send('ramon', 'Hello?')).status).toBe(403)
    for (const fields of [{ intent: 'erase' }, { intent: 'unblock', personId: site.cast.ramon.id }, {}])
      expect((await site.visitor('olivia').post(`/block?thread=${threadId}`, fields)).status).toBe(422)
    await block('olivia', 'unblock')
  })

  it('leaves no way to rent on the page of the listing, and says why, either way round', async () => {
    const rented = await site.publish({ title: 'Lantern', bookableWhileRented: true })
    await rent(site.services, site.cast.katrina, [rented])
    const page = () => readBy('ramon', `/listing/${rented}`).then(textOf)
    expect(await page()).toContain('Are your days taken?')
    await block('ramon', 'block')
    expect(await page()).toContain('Unblock them in Settings to rent from them again.')
    expect(await page()).not.toMatch(/Add to Cart|Are your days taken/)
    await block('ramon', 'unblock')
    expect(await page()).toContain('Add to Cart')
    await block('olivia', 'block')
    expect(await page()).toMatch(/You can’t rent from Olivia .* at the moment. Please choose another item./)
    expect(await page()).not.toMatch(/Add to Cart|Are your days taken/)
    expect(textOf(await readBy('katrina', `/listing/${listingId}`))).toContain('Add to Cart')
    await block('olivia', 'unblock')
  })

  it('of a person who deletes their account is deleted too', async () => {
    const { threadId: id } = await say('miguel', { listingId }, 'Hello')
    await site.visitor('miguel').post(`/block?thread=${id}`, { intent: 'block' })
    const page = textOf(await readBy('miguel', '/profile/settings/blocked'))
    expect(page).toContain('Olivia S.')
    accepted(await deleteAccount(by(site.services, site.cast.amihan), { accountId: site.cast.miguel.id }))
    expect((await site.counts()).person_block).toBe(0)
    expect(textOf(await readBy('olivia', `/chat?thread_id=${id}`))).toContain('Deleted user')
  })
})

it('whoever writes to a suspended person is told that they can’t read it for now, and may write', async () => {
  const { threadId: id } = await say('joaquin', { listingId }, 'Is it free?')
  const saysSo = async () =>
    textOf(await readBy('olivia', `/chat?thread_id=${id}`)).includes('can’t log in at the moment')
  expect(await saysSo()).toBe(false)
  const admin = asAdmin(site.services, site.cast.amihan)
  const account = { accountId: site.cast.joaquin.id, reason: 'Scams.' }
  accepted(await suspendAccount(...admin, account))
  expect(await saysSo()).toBe(true)
  await say('olivia', { threadId: id }, 'Yes, it is.')
  accepted(await endSuspension(...admin, { accountId: site.cast.joaquin.id }))
  expect(await saysSo()).toBe(false)
})

describe('what stands under a message', () => {
  const warning = 'Links can lead anywhere.'
  const notice = 'until your rental is confirmed'

  it('with a link is a warning for whoever received it, and the link is text', async () => {
    const his = await readBy('ramon', thread)
    expect(textOf(his)).toContain(warning)
    expect(his).not.toMatch(/<a[^>]*example\.com/)
    const { threadId: id } = await say('diego', { listingId }, 'See www.example.com')
    expect(textOf(await readBy('diego', `/chat?thread_id=${id}`))).not.toContain(warning)
    expect(textOf(await readBy('olivia', `/chat?thread_id=${id}`))).toContain(warning)
  })

  it('with contact details is a notice for both, until a rental of the two about the listing was confirmed', async () => {
    const about = await site.publish({ title: 'Kayak' })
    const { threadId: id } = await say('katrina', { listingId: about }, 'Text mo ako, 0917 123 4567')
    const page = async (who: Who) => textOf(await readBy(who, `/chat?thread_id=${id}`))
    const both = async (there: boolean) => {
      for (const who of ['katrina', 'olivia'] as const) expect((await page(who)).includes(notice)).toBe(there)
    }
    await both(true)
    expect(await page('katrina')).toContain('Dito muna mag-usap')
    const { rentalId } = await rent(site.services, site.cast.katrina, [about])
    await both(true)
    accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action: 'approve' }))
    await both(false)
    accepted(await takePartyAction(by(site.services, site.cast.katrina), { rentalId, action: 'cancel' }))
    await both(true)
    const { body } = await site.services.db
      .selectFrom('message')
      .select('body')
      .where('threadId', '=', id)
      .executeTakeFirstOrThrow()
    expect(body).toBe('Text mo ako, 0917 123 4567')
  })
})

it('whoever writes to a suspended owner for the first time is told so, too', async () => {
  const about = await site.publish({ title: 'Canopy' })
  await rent(site.services, site.cast.katrina, [about])
  const first = async () => textOf(await readBy('katrina', `/chat?listingId=${about}`))
  expect(await first()).not.toContain('can’t log in at the moment')
  const account = { accountId: site.cast.olivia.id, reason: 'Scams.' }
  accepted(await suspendAccount(...asAdmin(site.services, site.cast.amihan), account))
  expect(await first()).toContain('can’t log in at the moment')
})
