import { describe, expect, it } from 'vitest'
import { doEffects } from '#tests/support/do-effects.ts'
import { textOf } from '#tests/support/html.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'
import { testApp, toastOf, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'miguel', 'amihan'])
const NEW = 'mangoes in the rain'

async function mailedLink(email: string, path: string) {
  await site.services.db.updateTable('effect').set({ dueAt: site.services.clock.now() }).execute()
  await doEffects(site.services)
  const mails = (await site.services.mail.list(99)).filter(({ to }) => to === email)
  const link = mails.map(({ text }) => new RegExp(`\\S+/${path}\\?token=\\S+`).exec(text)?.[0]).find(Boolean)!
  const url = new URL(link)
  expect(url.origin).toBe(site.services.settings.baseUrl)
  return { path: url.pathname + url.search, token: url.searchParams.get('token')! }
}

const askReset = (email: string, sending = {}) => site.visitor().post('/forgot-password', { email }, sending)

describe('a forgotten password', () => {
  // Case: 32
  it('is answered the same for addresses with and without an account', async () => {
    const answers = []
    for (const email of ['renter@hiram.test', 'nobody@hiram.test']) {
      const asked = await askReset(email, { headers: { 'x-forwarded-host': 'evil.test', host: 'evil.test' } })
      const page = await site.visitor().get(asked.headers.get('location')!)
      const text = textOf(await page.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
      answers.push([asked.status, asked.headers.get('location'), toastOf(asked), text])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![1]).toBe('/forgot-password?sent=1')
    await mailedLink('renter@hiram.test', 'reset-password')
  })

  it.each([
    ['', 'Email is required.'],
    ['nobody', 'Please enter an email address, such as ana@example.com.'],
    [`${'a'.repeat(250)}@hiram.test`, 'Email'],
    ['<script>alert(1)</script>', 'Please enter an email address'],
    ["' or 1=1 --", 'Please enter an email address'],
  ])('asked for with %j is refused beside the field', async (email, words) => {
    const response = await askReset(email)
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(textOf(html)).toContain(words)
    expect(html).not.toContain('<script>alert')
  })

  it('is limited: five an hour for an address', async () => {
    for (let i = 0; i < 5; i++) expect((await askReset('flood@hiram.test')).status).toBe(302)
    const full = await askReset('FLOOD@hiram.test')
    expect(full.status).toBe(429)
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    const html = await full.text()
    expect(textOf(html)).toContain('That was a lot in a short time.')
    expect(html).toContain('value="FLOOD@hiram.test"')
  })

  // Case: 34
  it('is set by the mailed link, once; its page has no referrer and is not cached', async () => {
    await askReset('katrina@hiram.test')
    const { path, token } = await mailedLink('katrina@hiram.test', 'reset-password')
    const visitor = site.visitor()
    const page = await visitor.get(path)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain('content="noindex"')
    expect(html.match(/autocomplete="new-password"/gi)).toHaveLength(2)

    const send = (fields: Record<string, string>) => visitor.post(path, { token, ...fields })
    const refusals = [
      [{ password: NEW, confirmPassword: 'another' }, 'Passwords do not match'],
      [{ password: 'short', confirmPassword: 'short' }, 'Please use at least 8 characters.'],
      [{ password: 'short', confirmPassword: 'another' }, 'Passwords do not match'],
      [{ password: 'password123', confirmPassword: 'password123' }, 'one of the first that strangers try'],
      [{ password: '', confirmPassword: '' }, 'Password is required.'],
    ] as const
    for (const [fields, words] of refusals) {
      const refused = await send(fields)
      expect(refused.status).toBe(422)
      expect(refused.headers.get('referrer-policy')).toBe('no-referrer')
      const said = await refused.text()
      expect(textOf(said)).toContain(words)
      if (fields.password) expect(said).not.toContain(`value="${fields.password}"`)
    }
    // Browsers send this from a page whose referrer policy hides its address.
    const headers = { origin: 'null' }
    const set = await visitor.post(path, { token, password: NEW, confirmPassword: NEW }, { headers })
    expect([set.headers.get('location'), toastOf(set)]).toEqual([
      '/login?portal=renter',
      'Password updated successfully!',
    ])
    expect((await site.visitor('katrina').get('/profile')).headers.get('location')).toBe('/')
    const again = await send({ password: `${NEW}!`, confirmPassword: `${NEW}!` })
    expect(again.status).toBe(410)
    expect(textOf(await again.text())).toContain('Ask for a new link')
    expect((await visitor.get(path)).status).toBe(410)
  })
})

describe('an email', () => {
  it('is confirmed by pressing, not by opening, the link; the banner goes', async () => {
    const visitor = site.visitor('ramon')
    const { id } = site.cast.ramon
    await site.services.db.updateTable('account').set({ emailVerified: false }).where('id', '=', id).execute()
    expect(textOf(await (await visitor.get('/profile')).text())).toContain('Please confirm your email')
    const fields = { next: '/profile/rental-tracker' }
    const sent = await visitor.post('/verify-email/again', fields)
    expect([sent.headers.get('location'), toastOf(sent)]).toEqual([
      fields.next,
      'We have sent a link to renter@hiram.test.',
    ])
    const { path, token } = await mailedLink('renter@hiram.test', 'verify-email')
    for (let i = 0; i < 2; i++) expect((await site.visitor().get(path)).status).toBe(200)
    expect(textOf(await (await visitor.get('/profile')).text())).toContain('Please confirm your email')
    const confirmed = await visitor.post(path, { token })
    expect([confirmed.headers.get('location'), toastOf(confirmed)]).toEqual([
      '/profile',
      'Thank you, renter@hiram.test is confirmed.',
    ])
    expect(textOf(await (await visitor.get('/profile')).text())).not.toContain('Please confirm your email')
    expect(textOf(await (await site.visitor().get(path)).text())).toContain('Your email is confirmed')
  })

  it('is sent again five times an hour, and redirects nowhere else', async () => {
    const visitor = site.visitor('miguel')
    for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test', '/profile', '/profile'])
      expect((await visitor.post('/verify-email/again', { next })).headers.get('location')).toBe('/profile')
    expect(toastOf(await visitor.post('/verify-email/again', {}))).toMatch(/^That was a lot/)
    const guest = await site.visitor().post('/verify-email/again', {})
    expect(toastOf(guest)).toBe('Please log in to confirm your email.')
  })
})

describe('changing one’s password', () => {
  const passwords = (changes = {}) => ({
    currentPassword: PASSWORD,
    newPassword: NEW,
    confirmPassword: NEW,
    ...changes,
  })

  // Spec: S8.6, S8.7, S8.8
  it.each([
    ['olivia', '/profile/settings'],
    ['amihan', '/admin/settings'],
  ] as const)('answers %s in her own area', async (who, settings) => {
    const visitor = site.visitor(who)
    const refused = await visitor.post(`${settings}/password`, passwords({ currentPassword: 'not hers' }))
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(textOf(html)).toContain(
      'Password update failed: That is not your current password. You may need to log in again to ' +
        'update your password.',
    )
    expect(html).not.toContain(NEW)
    const done = await visitor.post(`${settings}/password`, passwords())
    expect([done.headers.get('location'), toastOf(done)]).toEqual([
      settings,
      'Password updated successfully!',
    ])
    expect((await visitor.get(`${settings}/password`)).status).toBe(200)
  })

  // Case: 34
  it.each([
    ['currentPassword', '', 'Please type your current password.'],
    ['newPassword', '', 'Password is required.'],
    ['newPassword', 'x'.repeat(129), 'Please use at most 128 characters.'],
    ['confirmPassword', 'another', 'Passwords do not match'],
    ['newPassword', 'short', 'Passwords do not match'],
    ['confirmPassword', '', 'Please type the new password again.'],
    ['role', 'admin', 'This form has fields we don&#x27;t know: role'],
  ])('with %s %j says what is wrong with it, and changes nothing', async (name, value, words) => {
    const response = await site
      .visitor('diego')
      .post('/profile/settings/password', passwords({ [name]: value }))
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html.includes(words) || textOf(html).includes(words)).toBe(true)
    expect((await site.visitor('diego').get('/profile')).status).toBe(200)
  })

  // Spec: S6.10, S8.5
  it('is for people who are logged in', async () => {
    const response = await site.visitor().post('/profile/settings/password', passwords())
    expect([response.headers.get('location'), toastOf(response)]).toEqual([
      '/',
      'You must be logged in to update your password.',
    ])
  })
})

