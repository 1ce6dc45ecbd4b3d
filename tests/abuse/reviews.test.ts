import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { reviewIdOf } from '#server/review/queries.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { rent } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { reviews: { points: 5, seconds: 3600 }, contactMessages: { points: 3, seconds: 3600 } },
})
let listingId: string
let path: string
beforeAll(async () => {
  listingId = await site.publish({ title: 'Olivia’s tent', bookableWhileRented: true })
  path = `/listing/${listingId}`
  const { rentalId } = await rent(site.services, site.cast.ramon, [listingId])
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action }))
})

const review = (changes: Fields = {}): Fields => ({
  intent: 'write-review',
  rating: '5',
  body: 'Dry in any rain.',
  ...changes,
})
const stored = () => site.services.db.selectFrom('review').selectAll().execute()

describe('a review is refused and not stored', () => {
  // Case: 39
  it.each<[string, 'ramon' | undefined | 'olivia' | 'amihan', number, string]>([
    ['from a guest', undefined, 401, 'Please log in to leave a review.'],
    ['from the owner of the listing', 'olivia', 403, 'You can’t review your own item.'],
    ['from an admin', 'amihan', 403, 'Admins don’t write reviews.'],
  ])('%s', async (_, who, status, words) => {
    const response = await site.visitor(who).post(path, review())
    expect(response.status).toBe(status)
    expect(textOf(await response.text())).toContain(words)
    expect(await stored()).toEqual([])
  })

  it('of someone logged out meanwhile, with what they typed kept', async () => {
    const html = await (await site.visitor().post(path, review({ body: 'Typed for ten minutes.' }))).text()
    expect(html).toContain('Typed for ten minutes.')
  })

  // Case: 39
  it.each<[Fields, 'rating' | 'body', string]>([
    [{ rating: undefined, body: '' }, 'body', 'Review is required.'],
    ...['0', '6', '9', '4.5', '-1', 'null'].map((rating): [Fields, 'rating', string] => [
      { rating },
      'rating',
      'Please choose 1 to 5 stars.',
    ]),
    [{ body: 'x'.repeat(2001) }, 'body', 'Review can have at most 2000 characters. It has 2001.'],
    [{ body: 'a\u202eb' }, 'body', 'Review has invisible or control characters.'],
  ])('with %j', async (changes, field, words) => {
    const response = await site.visitor('ramon').post(path, review(changes))
    expect(response.status).toBe(422)
    const html = await response.text()
    if (field === 'body') expect(messageBeside(html, field)).toContain(words)
    else expect(textOf(html)).toContain(words)
    expect(await stored()).toEqual([])
  })

  // Spec: S5.5
  it('without rating and text, in the words of both', async () => {
    const response = await site.visitor('ramon').post(path, { intent: 'write-review' })
    expect(textOf(await response.text())).toContain('Please provide a rating and a review text')
  })

  it.each(['verified', 'status', 'authorId', 'listingId', 'createdAt'])(
    'with a %s of its own',
    async (name) => {
      const response = await site.visitor('katrina').post(path, review({ [name]: 'published' }))
      expect(response.status).toBe(422)
      expect(await stored()).toEqual([])
    },
  )

  it('of a listing that is none', async () => {
    for (const none of ['/listing/not-an-id', '/listing/0199a000-0000-7000-8000-000000000000']) {
      const response = await site.visitor('ramon').post(none, review())
      expect(response.status).toBe(404)
      expect(await stored()).toEqual([])
    }
  })
})

describe('someone else’s review', () => {
  it('is neither edited nor deleted by writing or deleting one’s own', async () => {
    expect((await site.visitor('ramon').post(path, review())).headers.get('location')).toBe(`${path}#reviews`)
    const [ramons] = await stored()
    const removed = await site.visitor('katrina').post(path, { intent: 'delete-review' })
    expect(toastOf(removed)).toBe('Error deleting review: Sorry, that could not be found.')
    await site.visitor('katrina').post(path, { intent: 'delete-review', reviewId: ramons!.id })
    const written = await site.visitor('katrina').post(path, review({ rating: '1', body: 'Bad!' }))
    expect(toastOf(written)).toBe('Thank you for your review!')
    expect(await stored()).toEqual(
      expect.arrayContaining([
        ramons,
        expect.objectContaining({ authorId: site.cast.katrina.id, status: 'waiting', verified: false }),
      ]),
    )
  })

  it('that waits is seen by its author only', async () => {
    for (const who of [undefined, 'ramon', 'olivia', 'diego'] as const)
      for (const suffix of ['', '.data'])
        expect(await (await site.visitor(who).get(path + suffix)).text()).not.toContain('Bad!')
    const own = textOf(await (await site.visitor('katrina').get(path)).text())
    expect(own).toContain('Bad!')
    expect(own).toContain('Waiting for an admin')
  })

  it('shows first name and initial only, and no address', async () => {
    for (const suffix of ['', '.data']) {
      const html = await (await site.visitor().get(path + suffix)).text()
      expect(html).toContain('Ramon D.')
      expect(html).not.toMatch(/Dela Cruz|renter@hiram\.test/)
      expect(html).not.toContain(site.cast.ramon.id)
    }
  })
})

