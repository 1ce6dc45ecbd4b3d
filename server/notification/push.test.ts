import { afterEach, describe, expect, it } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { type NotificationChannel, switchableKinds } from '#domain/notification/kinds.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { chooseNotifications } from './choose-notifications.ts'
import { listNotices, listSwitchedOff } from './queries.ts'
import { subscribeBrowser } from './subscribe-browser.ts'

const keys = generateVAPIDKeys()
const env = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey, PUSH_HOSTS: 'push.test' }
const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'], {
  env,
  limits: { profileUpdates: { points: 500, seconds: 60 } },
})
const bare = withSite(['ramon'])

afterEach(async () => {
  const { services } = site
  services.clock.set(NOW)
  for (const table of ['effect', 'notice', 'pushSubscription', 'notificationChoice'] as const)
    await services.db.deleteFrom(table).execute()
})

/** Subscribes a browser of Olivia's to push messages. */
async function open(who: people.Person = site.cast.olivia) {
  const target = site.services.pushService.open()
  accepted(await subscribeBrowser(by(site.services, who), target))
  return target
}
const received = (target: { endpoint: string }) =>
  site.services.pushService.received(target).map(({ title }) => title)
const endpoints = async () =>
  (await site.services.db.selectFrom('pushSubscription').select('endpoint').execute()).map((r) => r.endpoint)

/** Writes a notice for Olivia about a listing. */
async function sendNotice() {
  await site.publish()
  await work()
}
async function work() {
  const { services } = site
  await doEffects(services)
}
const later = (seconds: number) =>
  site.services.clock.set(new Date(site.services.clock.now().getTime() + seconds * 1000))