describe('sessions', () => {
  it('end in another browser, at once, and none of someone else’s does', async () => {
    const services = await testServices(site.services.connection)
    const app = await testApp(services)
    const enter = async (headers: Record<string, string>) => {
      const visitor = new Visitor(app, services)
      const fields = { portal: 'owner', email: 'diego@hiram.test', password: PASSWORD }
      expect((await visitor.post('/login', fields, { headers })).headers.get('location')).toBe('/profile')
      return visitor
    }
    const phone = await enter({ 'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/604.1' })
    const evil = await enter({ 'user-agent': '<img src=x onerror=alert(1)>' })
    const here = site.visitor('diego')
    const html = await (await here.get('/profile/settings/sessions')).text()
    expect(textOf(html)).toContain('Safari on iPhone')
    expect(textOf(html)).toContain('203.0.113.x')
    expect(html).not.toContain('onerror')
    const ids = [...html.matchAll(/name="sessionId" value="([0-9a-f-]{36})"/g)].map(([, id]) => id!)
    expect(ids).toHaveLength(2)
    for (const sessionId of ids)
      await site.visitor('miguel').post('/profile/settings/sessions', { sessionId })
    expect((await phone.get('/profile')).status).toBe(200)
    const ended = await here.post('/profile/settings/sessions', { sessionId: 'others' })
    expect(toastOf(ended)).toBe('You are logged out everywhere else.')
    for (const gone of [phone, evil]) expect((await gone.get('/profile')).headers.get('location')).toBe('/')
    expect((await here.get('/profile')).status).toBe(200)
    for (const sessionId of ['', 'x', "' or 1=1 --", 'all'])
      expect((await here.post('/profile/settings/sessions', { sessionId })).status).toBe(400)
    await services.close()
  })
})

