import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/account/account.ts'
import type { AdminArea } from '#domain/account/admin-area.ts'
import { textOf } from '#tests/support/html.ts'
import { PASSWORD, rent } from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const logIn = (visitor: Visitor, changes: Record<string, string> = {}, sending = {}) =>
  visitor.post(
    '/login?portal=renter',
    { intent: 'log-in', portal: 'renter', email: 'renter@hiram.test', password: PASSWORD, ...changes },
    sending,
  )
const sessionOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.includes('session_token='))

describe('the session cookie', () => {
  it('can’t be read by scripts, and is not sent along from other sites', async () => {
    const cookie = sessionOf(await logIn(site.visitor()))!
    expect(cookie).toMatch(/^hiram\.session_token=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain('Domain=')
  })

  it('is sent by https only, where the site is reached by it', async () => {
    const services = await testServices(site.services.connection, { env: { BASE_URL: 'https://hiram.ph' } })
    const visitor = new Visitor(await testApp(services), services)
    const cookie = sessionOf(await logIn(visitor))!
    expect(cookie).toMatch(/^__Host-hiram\.session_token=/)
    expect(cookie).toContain('Secure')
    expect((await visitor.get('/profile')).status).toBe(200)
    await services.close()
  })

  it('is one of many: every cookie is `__Host-` and `Secure` over https, and no other is believed', async () => {
    const services = await testServices(site.services.connection, { env: { BASE_URL: 'https://hiram.ph' } })
    const app = await testApp(services)
    const visitor = new Visitor(app, services)
    const added = await visitor.post('/verify-email/again', {})
    const entered = await logIn(visitor)
    const left = await visitor.post('/logout', {})
    const cookies = [added, entered, left].flatMap((answer) => answer.headers.getSetCookie())
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['__Host-flash', '__Host-hiram.session_token']),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-[\w.]+=.*; Path=\/;.*; Secure$/)
      expect(cookie).not.toMatch(/domain=/i)
    }
    const again = new Visitor(app, services)
    const session = sessionOf(await logIn(again))!.split(';')[0]!
    const planted = new Visitor(app, services)
    planted.takeCookies([session.replace('__Host-', '')])
    expect((await planted.get('/profile')).status).toBe(302)
    expect((await again.get('/profile')).status).toBe(200)
    await services.close()
  })

  // Case: 34
  it('is new at each log-in: one that was planted before is not used', async () => {
    const planted = site.visitor('katrina')
    const before = planted.cookie
    await planted.post('/logout', {})
    const visitor = site.visitor()
    visitor.takeCookies([before])
    const given = sessionOf(await logIn(visitor))!
    expect(given.split(';')[0]).not.toBe(before)
    const thief = site.visitor()
    thief.takeCookies([before])
    expect((await thief.get('/profile')).headers.get('location')).toBe('/')
  })
})

it('who logs out leaves nothing of theirs in the browser', async () => {
  const visitor = site.visitor()
  await logIn(visitor)
  const answer = await visitor.post('/logout', {})
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  const scripts = site.visitor()
  await logIn(scripts)
  expect((await scripts.post('/logout.data', {})).headers.get('clear-site-data')).toBe('"storage"')
})

describe('a session ends at once', () => {
  it('when its person logs out, also where it was copied to', async () => {
    const visitor = site.visitor()
    await logIn(visitor)
    const copy = site.visitor()
    copy.takeCookies(visitor.cookie.split('; '))
    expect((await copy.get('/profile')).status).toBe(200)
    await visitor.post('/logout', {})
    expect((await visitor.get('/profile')).headers.get('location')).toBe('/')
    expect((await copy.get('/profile')).headers.get('location')).toBe('/')
  })

  // Case: 31
  it('when its account is deleted', async () => {
    const visitor = site.visitor()
    await logIn(visitor)
    const { db } = site.services
    await db
      .updateTable('account')
      .set({ deletedAt: new Date() })
      .where('id', '=', site.cast.ramon.id)
      .execute()
    expect((await visitor.get('/profile')).headers.get('location')).toBe('/')
    expect((await visitor.post('/cart', { intent: 'remove', listingId: 'x' })).status).toBeLessThan(500)
    expect((await logIn(site.visitor())).status).toBe(401)
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', site.cast.ramon.id).execute()
  })

  // Case: 31
  it('when the password is changed in another browser', async () => {
    const visitor = site.visitor()
    await logIn(visitor)
    expect((await visitor.get('/profile')).status).toBe(200)
    const change = async (currentPassword: string, newPassword: string) => {
      const here = site.visitor()
      await logIn(here, { password: currentPassword })
      const fields = { currentPassword, newPassword, confirmPassword: newPassword }
      expect((await here.post('/profile/settings/password', fields)).status).toBe(302)
    }
    await change(PASSWORD, 'another jeepney at dawn')
    expect((await visitor.get('/profile')).headers.get('location')).toBe('/')
    expect((await visitor.get('/api/stream')).status).toBe(401)
    await change('another jeepney at dawn', PASSWORD)
  })

  // Case: 25
  it('when its role is taken away, as far as that role goes', async () => {
    const visitor = site.visitor('amihan')
    const become = (change: { role: Role; adminArea: AdminArea | null }) =>
      site.services.db.updateTable('account').set(change).where('id', '=', site.cast.amihan.id).execute()
    expect((await visitor.get('/admin')).status).toBe(200)
    await become({ role: 'renter', adminArea: null })
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/')
    await become({ role: 'admin', adminArea: 'all' })
  })
})