it('too many reviews are refused, with the time to wait', async () => {
  const diego = site.visitor('diego')
  for (let i = 0; i < 5; i++) await diego.post(path, review({ body: `Number ${i}` }))
  const response = await diego.post(path, review({ body: 'One more' }))
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  const html = await response.text()
  expect(textOf(html)).toContain('That was a lot in a short time.')
  expect(html).toContain('One more')
  const id = reviewIdOf(listingId, site.cast.diego.id)
  expect((await stored()).find((row) => row.id === id)).toMatchObject({ body: 'Number 4' })
})

it('the form is opened by a guest only after logging in', async () => {
  const response = await site.visitor().get(`${path}?review=1`)
  expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`${path}?review=1`)}`)
  expect(toastOf(response)).toBe('Please log in to leave a review.')
})

describe('a contact message', () => {
  const message = (changes: Fields = {}): Fields => ({
    name: 'Ana Reyes',
    email: 'ana@hiram.test',
    subject: 'A lost peg',
    message: 'One peg is missing.',
    website: '',
    ...changes,
  })
  const kept = () => site.services.db.selectFrom('contactMessage').selectAll().execute()

  // Case: 39
  it.each<[string, Fields, string]>([
    ['name', { name: '' }, 'Name is required.'],
    ['email', { email: 'ana' }, 'Please enter an email address'],
    ['email', { email: 'ana@hiram.test\r\nBcc: all@hiram.test' }, 'Please enter an email address'],
    ['subject', { subject: undefined }, 'Subject is required.'],
    ['name', { name: 'Ana\0' }, 'Name has invisible or control characters.'],
    ['message', { message: ' \n ' }, 'Message is required.'],
    ['message', { message: 'x'.repeat(5001) }, 'Message can have at most 5000 characters.'],
  ])('with a wrong %s is refused beside it, and the rest is kept', async (field, changes, words) => {
    const response = await site.visitor().post('/contact', message(changes))
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(messageBeside(html, field)).toContain(words)
    expect(html).toContain(field === 'subject' ? 'One peg is missing.' : 'A lost peg')
    expect(await kept()).toEqual([])
  })

  it('cannot be sent in someone else’s account', async () => {
    const response = await site
      .visitor('katrina')
      .post('/contact', message({ accountId: site.cast.ramon.id }))
    expect(response.status).toBe(422)
    expect(await kept()).toEqual([])
  })

  // Case: 39
  it('has a name and a subject of one line, whatever line breaks were sent, so that neither adds to a mail’s header', async () => {
    const breaks = 'A peg\r\nBcc: all@hiram.test\nCc: more@hiram.test'
    await site.visitor().post('/contact', message({ name: breaks, subject: breaks }))
    const line = 'A peg Bcc: all@hiram.test Cc: more@hiram.test'
    expect(await kept()).toMatchObject([{ name: line, subject: line }])
    await site.services.db.deleteFrom('contactMessage').execute()
    await site.services.limits.clear('contactMessages', '203.0.113.7')
  })

  // Case: 39
  it('is limited, with the time to wait; the hidden field catches bots', async () => {
    const guest = site.visitor()
    const trapped = await guest.post('/contact', message({ website: 'https://spam.test' }))
    expect(toastOf(trapped)).toBe('Thank you! Your message has been sent.')
    expect(await kept()).toEqual([])
    for (let i = 0; i < 3; i++)
      expect(toastOf(await guest.post('/contact', message({ subject: `Number ${i}` })))).toBe(
        'Thank you! Your message has been sent.',
      )
    const response = await guest.post('/contact', message({ subject: 'One more' }))
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await response.text()).toContain('One more')
    expect(await kept()).toHaveLength(3)
  })

  it('has the name and address of the logged-in person filled in', async () => {
    const html = await (await site.visitor('katrina').get('/contact')).text()
    expect(html).toContain('value="Katrina Ocampo"')
    expect(html).toContain('value="katrina@hiram.test"')
    expect(await (await site.visitor().get('/contact')).text()).not.toContain('Katrina')
  })
})