it('a renter becomes an owner by one press, an admin never', async () => {
  const visitor = site.visitor('miguel')
  const done = await visitor.post('/profile/become-owner', {})
  expect([done.headers.get('location'), toastOf(done)]).toEqual([
    '/profile/listings',
    'You’re an owner now. List your first item!',
  ])
  expect((await visitor.get('/profile/listings')).status).toBe(200)
  expect((await visitor.post('/profile/become-owner', {})).headers.get('location')).toBe('/profile/listings')
  expect((await site.visitor('amihan').post('/profile/become-owner', {})).headers.get('location')).toBe(
    '/admin',
  )
  expect((await site.visitor().post('/profile/become-owner', {})).headers.get('location')).toBe('/')
})

describe('the log-in reports', () => {
  const newcomer = {
    intent: 'sign-up',
    role: 'renter',
    firstName: 'Corazon',
    lastName: 'Uy',
    email: 'corazon@hiram.test',
    username: 'corazon.uy',
    password: NEW,
    confirmPassword: NEW,
  }

  // Spec: S8.2, S8.3
  it('that an account was created, after a sign-up, and that one is logged out, after a log-out', async () => {
    const visitor = site.visitor()
    const opened = await visitor.post('/login?portal=renter&tab=signup', { ...newcomer, next: '/cart' })
    expect([opened.headers.get('location'), toastOf(opened)]).toEqual([
      '/cart',
      'Account created successfully!',
    ])
    const left = await visitor.post('/logout', {})
    expect([left.headers.get('location'), toastOf(left)]).toEqual(['/', 'Logged out.'])
  })

  // Spec: S8.30, S8.31
  it('that an unexpected error occurred when it could not find out, and keeps what was typed', async () => {
    const services = await testServices(site.services.connection)
    const away = () => Promise.reject(new Error('the database is away'))
    services.limits = { ...services.limits, take: away, countFailure: away }
    const visitor = new Visitor(await testApp(services), services)
    for (const [path, fields] of [
      ['/login?portal=renter', { portal: 'renter', email: 'corazon@hiram.test', password: NEW }],
      ['/login?portal=renter&tab=signup', newcomer],
    ] as const) {
      const failed = await visitor.post(path, fields)
      expect(failed.status).toBe(500)
      const html = await failed.text()
      expect(textOf(html)).toContain('An unexpected error occurred. Please try again.')
      expect(html).toContain('value="corazon@hiram.test"')
      expect(html).not.toContain(NEW)
    }
    expect(services.errors.splice(0)).toHaveLength(2)
    await services.close()
  })
})