describe('a browser that asked for notices', () => {
  // Spec: D31
  it('is told what the mail says, once, and leads to the notice', async () => {
    const { services, cast } = site
    const [hers, another] = [await open(), await open()]
    const his = await open(cast.ramon)
    await sendNotice()
    await work()
    const { notices } = await listNotices(services.db, cast.olivia.id)
    for (const browser of [hers, another])
      expect(services.pushService.received(browser)).toMatchObject([
        {
          title: 'Your 4-person tent is listed',
          text: expect.stringContaining('find and rent it now'),
          path: `/profile/notices/${notices[0]!.id}`,
        },
      ])
    expect(received(his)).toEqual([])
  })

  it('gets a message although the kind is off on the site, and not when it is off for browsers', async () => {
    const { services, cast } = site
    const browser = await open()
    const all = switchableKinds
    const but = all.filter((kind) => kind !== 'listing-reviewed')
    const choose = async (wanted: Parameters<typeof chooseNotifications>[1]) =>
      accepted(await chooseNotifications(by(services, cast.olivia), wanted))
    await choose({ site: but, email: but, push: all })
    await sendNotice()
    expect(services.pushService.received(browser)).toMatchObject([
      { path: expect.stringMatching(/^\/listing\//) },
    ])
    expect(received(browser)).toHaveLength(1)
    await choose({ site: all, email: all, push: but })
    await sendNotice()
    expect(received(browser)).toHaveLength(1)
  })

  it('is tried again when its push service is away; the others, and the mail, are told once', async () => {
    const { services } = site
    const [slow, quick] = [await open(), await open()]
    services.pushService.fail(slow, 503, 429)
    const mails = (await services.mail.list(500)).length
    await sendNotice()
    expect([received(slow).length, received(quick).length]).toEqual([0, 1])
    for (const seconds of [60, 120]) {
      later(seconds)
      await work()
    }
    expect([received(slow).length, received(quick).length]).toEqual([1, 1])
    expect((await services.mail.list(500)).length).toBe(mails + 1)
  })

  it('is tried again no sooner than its push service asks', async () => {
    const { services } = site
    const browsers = [await open(), await open(), await open()]
    services.pushService.askToWait(browsers[0]!, '60')
    services.pushService.askToWait(browsers[1]!, '600')
    services.pushService.fail(browsers[2]!, 503)
    await sendNotice()
    later(599)
    await work()
    expect(browsers.flatMap(received)).toEqual([])
    later(2)
    await work()
    expect(browsers.flatMap(received)).toHaveLength(3)
  })

  it('is told once of a notice that another waits for, although both were told of a later one meanwhile', async () => {
    const { services } = site
    const [slow, quick] = [await open(), await open()]
    services.pushService.fail(slow, 503)
    await sendNotice()
    await sendNotice()
    expect([received(slow).length, received(quick).length]).toEqual([1, 2])
    later(60)
    await work()
    expect([received(slow).length, received(quick).length]).toEqual([2, 2])
  })

  it('is told once of a notice, although it subscribed again before another one got it', async () => {
    const { services, cast } = site
    const [slow, quick] = [await open(), await open()]
    services.pushService.fail(slow, 503)
    await sendNotice()
    accepted(await subscribeBrowser(by(services, cast.olivia), quick))
    later(60)
    await work()
    expect([received(slow).length, received(quick).length]).toEqual([1, 1])
  })

  it.each([404, 410])('is deleted when its subscription has ended (%i)', async (status) => {
    const [gone, there] = [await open(), await open()]
    site.services.pushService.fail(gone, status)
    await sendNotice()
    expect(await endpoints()).toEqual([there.endpoint])
    expect(received(there)).toHaveLength(1)
  })

  it.each([401, 403])(
    'stays when its push service does not take our key (%i), and is tried again',
    async (status) => {
      const browser = await open()
      site.services.pushService.fail(browser, status)
      await sendNotice()
      expect(await endpoints()).toEqual([browser.endpoint])
      later(60)
      await work()
      expect(received(browser)).toHaveLength(1)
    },
  )

  it('that subscribed with a former key of the site is off and gets nothing, until it subscribes anew', async () => {
    const { services, cast } = site
    const [former, unknown] = [await open(), await open()]
    const ofKey = (vapidKey: string | null, { endpoint }: { endpoint: string }) =>
      services.db.updateTable('pushSubscription').set({ vapidKey }).where('endpoint', '=', endpoint).execute()
    await ofKey(generateVAPIDKeys().publicKey, former)
    // Subscribed before keys were noted.
    await ofKey(null, unknown)
    const offered = async () =>
      (await (await site.visitor('olivia').get('/profile/settings/notifications')).text()).includes(
        former.endpoint,
      )
    expect(await offered()).toBe(false)
    await sendNotice()
    expect([received(former).length, received(unknown).length]).toEqual([0, 1])
    const waiting = services.db.selectFrom('effect').select('id').where('doneAt', 'is', null)
    expect(await waiting.execute()).toEqual([])
    const rows = await services.db.selectFrom('pushSubscription').select(['endpoint', 'vapidKey']).execute()
    expect(rows).toContainEqual({ endpoint: unknown.endpoint, vapidKey: keys.publicKey })
    accepted(await subscribeBrowser(by(services, cast.olivia), former))
    expect(await offered()).toBe(true)
    await sendNotice()
    expect([received(former).length, received(unknown).length]).toEqual([1, 2])
  })

  it('gets nothing more once its person logs out there, or is logged out', async () => {
    const { services } = site
    const browser = services.pushService.open()
    const visitor = site.visitor('katrina')
    const { endpoint, p256dh, auth } = browser
    expect((await visitor.post('/api/push', { intent: 'subscribe', endpoint, p256dh, auth })).status).toBe(
      200,
    )
    expect(await endpoints()).toEqual([endpoint])
    await visitor.post('/logout', {})
    expect(await endpoints()).toEqual([])
  })

  it('belongs to the last person who subscribed it', async () => {
    const { services, cast } = site
    const browser = await open(cast.ramon)
    accepted(await subscribeBrowser(by(services, cast.olivia), browser))
    await sendNotice()
    expect(received(browser)).toHaveLength(1)
    expect(await endpoints()).toHaveLength(1)
  })

  it('is one of ten at most', async () => {
    const all = []
    for (let n = 0; n < 12; n++) {
      later(1)
      all.push((await open()).endpoint)
    }
    expect((await endpoints()).sort()).toEqual(all.slice(2).sort())
  })
})

describe('the address for browsers', () => {
  const post = async (fields: Record<string, string | undefined>, who?: 'ramon' | 'olivia' | 'amihan') =>
    (await site.visitor(who).post('/api/push', fields)).status
  const fields = () => ({ intent: 'subscribe', ...site.services.pushService.open() })

  it.each([
    ['no endpoint', { endpoint: undefined }],
    ['an endpoint that is no address', { endpoint: 'not-an-address-at-all' }],
    ['another server', { endpoint: 'https://169.254.169.254/latest/meta-data' }],
    ['our own machine', { endpoint: 'http://localhost:5432/' }],
    ['a host that only looks known', { endpoint: 'https://fcm.googleapis.com.evil.test/' }],
    ['an endless endpoint', { endpoint: `https://push.test/${'x'.repeat(2000)}` }],
    ['a key that is none', { p256dh: '<script>' }],
    ['a secret that is none', { auth: 'x' }],
    ['an unknown intent', { intent: 'everything' }],
    ['a forged account', { accountId: '00000000-0000-0000-0000-000000000000' }],
  ])('refuses %s', async (_, change) => {
    expect(await post({ ...fields(), ...change }, 'olivia')).toBe(422)
    expect(await endpoints()).toEqual([])
  })

  it('is not for guests, nor from another site', async () => {
    expect(await post(fields())).toBe(401)
    const foreign = await site
      .visitor('olivia')
      .post('/api/push', fields(), { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
    expect(await endpoints()).toEqual([])
  })

  it('ends only the person’s own subscription', async () => {
    const { endpoint } = await open()
    expect(await post({ intent: 'unsubscribe', endpoint }, 'ramon')).toBe(200)
    expect(await endpoints()).toEqual([endpoint])
    for (let time = 1; time <= 2; time++)
      expect(await post({ intent: 'unsubscribe', endpoint }, 'olivia')).toBe(200)
    expect(await endpoints()).toEqual([])
  })
})

it('is not switched off by a form that was opened before push was offered', async () => {
  const at = '/profile/settings/notifications'
  const choose = async (fields: Record<string, string[]>) => {
    expect((await site.visitor('olivia').post(at, fields)).status).toBe(302)
    return listSwitchedOff(site.services.db, site.cast.olivia.id)
  }
  const before = { site: [], email: [], shownChannels: ['site email'], shownKinds: ['approved'] }
  const off = (...channels: NotificationChannel[]) =>
    channels.map((channel) => ({ kind: 'approved', channel }))
  expect(await choose(before)).toEqual(off('email', 'site'))
  expect(await choose({ ...before, shownChannels: ['push'] })).toEqual(off('email', 'push', 'site'))
  const html = await (await site.visitor('olivia').get(at)).text()
  const shown = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]
  expect(shown('shownKinds')!.split(' ')).toHaveLength(switchableKinds.length)
  expect(shown('shownChannels')).toBe('site email push')
  expect(await choose({})).toHaveLength(3 * switchableKinds.length)
})

describe('without keys', () => {
  it('nothing is offered, taken or sent', async () => {
    const html = await (await bare.visitor('ramon').get('/profile/settings/notifications')).text()
    expect(html).not.toMatch(/This browser|In browsers/)
    const offered = await (await site.visitor('ramon').get('/profile/settings/notifications')).text()
    expect(offered).toMatch(/This browser[\s\S]*In browsers/)
    const target = site.services.pushService.open()
    const answer = await bare.visitor('ramon').post('/api/push', { intent: 'subscribe', ...target })
    expect(answer.status).toBe(404)
    expect(await bare.services.db.selectFrom('pushSubscription').select('id').execute()).toEqual([])
  })
})
