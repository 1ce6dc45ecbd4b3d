import { beforeEach, describe, expect, it } from 'vitest'
import { unescaped, fieldsOf, textOf } from '#tests/support/html.ts'
import { toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { wantsNotice } from './queries.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

const site = withSite(['ramon', 'olivia', 'amihan'], {
  limits: { mailSwitches: { points: 30, seconds: 60 } },
})
const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }

beforeEach(async () => {
  const { db } = site.services
  await db.deleteFrom('notificationChoice').execute()
  await db.updateTable('account').set({ deletedAt: null }).execute()
})

const pathFor = (who: 'ramon' | 'olivia' = 'ramon') =>
  unsubscribePath(site.services.settings, {
    accountId: site.cast[who].id,
    kind: 'approved',
    to: site.cast[who].email,
  })
const tokenOf = (path: string) => path.split('token=')[1]!
const emailed = (who: 'ramon' | 'olivia' = 'ramon') =>
  wantsNotice(site.services.db, site.cast[who].id, 'approved', 'email')
/** The request of a mail program: a form of either encoding, from another origin, without a cookie. */
const oneClick = (path: string, body: Record<string, string> = { 'List-Unsubscribe': 'One-Click' }) =>
  site.visitor().send(path, { method: 'POST', body: new URLSearchParams(body) }, { headers: elsewhere })
const press = (fields: Record<string, string>, headers = {}) =>
  site.visitor().post('/unsubscribe', fields, { headers })

describe('what a mail program posts', () => {
  // Spec: D31
  it('switches emails of that kind off, also twice; other kinds, notices on the site and other people stay', async () => {
    for (const times of [1, 2]) expect((await oneClick(pathFor())).status, `${times}`).toBe(200)
    expect(await emailed()).toBe(false)
    const { db } = site.services
    expect(await wantsNotice(db, site.cast.ramon.id, 'approved', 'site')).toBe(true)
    expect(await wantsNotice(db, site.cast.ramon.id, 'rejected', 'email')).toBe(true)
    expect(await emailed('olivia')).toBe(true)
  })

  it('may be a multipart form', async () => {
    const body = new FormData()
    body.append('List-Unsubscribe', 'One-Click')
    expect(
      (await site.visitor().send(pathFor(), { method: 'POST', body }, { headers: elsewhere })).status,
    ).toBe(200)
    expect(await emailed()).toBe(false)
  })

  it('of any length leads to an address of the page that a proxy can pass on', async () => {
    const answer = await oneClick(`/unsubscribe?token=${"'".repeat(14_000)}`, {})
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')!.length).toBeLessThan(1000)
  })

  it('does nothing without the word of a mail program, and shows the page', async () => {
    for (const body of [{}, { 'List-Unsubscribe': 'yes' }, { other: 'One-Click' }] as Record<
      string,
      string
    >[]) {
      const answer = await oneClick(pathFor(), body)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(pathFor())
    }
    expect(await emailed()).toBe(true)
  })

  it('is refused when it is forged, altered, too much, or too often; nothing is written', async () => {
    const before = await site.counts()
    const forged = [
      '/unsubscribe?token=',
      '/unsubscribe?token=%00',
      pathFor().slice(0, -1),
      pathFor().replace(site.cast.ramon.id, site.cast.olivia.id),
      pathFor().replace('approved', 'rejected'),
    ]
    for (const path of forged) expect((await oneClick(path)).status, path).toBe(410)
    expect((await oneClick(pathFor(), { 'List-Unsubscribe': 'x'.repeat(5000) })).status).toBe(413)
    expect(await site.counts()).toEqual(before)
    let answer = await oneClick(pathFor('olivia'))
    for (let i = 0; i < 30; i++) answer = await oneClick(pathFor('olivia'))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('succeeds once the account was deleted', async () => {
    const deletedAt = site.services.clock.now()
    await site.services.db
      .updateTable('account')
      .set({ deletedAt })
      .where('id', '=', site.cast.ramon.id)
      .execute()
    const answer = await oneClick(pathFor())
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('was deleted')])
  })
})

