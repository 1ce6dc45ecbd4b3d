import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { textOf, unescaped } from '#tests/support/html.ts'
import { paying } from '#tests/support/paying.ts'
import { listApproved, rent } from '#tests/support/people.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
type Who = keyof typeof site.cast

const read = async (path: string, who?: Who) => (await site.visitor(who).get(path)).text()
const words = async (path: string, who?: Who) => textOf(await read(path, who))
const part = (html: string, opening: RegExp, tag: string) =>
  new RegExp(`${opening.source}[\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? ''
const header = async (who?: Who) => part(await read('/', who), /<header data-print/, 'header')
const menu = async (path: string, who: Who) => links(part(await read(path, who), /<aside/, 'aside'))

/** The links of a piece of HTML: the text and address of each. */
const links = (html: string) =>
  [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, tag, inner]) => {
    const [, href = ''] = /href="([^"]*)"/.exec(tag!) ?? []
    const [, label = textOf(inner!).trim()] = /aria-label="([^"]*)"/.exec(tag!) ?? []
    return [label, unescaped(href)]
  })

/** The controls of a page by name: their type, and whether they are required. */
const controls = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input\b([^>]*)>/g)].map(([, tag]) => [
      /\bname="([^"]*)"/.exec(tag!)?.[1] ?? '',
      `${/\btype="([^"]*)"/.exec(tag!)?.[1] ?? 'text'}${/ required=/.test(tag!) ? ' required' : ''}`,
    ]),
  )

let listingId: string
beforeAll(async () => {
  listingId = await site.publish({ title: 'Kite', pricePerDay: 1_000 })
})

describe('the frame of every page', () => {
  // Spec: S2.4
  it('has at its top the search, the places, the theme and the log-in', async () => {
    const top = await header()
    expect(top).toContain('aria-label="Search items"')
    expect(top).toContain('aria-label="Dark theme"')
    const places = [
      ['Home', '/'],
      ['Products', '/products'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ]
    for (const link of [...places, ['Log in', '/login']]) expect(links(top)).toContainEqual(link)
  })

  // Spec: S2.6, S2.7
  it('has a way to the profile for everyone but admins, who have one to their area', async () => {
    const ways = async (who?: Who) =>
      links(await header(who)).filter(([label]) => label!.endsWith('Profile') || label!.endsWith('Admin'))
    for (const [, to] of await ways()) expect(to).toBe('/login?next=%2Fprofile')
    expect(await ways()).not.toEqual([])
    for (const who of ['ramon', 'olivia'] as const)
      expect(new Set((await ways(who)).map(([, to]) => to))).toEqual(new Set(['/profile']))
    expect(new Set((await ways('amihan')).map(([, to]) => to))).toEqual(new Set(['/admin']))
  })

  it('leads from a help text to a page of one’s own, also whoever has to log in first', async () => {
    const help = async (who?: Who) => links(await read('/help/profile-and-settings', who))
    expect(await help('ramon')).toContainEqual(['Settings', '/profile/settings'])
    expect(await help()).toContainEqual(['Settings', '/login?next=/profile/settings'])
    expect(await help()).not.toContainEqual(['Settings', '/profile/settings'])
  })

  // Spec: S2.10
  it('has at its foot the quick links, the support and how to reach us', async () => {
    const foot = part(await read('/'), /<footer/, 'footer')
    for (const heading of ['Quick Links', 'Support', 'Contact'])
      expect(foot).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`))
    const support = links(part(foot, /<nav aria-label="Support"/, 'nav'))
    expect(support).toEqual([
      ['Help', '/help'],
      ['FAQ', '/faq'],
      ['Privacy Policy', '/privacy-policy'],
    ])
    expect(links(part(foot, /<nav aria-label="Quick Links"/, 'nav'))).toHaveLength(4)
    const { supportEmail } = site.services.settings
    expect(links(foot)).toContainEqual([supportEmail, `mailto:${supportEmail}`])
  })
})

describe('the log-in', () => {
  // Spec: S2.13, S2.14, S2.15
  it('asks for the portal first; renters and owners log in or sign up, admins log in', async () => {
    const choices = links(await read('/login')).filter(([, to]) => to!.startsWith('/login?portal='))
    expect(choices.map(([label]) => /I’m an? (\w+)/.exec(label!)?.[1])).toEqual(['Renter', 'Owner', 'Admin'])
    const tabs = async (portal: string) => {
      const labels = links(await read(`/login?portal=${portal}`)).map(([label]) => label)
      return labels.filter((label) => label === 'Login' || label === 'Sign Up')
    }
    expect(await tabs('renter')).toEqual(['Login', 'Sign Up'])
    expect(await tabs('owner')).toEqual(['Login', 'Sign Up'])
    expect(await tabs('admin')).toEqual([])
    expect(controls(await read('/login?portal=admin&tab=signup'))).not.toHaveProperty('username')
  })

  // Spec: S2.16, S2.17
  it.each(['renter', 'owner'])('signs a %s up with six fields, all required', async (portal) => {
    expect(controls(await read(`/login?portal=${portal}&tab=signup`))).toMatchObject({
      firstName: 'text required',
      lastName: 'text required',
      email: 'email required',
      username: 'text required',
      password: 'password required',
      confirmPassword: 'password required',
    })
  })
})

describe('the pages for everyone', () => {
  // Spec: S2.18, S2.20
  it('home leads to the items and to our story', async () => {
    const html = await read('/')
    expect(links(html)).toContainEqual(['Browse Items', '/products'])
    expect(links(html)).toContainEqual(['Read our story', '/about'])
    expect(textOf(html)).toContain('Popular Items')
  })

  // Spec: S2.27, S3.6
  it('a listing has its buttons, and a placeholder where it has no photo', async () => {
    const html = await read(`/listing/${listingId}`)
    for (const button of ['Add to Cart', 'Chat with Owner', 'Leave a Review'])
      expect(textOf(html)).toContain(button)
    expect(html).not.toContain('/placeholder.svg')
    const bare = await site.publish({ title: 'Bare' })
    await site.services.db.deleteFrom('photo').where('listingId', '=', bare).execute()
    for (const path of [`/listing/${bare}`, '/products?search=bare'])
      expect(await read(path)).toMatch(/<img src="\/placeholder\.svg"/)
    expect(await words('/products?search=bare')).toContain('1 item shown')
  })

  it('a listing rounds the average of its owner half up, as all averages', async () => {
    const { services, cast } = site
    const { olivia: owner, amihan: admin } = cast
    const listingId = await listApproved(services, { owner, admin })
    await services.db
      .updateTable('listing')
      .set({ ratingCount: sql`case when id = ${listingId} then 20 else 0 end` })
      .set({ ratingSum: sql`case when id = ${listingId} then 81 else 0 end` })
      .where('ownerId', '=', owner.id)
      .execute()
    expect(textOf(await (await site.visitor().get(`/listing/${listingId}`)).text())).toContain('4.1 of 5')
  })

  // Spec: S2.36
  it('about us tells the story, mission, vision, four people and four values', async () => {
    const html = await read('/about')
    for (const heading of ['Our story', 'Our mission', 'Our vision'])
      expect(html).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`))
    const names = (id: string) =>
      [
        ...part(html, new RegExp(`<section aria-labelledby="${id}"`), 'section').matchAll(
          /<h3[^>]*>(.*?)<\/h3>/g,
        ),
      ].map(([, name]) => name)
    expect(names('values')).toEqual(['Trust', 'Sustainability', 'Community', 'Quality'])
    expect(names('team')).toHaveLength(4)
  })

  // Spec: S2.39
  it('the privacy policy says what is kept, why, for how long, and one’s rights', async () => {
    const text = await words('/privacy-policy')
    for (const heading of ['Privacy Policy', 'What we keep, and why', 'How long', 'Your rights'])
      expect(text).toContain(heading)
  })
})