describe('logging in does not reveal who has an account', () => {
  // Spec: S8.26
  // Case: 25, 32
  it.each([
    ['a wrong password', { password: 'not the password' }],
    ['an unknown email', { email: 'nobody@hiram.test' }],
    ['the wrong portal', { portal: 'admin' }],
    ['an email that is none', { email: 'nobody' }],
  ])('%s is refused with the same words and status', async (_, changes) => {
    const services = await testServices(site.services.connection)
    const response = await logIn(new Visitor(await testApp(services), services), changes)
    expect(response.status).toBe(401)
    expect(sessionOf(response)).toBeUndefined()
    expect(textOf(await response.text())).toContain(
      'Login failed. Please check your credentials and selected portal.',
    )
    await services.close()
  })

  // Spec: D2
  // Case: 32
  it('and an unknown email takes as long as a wrong password', async () => {
    const limits = {
      failedLoginsMinute: { points: 99, seconds: 60 },
      failedLoginsHour: { points: 99, seconds: 60 },
    }
    const services = await testServices(site.services.connection, { limits })
    const visitor = new Visitor(await testApp(services), services)
    const timed = async (email: string) => {
      const began = performance.now()
      await logIn(visitor, { email, password: 'not the password' })
      return performance.now() - began
    }
    // Alternating, and the shortest of each: other load on the machine makes some longer.
    let [known, unknown] = [Infinity, Infinity]
    for (let turn = 0; turn < 8; turn++) {
      known = Math.min(known, await timed('renter@hiram.test'))
      unknown = Math.min(unknown, await timed('nobody@hiram.test'))
    }
    // Without the hash it would take a tenth of the time.
    expect(unknown).toBeGreaterThan(known / 3)
    expect(known).toBeGreaterThan(unknown / 3)
    await services.close()
  })
})

describe('guessing passwords', () => {
  // Case: 33
  it('is stopped for the account and network, however many addresses the guesses claim to come from', async () => {
    const services = await testServices(site.services.connection)
    const app = await testApp(services)
    const guess = (i: number, password: string) =>
      logIn(new Visitor(app, services), { password }, { headers: { 'x-forwarded-for': `198.51.100.${i}` } })
    for (let i = 0; i < 5; i++) expect((await guess(i, `guess ${i}`)).status).toBe(401)
    const closed = await guess(6, PASSWORD)
    expect(closed.status).toBe(429)
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(textOf(await closed.text())).toContain('That was a lot in a short time.')
    await services.close()
  })

  // Case: 33
  it('of many accounts is stopped for the network, whatever X-Forwarded-For says', async () => {
    const services = await testServices(site.services.connection, {
      limits: { failedLoginsNetwork: { points: 3, seconds: 60 } },
    })
    const app = await testApp(services)
    const guess = (i: number, from: string) =>
      logIn(
        new Visitor(app, services),
        { email: `stuffed-${i}@hiram.test` },
        { headers: { 'x-forwarded-for': `198.51.100.${i}` }, from },
      )
    for (let i = 0; i < 3; i++) expect((await guess(i, '203.0.113.50')).status).toBe(401)
    expect((await guess(9, '203.0.113.50')).status).toBe(429)
    expect((await guess(9, '203.0.113.51')).status).toBe(401)
    await services.close()
  })
})

describe('where a log-in leads', () => {
  // Case: 37
  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '%2f%2fevil.test',
    '/admin',
  ])('is the person’s home page, whatever the address says: %s', async (to) => {
    for (const name of ['next', 'redirect', 'redirectTo', 'returnTo']) {
      const visitor = site.visitor()
      const fields = {
        intent: 'log-in',
        portal: 'renter',
        email: 'katrina@hiram.test',
        password: PASSWORD,
        next: name === 'next' ? to : undefined,
      }
      const response = await visitor.post(`/login?portal=renter&${name}=${encodeURIComponent(to)}`, fields)
      expect(response.headers.get('location')).toBe('/profile')
    }
  })

  it('is the page on which the log-in was asked for', async () => {
    const visitor = site.visitor()
    const page = await visitor.get('/login?portal=renter&next=%2Fcart')
    expect(await page.text()).toContain('<input type="hidden" name="next" value="/cart"/>')
    const fields = {
      portal: 'renter',
      email: 'katrina@hiram.test',
      password: 'not the password',
      next: '/cart',
    }
    const refused = await visitor.post('/login?portal=renter&next=%2Fcart', fields)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('name="next" value="/cart"')
    const entered = await visitor.post('/login?portal=renter', { ...fields, password: PASSWORD })
    expect(entered.headers.get('location')).toBe('/cart')
    expect((await visitor.get('/login?next=%2Fcart')).headers.get('location')).toBe('/cart')
    expect((await visitor.get('/login?next=%2F%2Fevil.test')).headers.get('location')).toBe('/profile')
  })

  // Case: 34
  it('is nowhere else than this site when the host is forged', async () => {
    const response = await logIn(
      site.visitor(),
      {},
      { headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' } },
    )
    expect(response.headers.get('location') ?? '').not.toContain('evil.test')
    expect(await response.text()).not.toContain('evil.test')
  })
})

// Case: 34
it('links in mails lead to this site, whatever host the request named', async () => {
  const { orderNumber } = await rent(site.services, site.cast.ramon, [await site.publish()])
  const visitor = site.visitor('ramon')
  const page = await visitor.get(`/receipt/${orderNumber}`, { headers: { 'x-forwarded-host': 'evil.test' } })
  expect(await page.text()).not.toContain('evil.test')
})