describe('the page behind the link', () => {
  it('says what it would switch off, and opening it changes nothing', async () => {
    const before = await site.counts()
    const answer = await site.visitor().get(pathFor(), { headers: { 'sec-fetch-site': 'cross-site' } })
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const words of ['Stop these emails?', 'Request approved', 'r…@hiram.test'])
      expect(textOf(html)).toContain(words)
    expect(html).not.toContain('renter@hiram.test')
    expect(await site.counts()).toEqual(before)
    expect(await emailed()).toBe(true)
  })

  it('switches them off by a button, and on again, for whoever holds it', async () => {
    for (const [who, on, words, heading] of [
      [undefined, false, 'We no longer email you about “Request approved”.', 'These emails are off'],
      ['olivia', true, 'We email you about “Request approved” again.', 'Stop these emails?'],
    ] as const) {
      const visitor = site.visitor(who)
      const { token, on: wanted } = fieldsOf(await (await visitor.get(pathFor())).text())
      const answer = await visitor.post('/unsubscribe', { token, on: wanted })
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe(unescaped(pathFor()))
      expect(toastOf(answer)).toBe(words)
      expect(await emailed()).toBe(on)
      const after = await (await visitor.get(answer.headers.get('location')!)).text()
      expect(/<h1[^>]*>([^<]*)/.exec(after)?.[1]).toBe(heading)
    }
  })

  it.each([
    ['nothing', {}, 422],
    ['no answer', { on: undefined }, 422],
    ['another answer', { on: 'maybe' }, 422],
    ['a field of its own', { kind: 'rejected' }, 422],
    ['a token that is too long', { token: 'x'.repeat(201) }, 422],
    ['a forged token', { token: 'x' }, 410],
  ] as [string, Record<string, string | undefined>, number][])(
    'takes no form with %s',
    async (name, changes, status) => {
      const before = await site.counts()
      const fields = name === 'nothing' ? {} : { token: tokenOf(pathFor()), on: 'no', ...changes }
      const answer = await site.visitor().post('/unsubscribe', fields)
      expect(answer.status).toBe(status)
      expect(textOf(await answer.text())).toContain('This link is not complete')
      expect(await site.counts()).toEqual(before)
    },
  )

  it('shows no address when the mail was sent to another than the present one, or does not tell', async () => {
    const { settings } = site.services
    const { ramon } = site.cast
    const elsewhere = unsubscribePath(settings, {
      accountId: ramon.id,
      kind: 'approved',
      to: 'old@mail.test',
    })
    const withoutAddress = pathFor().slice(0, pathFor().lastIndexOf('.'))
    for (const path of [elsewhere, withoutAddress]) {
      const html = await (await site.visitor().get(path)).text()
      expect(textOf(html)).toContain('We write to you about:')
      expect(textOf(html)).not.toContain('r…@hiram.test')
    }
  })

  it('takes its form from this site only', async () => {
    const answer = await press({ token: tokenOf(pathFor()), on: 'no' }, elsewhere)
    expect(answer.status).toBe(403)
    expect(await emailed()).toBe(true)
  })

  it('says of a link that was altered what to do, and of a deleted account that there is nothing to stop', async () => {
    const altered = await site.visitor().get(`${pathFor()}A`)
    expect(altered.status).toBe(410)
    expect(textOf(await altered.text())).toContain('This link is not complete')
    const deletedAt = site.services.clock.now()
    await site.services.db
      .updateTable('account')
      .set({ deletedAt })
      .where('id', '=', site.cast.ramon.id)
      .execute()
    const gone = await site.visitor().get(pathFor())
    expect([gone.status, textOf(await gone.text())]).toEqual([
      200,
      expect.stringContaining('There is nothing to stop'),
    ])
    expect(toastOf(await press({ token: tokenOf(pathFor()), on: 'no' }))).toContain('was deleted')
  })
})
