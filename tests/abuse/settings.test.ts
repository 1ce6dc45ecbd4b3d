import { describe, expect, it } from 'vitest'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { PASSWORD, rent, tinyJpeg } from '#tests/support/people.ts'
import { TODAY, by, testServices } from '#tests/support/services.ts'
import { testApp, toastOf, Visitor, type Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'
import { takePartyAction } from '#server/rental/take-action.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'miguel', 'amihan'])
const here = '/profile/settings'
type Who = 'ramon' | 'katrina' | 'olivia' | 'diego' | 'miguel' | 'amihan'
const form = (changes: Fields = {}): Fields => ({
  intent: 'profile',
  fullName: 'Ramon Dela Cruz',
  location: 'Cebu',
  ...changes,
})
const rowOf = (who: Who) =>
  site.services.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', site.cast[who].id)
    .executeTakeFirstOrThrow()

describe('the settings form', () => {
  // Spec: S2.57, S3.3, S8.4, S8.23
  it('saves, says so, and goes back to itself', async () => {
    const response = await site.visitor('ramon').post(here, form({ fullName: '  Ramon   Reyes ' }))
    expect(response.headers.get('location')).toBe(here)
    expect(toastOf(response)).toBe('Profile updated successfully!')
    expect(await rowOf('ramon')).toMatchObject({ firstName: 'Ramon', lastName: 'Reyes', location: 'Cebu' })
  })

  // Spec: S5.18
  it.each<[string, Fields, string, string]>([
    ['an empty name', { fullName: ' ' }, 'fullName', 'Full Name is required.'],
    ['no name', { fullName: undefined }, 'fullName', 'Full Name is required.'],
    ['one name', { fullName: 'Ramon' }, 'fullName', 'Full Name needs a first and a last name.'],
    ['a name of tags', { fullName: '<b>Ramon</b> Cruz' }, 'fullName', 'Full Name can have letters, spaces'],
    ['a hidden name', { fullName: 'Ramon \u202eCruz' }, 'fullName', 'invisible or control characters'],
    ['a long name', { fullName: `Ramon ${'x'.repeat(200)}` }, 'fullName', 'at most 161 characters'],
    ['a long last name', { fullName: `Ramon ${'x'.repeat(81)}` }, 'fullName', 'at most 80 characters'],
    ['two names', { fullName: ['A B', 'C D'] }, 'fullName', 'sent more than once'],
    ['a long place', { location: 'x'.repeat(121) }, 'location', 'at most 120 characters'],
  ])('refuses %s beside its field, and stores nothing', async (_, changes, field, words) => {
    const before = [await site.counts(), await rowOf('ramon')]
    const response = await site.visitor('ramon').post(here, form(changes))
    expect(response.status).toBe(422)
    expect(messageBeside(await response.text(), field)).toContain(words)
    expect([await site.counts(), await rowOf('ramon')]).toEqual(before)
  })

  // Spec: S5.19
  // Case: 23
  it.each(['email', 'role', 'verificationStatus', 'image', 'deletedAt', 'id', 'username', '__proto__'])(
    'gives nobody a %s of their own',
    async (name) => {
      const before = [await site.counts(), await rowOf('ramon')]
      const response = await site.visitor('ramon').post(here, form({ [name]: 'admin' }))
      expect(response.status).toBe(422)
      expect([await site.counts(), await rowOf('ramon')]).toEqual(before)
    },
  )

  it('keeps what was typed, as text, when something is wrong', async () => {
    const location = `"><script>alert(1)</script>`
    const response = await site.visitor('ramon').post(here, form({ fullName: '', location }))
    const html = await response.text()
    expect(html).not.toContain('<script>alert(1)')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  })

  // Spec: S7.23
  it('takes a picture without scripts; what is none is refused beside its field, with nothing stored', async () => {
    const picture = new File([(await tinyJpeg()) as BlobPart], '../../me.jpg', { type: 'image/jpeg' })
    const saved = await site.visitor('katrina').post(here, form({ fullName: 'Katrina Ocampo', picture }))
    expect(toastOf(saved)).toBe('Profile updated successfully!')
    const { image } = await rowOf('katrina')
    expect(image).toMatch(/^\/images\/[0-9a-f-]{36}\/320\.webp$/)
    expect((await site.visitor().get(image!)).headers.get('content-type')).toBe('image/webp')
    expect(await (await site.visitor('katrina').get(here)).text()).toContain(image!)

    const before = [await site.counts(), await rowOf('katrina')]
    for (const [bytes, words] of [
      [
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        'That file is not an image we can read.',
      ],
      ['x'.repeat(10 * 1024 * 1024 + 1), 'That file is larger than 10 MB.'],
    ] as const) {
      const file = new File([bytes], 'me.jpg', { type: 'image/jpeg' })
      const response = await site.visitor('katrina').post(here, form({ fullName: 'New Name', picture: file }))
      expect(response.status).toBeGreaterThanOrEqual(413)
      const html = await response.text()
      expect(messageBeside(html, 'picture')).toContain(words)
      expect(html).toContain('value="New Name"')
    }
    expect([await site.counts(), await rowOf('katrina')]).toEqual(before)
  })

  // Spec: S8.4, S8.24, S8.25
  it('says why it was not saved, and keeps what was typed', async () => {
    const services = await testServices(site.services.connection, {
      limits: { profileUpdates: { points: 0, seconds: 3600 } },
    })
    const app = await testApp(services)
    const save = async () => {
      const response = await new Visitor(app, services, site.cast.ramon).post(
        here,
        form({ location: 'Iloilo' }),
      )
      return [response.status, await response.text()] as const
    }
    const before = await rowOf('ramon')
    await services.limits.take('profileUpdates', site.cast.ramon.id)
    const [tooMany, refused] = await save()
    expect(tooMany).toBe(429)
    expect(textOf(refused)).toContain('Failed to update profile: That was a lot in a short time.')
    expect(refused).toContain('value="Iloilo"')

    services.limits.take = () => Promise.reject(new Error('the database is away'))
    const [broken, failed] = await save()
    expect(broken).toBe(500)
    expect(textOf(failed)).toContain('Error updating profile. Please try again.')
    expect(failed).toContain('value="Iloilo"')
    expect(services.errors.splice(0)).toHaveLength(1)
    expect(await rowOf('ramon')).toEqual(before)
    await services.close()
  })

  it('sent by someone who logged out in between saves nothing', async () => {
    const visitor = site.visitor('miguel')
    await visitor.get(here)
    const session = visitor.cookie
    await visitor.post('/logout', {})
    visitor.takeCookies([session])
    const before = await rowOf('miguel')
    expect((await visitor.post(here, form({ fullName: 'Some One' }))).headers.get('location')).toBe('/')
    expect(await rowOf('miguel')).toEqual(before)
  })

  // Spec: S2.68
  it('is the same for admins, in their area; each only in their own', async () => {
    const saved = await site.visitor('amihan').post('/admin/settings', form({ fullName: 'Amihan Reyes' }))
    expect(saved.headers.get('location')).toBe('/admin/settings')
    expect(await rowOf('amihan')).toMatchObject({ lastName: 'Reyes' })
    expect((await site.visitor('ramon').post('/admin/settings', form())).headers.get('location')).toBe('/')
    expect((await site.visitor('amihan').get(here)).headers.get('location')).toBe('/admin')
    expect((await site.visitor().get(here)).headers.get('location')).toBe('/')
  })

  // Spec: S3.13, S7.10
  it('shows the rentals and chats of its person only, whole, without scripts', async () => {
    const listingId = await site.publish({ title: 'Kayak' })
    await rent(site.services, site.cast.katrina, [listingId])
    const text = async (who: Who) => textOf(await (await site.visitor(who).get(here)).text())
    expect(await text('katrina')).toMatch(/Kayak.*Starts Nov 22, 2026.*Pending/)
    expect(await text('katrina')).not.toContain('Loading history...')
    expect(await text('ramon')).not.toContain('Kayak')
    expect(await text('ramon')).toContain('You haven’t rented anything yet.')
  })
})

describe('the choices of notices', () => {
  const path = `${here}/notifications`
  it('are saved; unknown kinds and fields are refused', async () => {
    const saved = await site.visitor('ramon').post(path, { site: ['approved', 'overdue'], email: [] })
    expect(toastOf(saved)).toBe('Notification choices saved.')
    const html = await (await site.visitor('ramon').get(path)).text()
    const box = (channel: string, kind: string) =>
      html
        .match(/<input[^>]*>/g)!
        .find((tag) => tag.includes(`name="${channel}"`) && tag.includes(`value="${kind}"`))
    expect(box('site', 'approved')).toContain('checked')
    expect(box('site', 'rejected')).not.toContain('checked')
    expect(box('email', 'approved')).not.toContain('checked')
    for (const fields of [{ site: ['approved', 'everything'] }, { email: ['approved'], accountId: 'x' }])
      expect((await site.visitor('ramon').post(path, fields)).status).toBe(422)
    const rows = await site.services.db.selectFrom('notificationChoice').selectAll().execute()
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.every(({ accountId }) => accountId === site.cast.ramon.id)).toBe(true)
  })
})