describe('the profile', () => {
  // Spec: S2.43
  it('has at its side who one is, with a stock picture when there is none, and the log-out', async () => {
    await site.services.db
      .updateTable('account')
      .set({ image: null })
      .where('id', '=', site.cast.diego.id)
      .execute()
    const aside = part(await read('/profile', 'diego'), /<aside/, 'aside')
    expect(aside).toMatch(/<img src="\/avatars\/1\.svg"/)
    for (const text of [`${site.cast.diego.firstName} ${site.cast.diego.lastName}`, site.cast.diego.email])
      expect(textOf(aside)).toContain(text)
    expect(aside).toMatch(/action="\/logout"[\s\S]*Logout/)
  })

  const dashboard = ['Dashboard', '/profile']
  const rest = [
    ['Messages', '/profile/messages'],
    ['Rental Tracker', '/profile/rental-tracker'],
    ['Settings', '/profile/settings'],
  ]
  // Spec: S2.44, S2.45
  it('has a menu of its own for owners and for renters', async () => {
    const mine = ['My Listings', '/profile/listings']
    expect(await menu('/profile', 'olivia')).toEqual([dashboard, mine, ...rest])
    expect(await menu('/profile', 'ramon')).toEqual([dashboard, ['Favorites', '/profile/favorites'], ...rest])
  })

  // Spec: S2.52, S2.56
  it('says so where there are no favourites and no conversations', async () => {
    expect(await words('/profile/favorites', 'katrina')).toContain("You haven't favorited any items yet...")
    expect(await words('/profile/messages', 'katrina')).toContain('You have no active conversations.')
  })

  // Spec: S2.60
  it('says so in each section of the tracker without rentals, on either side', async () => {
    for (const [path, texts] of Object.entries({
      '/profile/rental-tracker': [
        ['Pending', 'No requests wait for your answer.'],
        ['Approved', 'No approved rentals wait to be handed over.'],
        ['Active', 'Nothing of yours is out right now.'],
        ['Completed', 'No completed rentals yet.'],
        ['Rejected', 'No rejected rentals.'],
      ],
      '/profile/rental-tracker?view=rented': [
        ['Pending', 'No requests of yours wait for an answer.'],
        ['Approved', 'No approved rentals wait for you.'],
        ['Active', 'You have nothing on loan right now.'],
        ['Completed', 'No completed rentals yet.'],
        ['Rejected', 'No rejected rentals.'],
      ],
    })) {
      const html = await read(path, 'olivia')
      for (const [name, text] of texts) {
        const opening = new RegExp(`<section aria-labelledby="section-${name}"`)
        expect(textOf(part(html, opening, 'section'))).toContain(text)
      }
      expect(html).not.toContain('<article')
    }
  })

  it('has no hearts on what is one’s own, and admins have none at all; owners have their favourites', async () => {
    const heart = 'to favorites"'
    expect(await read('/products', 'ramon')).toContain(heart)
    for (const [path, who] of [
      ['/profile/listings', 'olivia'],
      ['/products', 'amihan'],
    ] as const) {
      const html = await read(path, who)
      expect(html).toContain('<article')
      expect(html).not.toContain(heart)
    }
    expect(links(await read('/profile', 'olivia'))).toContainEqual(['Favorites', '/profile/favorites'])
    expect(await read('/profile/favorites', 'olivia')).toMatch(/<h1[^>]*>Favorites</)
  })

  // Spec: S2.54, S2.55
  it('lists a conversation with the other’s picture and name, 40 characters and what is unread', async () => {
    const text = 'Is the kite free next weekend? We are four people.'
    const sent = await site.visitor('ramon').post(`/chat?listingId=${listingId}`, { intent: 'send', text })
    const thread = sent.headers.get('location')!
    const html = await read('/profile/messages', 'olivia')
    expect(links(html)).toContainEqual(['Ramon D.', thread])
    expect(textOf(html)).toContain(`${text.slice(0, 40)} `)
    expect(textOf(html)).not.toContain(text.slice(0, 41))
    expect(textOf(html)).toMatch(/1 unread/)
    expect(part(html, /<li class="relative/, 'li')).toContain(`<img src="${site.cast.ramon.picture}"`)
  })

  // Spec: S2.58, S3.13
  it('has in its settings what one rented and with whom one wrote, in their places without scripts', async () => {
    const rented = await site.publish({ title: 'Banca' })
    const sent = await site
      .visitor('katrina')
      .post(`/chat?listingId=${rented}`, { intent: 'send', text: 'Hi' })
    const { orderNumber } = await rent(site.services, site.cast.katrina, [rented])
    const html = await read('/profile/settings', 'katrina')
    const purchases = part(html, /<section aria-labelledby="purchases"/, 'section')
    expect(links(purchases)).toEqual([['Banca', `/receipt/${orderNumber}`]])
    expect(textOf(purchases)).toMatch(/Starts Nov 22, 2026 Pending/)
    const chats = links(part(html, /<section aria-labelledby="chats"/, 'section'))
    expect(chats).toEqual([['Olivia S.', sent.headers.get('location')]])
    expect(html).not.toContain('Loading history...')
  })

  it('shows in its settings that an order waits for its payment, and no longer once it is paid', async () => {
    const { order } = paying(site)
    const { sessionId } = await order(site.cast.diego, [await site.publish({ title: 'Vinta' })])
    const purchases = async () =>
      textOf(
        part(await read('/profile/settings', 'diego'), /<section aria-labelledby="purchases"/, 'section'),
      )
    expect(await purchases()).toMatch(/Vinta Starts Dec 1, 2026 Awaiting payment ?$/)
    site.services.emulator.pay(sessionId, { channel: 'gcash' })
    await settleCheckout(site.services, sessionId)
    expect(await purchases()).toMatch(/Vinta Starts Dec 1, 2026 Pending ?$/)
  })

  // Spec: S2.57, S2.68, S5.19
  it.each([
    ['/profile/settings', 'ramon'],
    ['/admin/settings', 'amihan'],
  ] as const)('its settings at %s have the same fields', async (path, who) => {
    const html = await read(path, who)
    expect(controls(html)).toMatchObject({
      fullName: 'text required',
      picture: 'file',
      location: 'text',
    })
    expect(html).toMatch(/<input[^>]*type="email"[^>]*readOnly=""/)
    for (const text of ['Full Name', 'Profile Picture', 'Location', 'Update Info'])
      expect(textOf(html)).toContain(text)
  })
})

// Spec: S2.69
it('the admin area has its menu and the log-out', async () => {
  const labels = (await menu('/admin', 'amihan')).map(([label]) => label)
  for (const label of ['Overview', 'Users', 'Listings', 'Content', 'Settings'])
    expect(labels).toContain(label)
  expect(await read('/admin', 'amihan')).toMatch(/<aside[\s\S]*action="\/logout"[\s\S]*<\/aside>/)
})
