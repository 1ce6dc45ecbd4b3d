import { describe, expect, it } from 'vitest'
import { doEffects } from '#tests/support/do-effects.ts'
import { textOf } from '#tests/support/html.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { appCode, withTwoFactor } from '#tests/support/second-factor.ts'
import { testServices } from '#tests/support/services.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const inHalfAMinute = () => new Date(site.services.clock.now().getTime() + 30_000)
const logIn = (visitor: Visitor, email = 'renter@hiram.test', portal = 'renter') =>
  visitor.post(`/login?portal=${portal}&next=%2Fcart`, {
    intent: 'log-in',
    portal,
    email,
    password: PASSWORD,
    next: '/cart',
  })
const where = (answer: Response) => answer.headers.get('location')

describe('over HTTP, two-factor log-in', () => {
  it('asks for the code on a page of its own, and comes back to where the person was', async () => {
    const { secret } = await withTwoFactor(site.services, site.cast.ramon)
    const visitor = site.visitor()
    const first = await logIn(visitor)
    expect(where(first)).toBe('/login/code?next=%2Fcart')
    expect(visitor.cookie).not.toContain('session_token')
    expect(where(await visitor.get('/profile'))).toBe('/')
    const refused = await visitor.post('/login/code?next=%2Fcart', { code: '123456' })
    expect(refused.status).toBe(422)
    expect(textOf(await refused.text())).toContain('That code is not right')
    const code = appCode(secret, inHalfAMinute())
    const entered = await visitor.post('/login/code?next=%2Fcart', { code })
    expect(where(entered)).toBe('/cart')
    expect((await visitor.get('/profile')).status).toBe(200)
    expect(visitor.cookie).not.toContain('second_step')

    const thief = site.visitor()
    await logIn(thief)
    const replayed = await thief.post('/login/code', { code })
    expect(replayed.status).toBe(422)
    expect(thief.cookie).not.toContain('session_token')
  })

  it('never leads to another site, and takes no code without a first step', async () => {
    const { codes } = await withTwoFactor(site.services, site.cast.katrina)
    const visitor = site.visitor()
    expect(where(await visitor.get('/login/code'))).toBe('/login')
    expect(where(await visitor.post('/login/code', { code: codes[0]! }))).toBe('/login')
    expect(where(await visitor.get('/login/code?next=%2Fcart'))).toBe('/login?next=%2Fcart')
    expect(where(await visitor.post('/login/code?next=%2Fcart', { code: codes[0]! }))).toBe(
      '/login?next=%2Fcart',
    )
    expect(where(await visitor.get('/login/code?next=//evil.test'))).toBe('/login')
    await logIn(visitor, 'katrina@hiram.test')
    const step = visitor.cookie.split('; ').find((cookie) => cookie.startsWith('hiram.second_step='))!
    const forged = site.visitor()
    forged.takeCookies([step.replace(site.cast.katrina.id, site.cast.olivia.id)])
    expect(where(await forged.post('/login/code', { code: codes[0]! }))).toBe('/login')
    const entered = await visitor.post('/login/code?next=//evil.test', { code: codes[0]! })
    expect(where(entered)).toBe('/profile')
  })

  it('leads who is logged in meanwhile on to the other account, and nobody who gave no password', async () => {
    const { codes } = await withTwoFactor(site.services, site.cast.diego)
    const visitor = site.visitor('katrina')
    expect(where(await visitor.get('/login/code'))).toBe('/profile')
    expect(where(await visitor.post('/login/code', { code: codes[0]! }))).toBe('/profile')
    expect(where(await logIn(visitor, 'diego@hiram.test', 'owner'))).toBe('/login/code?next=%2Fcart')
    const second = await visitor.get('/login/code?next=%2Fcart')
    expect(second.status).toBe(200)
    expect(textOf(await second.text())).toContain('Type your code')
    expect(where(await visitor.post('/login/code?next=%2Fcart', { code: codes[0]! }))).toBe('/cart')
    expect(await (await visitor.get('/profile/settings')).text()).toContain('diego@hiram.test')
  })

  it('is not switched on or off for somebody else, nor by a form of another site', async () => {
    const visitor = site.visitor('olivia')
    const form = { intent: 'begin', password: PASSWORD, accountId: site.cast.ramon.id }
    expect((await visitor.post('/profile/settings/two-factor', form)).status).toBe(422)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const begin = { intent: 'begin', password: PASSWORD }
    expect((await visitor.post('/profile/settings/two-factor', begin, { headers })).status).toBe(403)
    expect(where(await site.visitor().post('/profile/settings/two-factor', begin))).toBe('/')
    const rows = await site.services.db.selectFrom('twoFactor').select('accountId').execute()
    expect(rows.map(({ accountId }) => accountId)).not.toContain(site.cast.olivia.id)
  })
})

describe('who reads a person’s mail', () => {
  /** Sets their password by a mailed link, and gives it at the log-in. */
  async function firstStep(email: string): Promise<Visitor> {
    const { services } = site
    const visitor = site.visitor()
    await visitor.post('/forgot-password', { email })
    await services.db.updateTable('effect').set({ dueAt: services.clock.now() }).execute()
    await doEffects(services)
    const texts = (await services.mail.list(99)).filter(({ to }) => to === email).map(({ text }) => text)
    const tokens = texts.flatMap((text) => /\/reset-password\?token=([\w-]{43})$/m.exec(text)?.[1] ?? [])
    await visitor.post('/reset-password', {
      token: tokens[0]!,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    })
    expect(where(await logIn(visitor, email, 'owner'))).toBe('/login/code?next=%2Fcart')
    return visitor
  }

  it('guesses 20 codes an hour, however often they set a new password, from whatever browser', async () => {
    const { codes } = await withTwoFactor(site.services, site.cast.olivia)
    for (let round = 0; round < 4; round++) {
      const thief = await firstStep(site.cast.olivia.email)
      for (let n = 0; n < 5; n++)
        expect((await thief.post('/login/code', { code: `00000${n}` })).status).toBe(422)
    }
    const thief = await firstStep(site.cast.olivia.email)
    const refused = await thief.post('/login/code', { code: codes[0]! })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(thief.cookie).not.toContain('session_token')
  })
})

describe('where admins need it', () => {
  it('one without it is led to set it up, and reads or does nothing before', async () => {
    const env = { ADMIN_TWO_FACTOR: 'required' }
    const services = await testServices(site.services.connection, { env })
    const app = await testApp(services)
    const amihan = new Visitor(app, services, site.cast.amihan)
    const setUp = '/admin/settings/two-factor'
    for (const page of ['/admin', '/admin/users', '/admin/users.csv', '/admin/settings/password'])
      expect(where(await amihan.get(page)), page).toBe(setUp)
    const before = await site.counts()
    const form = { intent: 'reject', userId: site.cast.ramon.id }
    expect(where(await amihan.post('/admin/users', form))).toBe(setUp)
    expect(await site.counts()).toEqual(before)
    expect((await amihan.get('/admin/users.data')).status).toBe(202)
    expect(textOf(await (await amihan.get(setUp)).text())).toContain('Admins need it here')
    await withTwoFactor(site.services, site.cast.amihan)
    expect((await amihan.get('/admin')).status).toBe(200)
    await services.close()
  })
})