describe('one’s own data', () => {
  const path = `${here}/data`
  it('is downloaded as a file that no cache keeps, by its person only', async () => {
    const response = await site.visitor('ramon').get(`${path}/download`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="my-data-${TODAY}.json"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const data = (await response.json()) as { sections: { account: unknown[] } }
    expect(data.sections.account).toMatchObject([{ email: 'renter@hiram.test' }])
    expect((await site.visitor().get(`${path}/download`)).headers.get('location')).toBe('/')
    expect((await site.visitor('amihan').get(`${path}/download`)).headers.get('location')).toBe('/admin')
  })

  it('is not erased with a wrong password, none, fields of its own, or from another site', async () => {
    const before = [await site.counts(), await rowOf('diego')]
    for (const [fields, words] of [
      [{ intent: 'delete-account', password: 'a guess' }, 'That is not your password.'],
      [{ intent: 'delete-account', password: '' }, 'Please type your password.'],
      [{ intent: 'delete-account' }, 'Please type your password.'],
    ] as const) {
      const response = await site.visitor('diego').post(`${path}?delete=1`, fields)
      expect(response.status).toBe(422)
      expect(textOf(await response.text())).toContain(words)
    }
    const theirs = { intent: 'delete-account', password: PASSWORD, accountId: site.cast.ramon.id }
    expect((await site.visitor('diego').post(path, theirs)).status).toBe(422)
    const foreign = await site
      .visitor('diego')
      .post(
        path,
        { intent: 'delete-account', password: PASSWORD },
        { headers: { 'sec-fetch-site': 'cross-site' } },
      )
    expect(foreign.status).toBe(403)
    expect([await site.counts(), await rowOf('diego')]).toEqual(before)
  })

  // Case: 30
  it('is not erased while a rental is on, and the page says why', async () => {
    const { rentalId } = await rent(site.services, site.cast.katrina, [await site.publish()], {
      startDate: TODAY,
    })
    await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action: 'approve' })
    const visitor = site.visitor('katrina')
    const page = textOf(await (await visitor.get(`${path}?delete=1`)).text())
    expect(page).toContain('This account has a rental that is Approved or Active.')
    expect(page).not.toContain('Are you sure you want to delete your account?')
    const response = await visitor.post(path, { intent: 'delete-account', password: PASSWORD })
    expect(response.status).toBe(409)
    expect(await rowOf('katrina')).toMatchObject({ deletedAt: null })
  })

  it('is erased with the password: every session ends, and a second press finds nobody', async () => {
    const [visitor, elsewhere] = [site.visitor('diego'), site.visitor('diego')]
    const asked = await visitor.get(`${path}?delete=1`)
    expect(textOf(await asked.text())).toContain(
      'Are you sure you want to delete your account? This cannot be undone.',
    )
    const fields = { intent: 'delete-account', password: PASSWORD }
    const [first, second] = await Promise.all([visitor.post(path, fields), elsewhere.post(path, fields)])
    const toasts = [toastOf(first), toastOf(second)]
    expect(toasts).toContain('Your account was deleted.')
    expect(await rowOf('diego')).toMatchObject({ firstName: 'Deleted', image: null })
    for (const each of [visitor, elsewhere, site.visitor('diego')])
      expect((await each.get('/profile')).headers.get('location')).toBe('/')
  })
})
