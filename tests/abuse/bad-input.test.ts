import { describe, expect, it } from 'vitest'
import { fieldsOf, messageBeside, textOf } from '#tests/support/html.ts'
import { PASSWORD, uploadTiny } from '#tests/support/people.ts'
import { testServices } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { testApp, Visitor, type Fields } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])

const long = (n: number) => 'a'.repeat(n)
const HOSTILE = `"><img src=x onerror=alert(1)>`
const REQUIRED = 'Please fill out all required fields marked with *.'

/** A wrong value of a field, and the beginning of its error message. */
type Wrong = [field: string, value: string | undefined, message: string]

/** Gives each case a readable name; long texts are shortened. */
const named = (cases: Wrong[]) =>
  cases.map(
    (wrong) =>
      [
        wrong[0],
        (wrong[1]?.length ?? 0) > 60 ? `${wrong[1]!.length} characters` : (wrong[1] ?? 'nothing'),
        wrong[2],
        wrong,
      ] as const,
  )

const signUp: Fields = {
  intent: 'sign-up',
  role: 'renter',
  firstName: 'Ana',
  lastName: 'Reyes',
  email: 'ana@hiram.test',
  username: 'ana',
  password: PASSWORD,
  confirmPassword: PASSWORD,
}
const badSignUps: Wrong[] = [
  ['firstName', '', 'First name is required.'],
  ['firstName', '   ', 'First name is required.'],
  ['firstName', undefined, 'First name is required.'],
  ['firstName', long(81), 'First name can have at most 80 characters. It has 81.'],
  ['firstName', HOSTILE, 'First name can have letters'],
  ['firstName', 'Ana\u202ekram', 'First name has invisible or control characters.'],
  ['lastName', '', 'Last name is required.'],
  ['lastName', '12345', 'Last name can have letters'],
  ['lastName', 'Reyes\r\nBcc: all@hiram.test', 'Last name can have letters'],
  ['email', '', 'Email is required.'],
  ['email', 'ana', 'Please enter an email address, such as ana@example.com.'],
  ['email', 'ana@', 'Please enter an email address'],
  ['email', `${long(250)}@hiram.test`, 'Email can have at most 254 characters.'],
  ['email', HOSTILE, 'Please enter an email address'],
  ['email', 'ana@hiram.test, bcc@hiram.test', 'Please enter an email address'],
  ['username', '', 'Username is required'],
  ['username', 'ab', 'Username should have at least 3 characters.'],
  ['username', long(41), 'Username can have at most 40 characters.'],
  ['username', 'ana reyes', 'Username can have the letters a to z'],
  ['username', HOSTILE, 'Username can have the letters a to z'],
  ['username', 'Renter\u0000', 'Username has invisible or control characters.'],
  ['username', 'ramon.delacruz', 'This username is taken. Please choose another.'],
  ['password', '', 'Password is required.'],
  ['password', 'short', 'Please use at least 8 characters.'],
  ['password', long(129), 'Please use at most 128 characters.'],
  ['password', 'password123', 'This password is one of the first that strangers try.'],
  ['confirmPassword', '', 'Please type the password again.'],
  ['confirmPassword', 'another one entirely', 'Passwords do not match'],
]

const listing: Fields = {
  intent: 'add',
  title: 'A fine tent',
  categoryId: '2',
  pricePerDay: '450.00',
  description: 'Dry in any rain.',
  tags: 'camping',
  location: 'Quezon City',
  ownerTerms: 'Wipe it dry.',
  cancellationPolicy: 'moderate',
  deposit: '500.00',
}
const elevenTags =
  'baby, beach, camera, camping, classic, cleaning, coffee, console, diving, diy, unknown word, drone'
const badListings: Wrong[] = [
  ['title', '', 'Title is required.'],
  ['title', ' \u00a0 ', 'Title is required.'],
  ['title', undefined, 'Title is required.'],
  ['title', long(81), 'Title can have at most 80 characters. It has 81.'],
  ['title', 'Tent\u200b', 'Title has invisible or control characters.'],
  ['categoryId', '', 'Category is required.'],
  ['categoryId', '999999', 'Please choose a category from the list.'],
  ['categoryId', '-1', 'Please choose a category from the list.'],
  ['categoryId', "1' or '1'='1", 'Please choose a category from the list.'],
  ['pricePerDay', '', 'Price is required.'],
  ['pricePerDay', '0', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '0.00', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '-5', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '1.234', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '1e3', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', 'NaN', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', 'Infinity', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '0x10', 'Please enter a valid positive number for the price.'],
  ['pricePerDay', '1000000.01', 'The price can be at most ₱1,000,000.00 a day.'],
  ['pricePerDay', '99999999999', 'The price can be at most ₱1,000,000.00 a day.'],
  ['pricePerDay', HOSTILE, 'Please enter a valid positive number for the price.'],
  ['description', '', 'Description is required.'],
  ['description', long(4001), 'Description can have at most 4000 characters.'],
  ['description', 'Nul\u0000', 'Description has invisible or control characters.'],
  ['tags', elevenTags, 'A listing can have at most 10 tags. Please remove some.'],
  ['tags', long(401), 'Tags can have at most 400 characters.'],
  ['location', long(121), 'Location can have at most 120 characters.'],
  ['ownerTerms', long(2001), 'Owner terms can have at most 2000 characters.'],
  ['bookableWhileRented', 'yes', 'Please tick the box or leave it empty.'],
  ['cancellationPolicy', '', 'Please choose a cancellation policy from the list.'],
  ['cancellationPolicy', 'free for all', 'Please choose a cancellation policy from the list.'],
  ['cancellationPolicy', long(5000), 'Please choose a cancellation policy from the list.'],
  ['cancellationPolicy', HOSTILE, 'Please choose a cancellation policy from the list.'],
  ['deposit', '-500', 'Please enter an amount of up to ₱1,000,000.00, or leave it empty.'],
  ['deposit', '1.234', 'Please enter an amount of up to'],
  ['deposit', '1e3', 'Please enter an amount of up to'],
  ['deposit', 'a month’s pay', 'Please enter an amount of up to'],
  ['deposit', '1000000.01', 'Please enter an amount of up to'],
  ['deposit', long(41), 'Deposit can have at most 40 characters.'],
  ['deposit', HOSTILE, 'Please enter an amount of up to'],
  ['deposit', '5\u202e00', 'Deposit has invisible or control characters.'],
]

/**
 * Posts a form with one wrong field, and checks the answer: the message beside the field, the kept values, and that
 * nothing is stored.
 */
async function refuses(visitor: Visitor, path: string, good: Fields, [field, value, message]: Wrong) {
  const before = await site.counts()
  const repeated = field === 'password' && 'confirmPassword' in good ? { confirmPassword: value } : {}
  const response = await visitor.post(path, { ...good, ...repeated, [field]: value })
  expect([409, 422]).toContain(response.status)
  const html = await response.text()
  expect(messageBeside(html, field)).toContain(message)
  const kept = fieldsOf(html)
  for (const [name, typed] of Object.entries(good)) {
    if (/password/i.test(name)) expect(kept[name] ?? '').toBe('')
    else if (name in kept && name !== field) expect([name, kept[name]]).toEqual([name, typed])
  }
  if (
    value &&
    !/password/i.test(field) &&
    field in kept &&
    !['\r', '\0'].some((hidden) => value.includes(hidden))
  )
    expect(kept[field]).toBe(value)
  expect(html).not.toContain(PASSWORD)
  expect(await site.counts()).toEqual(before)
}

describe('signing up', () => {
  // Spec: D37
  it.each(named(badSignUps))(
    'with %s %j is answered beside the field: %s',
    async (_field, _value, _message, wrong) => {
      await refuses(site.visitor(), '/login?portal=renter&tab=signup', signUp, wrong)
    },
  )

  // Case: 23
  it.each<[string, Fields]>([
    ['as an admin', { role: 'admin' }],
    ['as nobody knows what', { role: 'god' }],
    ['verified', { verification_status: 'verified' }],
    ['verified in our spelling', { verificationStatus: 'verified' }],
    ['with an id', { id: '0199a000-0000-7000-8000-000000000000' }],
    ['with a picture', { image: 'http://169.254.169.254/' }],
    ['with a prototype', { __proto__x: '1', ['__proto__']: 'x' }],
    ['with two roles', { role: ['renter', 'admin'] }],
    ['with two emails', { email: ['a@hiram.test', 'b@hiram.test'] }],
  ])('%s is refused, and opens no account', async (_, fields) => {
    const before = await site.counts()
    const response = await site.visitor().post('/login?portal=renter&tab=signup', { ...signUp, ...fields })
    expect(response.status).toBe(422)
    expect(response.headers.getSetCookie().join()).not.toContain('session_token')
    expect(await site.counts()).toEqual(before)
  })

  // Spec: S8.28, S8.29
  // Case: 24, 32
  it('with an email that is registered says what the site says, for the whole form', async () => {
    const theirs = { password: 'mine from now on', confirmPassword: 'mine from now on' }
    const response = await site
      .visitor()
      .post('/login?portal=renter&tab=signup', { ...signUp, ...theirs, email: 'renter@hiram.test' })
    expect(response.status).toBe(409)
    const html = await response.text()
    expect(textOf(html)).toContain('Signup failed. This email might already be registered.')
    expect(fieldsOf(html)).toMatchObject({ firstName: 'Ana', email: 'renter@hiram.test', username: 'ana' })
    expect(response.headers.getSetCookie().join()).not.toContain('session_token')
    const enter = (password: string) =>
      site.visitor().post('/login', { portal: 'renter', email: 'renter@hiram.test', password })
    expect((await enter(theirs.password)).status).toBe(401)
    expect((await enter(PASSWORD)).headers.get('location')).toBe('/profile')
  })

  it('with everything wrong says so beside everything at once', async () => {
    const response = await site
      .visitor()
      .post('/login?portal=renter&tab=signup', { intent: 'sign-up', role: 'renter' })
    const html = await response.text()
    for (const field of ['firstName', 'lastName', 'email', 'username', 'password', 'confirmPassword'])
      expect(messageBeside(html, field)).not.toBe('')
  })

  // Case: 32
  it('too often from one network is asked to wait', async () => {
    const services = await testServices(site.services.connection, {
      limits: { signUps: { points: 0, seconds: 60 } },
    })
    await services.limits.take('signUps', '203.0.113.7')
    const response = await new Visitor(await testApp(services), services).post(
      '/login?portal=renter&tab=signup',
      signUp,
    )
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    await services.close()
  })
})

describe('logging in', () => {
  // Spec: D37
  it.each<Wrong>([
    ['email', '', 'Email is required.'],
    ['password', '', 'Password is required.'],
  ])('with %s %j is answered beside the field: %s', async (...wrong) => {
    const good = { intent: 'log-in', portal: 'renter', email: 'renter@hiram.test', password: PASSWORD }
    await refuses(site.visitor(), '/login?portal=renter', good, wrong)
  })

  it.each<[string, Fields]>([
    ['a portal nobody knows', { portal: 'god' }],
    ['no portal', { portal: undefined }],
    ['two emails', { email: ['renter@hiram.test', 'owner@hiram.test'] }],
    ['a role', { role: 'admin' }],
    ['a password of 60,000 characters', { password: long(60_000) }],
    ['an email of 300 characters', { email: long(300) }],
    ['an email as long as one can be', { email: `${long(242)}@hiram.test` }],
    ['an intent nobody knows', { intent: 'constructor' }],
  ])('with %s is refused and opens no session', async (_, fields) => {
    const before = await site.counts()
    const good = { intent: 'log-in', portal: 'renter', email: 'renter@hiram.test', password: PASSWORD }
    const response = await site.visitor().post('/login?portal=renter', { ...good, ...fields })
    expect([401, 422]).toContain(response.status)
    // The audit log may contain the failed log-in.
    const { event, ...others } = await site.counts()
    expect({ ...others, event: before.event }).toEqual(before)
    expect([0, 1]).toContain(event! - before.event!)
  })
})

describe('adding a listing', () => {
  // Spec: D37
  it.each(named(badListings))(
    'with %s %j is answered beside the field: %s',
    async (_field, _value, _message, wrong) => {
      const photoIds = await uploadTiny(site.services, site.cast.olivia)
      await refuses(site.visitor('olivia'), '/profile/listings?add=1', { ...listing, photoIds }, wrong)
    },
  )

  // Spec: S5.12
  it('without any of the required fields says so above the form too', async () => {
    const response = await site.visitor('olivia').post('/profile/listings?add=1', { intent: 'add' })
    expect(response.status).toBe(422)
    const text = textOf(await response.text())
    expect(text).toContain(REQUIRED)
    expect(text).toContain('Please select an image to upload.')
  })

  it.each<[string, Fields]>([
    ['a photo whose id is no id', { photoIds: 'x' }],
    [
      'nine photos',
      { photoIds: Array.from({ length: 9 }, (_, i) => `0199a000-0000-7000-8000-00000000000${i}`) },
    ],
    ['two titles', { title: ['A', 'B'] }],
    ['a file for a title', { title: new File(['x'], 'x.txt') }],
  ])('with %s is refused and stores nothing', async (_, fields) => {
    const photoIds = await uploadTiny(site.services, site.cast.olivia)
    const before = await site.counts()
    const response = await site
      .visitor('olivia')
      .post('/profile/listings?add=1', { ...listing, photoIds, ...fields })
    expect(response.status).toBe(422)
    expect(await site.counts()).toEqual(before)
  })
})

describe('the buttons of the cart, of the tracker and of admins', () => {
  const id = '0199a000-0000-7000-8000-000000000000'
  it.each<[string, 'ramon' | 'olivia' | 'amihan', Fields]>([
    ['/cart', 'ramon', {}],
    ['/cart', 'ramon', { intent: 'remove' }],
    ['/cart', 'ramon', { intent: 'remove', listingId: 'x' }],
    ['/cart', 'ramon', { intent: 'remove', listingId: [id, id] }],
    ['/cart', 'ramon', { intent: 'remove', listingId: id, renterId: id }],
    ['/cart', 'ramon', { intent: 'empty', listingId: id }],
    ['/cart', 'ramon', { intent: 'accept-price', listingId: id }],
    ['/cart', 'ramon', { intent: 'accept-price', listingId: id, shownPrice: '-1' }],
    ['/cart', 'ramon', { intent: 'accept-price', listingId: id, shownPrice: '9999999999' }],
    ['/cart', 'ramon', { intent: 'accept-price', listingId: id, shownPrice: '1e9' }],
    ['/profile/rental-tracker', 'olivia', {}],
    ['/profile/rental-tracker', 'olivia', { rentalId: 'x', action: 'approve' }],
    ['/profile/rental-tracker', 'olivia', { rentalId: id, action: 'constructor' }],
    ['/profile/rental-tracker', 'olivia', { rentalId: id, action: '__proto__' }],
    ['/profile/rental-tracker', 'olivia', { rentalId: id, action: 'approve' }],
    ['/profile/listings', 'olivia', {}],
    ['/profile/listings', 'olivia', { intent: 'delete' }],
    ['/profile/listings', 'olivia', { intent: 'delete', listingId: 'x' }],
    ['/profile/listings', 'olivia', { intent: 'edit', listingId: 'x' }],
    ['/profile/listings', 'olivia', { intent: 'approve', listingId: id }],
    ['/admin/listings', 'amihan', {}],
    ['/admin/listings', 'amihan', { intent: 'accept', listingId: 'x' }],
    ['/admin/listings', 'amihan', { intent: 'unavailable', listingId: id }],
    ['/admin/listings', 'amihan', { intent: 'accept', listingId: id, status: 'approved' }],
    ['/admin/listings', 'amihan', { intent: 'delete', listingId: id }],
  ])('%s by %s with %j change nothing and cause no error', async (path, who, fields) => {
    const before = await site.counts()
    for (const suffix of ['', '.data']) {
      const response = await site.visitor(who).post(path + suffix, fields)
      expect(response.status).toBeLessThan(500)
    }
    expect(await site.counts()).toEqual(before)
  })

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'image/png',
    '',
  ])('a body that is no form (%s) is refused without an error', async (type) => {
    for (const [path, who] of [
      ['/login', undefined],
      ['/cart', 'ramon'],
      ['/checkout', 'ramon'],
      ['/profile/rental-tracker', 'olivia'],
      ['/profile/listings', 'olivia'],
      ['/admin/listings', 'amihan'],
    ] as const) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type }
      const response = await site
        .visitor(who)
        .send(path, { method: 'POST', body: '{"intent":"remove"}' }, { headers })
      expect([path, response.status]).toEqual([
        path,
        expect.toSatisfy((status: number) => status >= 300 && status < 500),
      ])
    }
  })

  it.each([
    ['/chat', 'ramon'],
    ['/api/messages', 'ramon'],
    ['/profile/listings', 'olivia'],
    ['/profile/settings', 'ramon'],
  ] as const)('a form for %s whose parts have headers that are no text is refused', async (path, who) => {
    const body = Buffer.from(
      '--x\r\nContent-Disposition: for\xff-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      'latin1',
    )
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await site.visitor(who).send(path, { method: 'POST', body }, { headers })
    expect(answer.status).toBeLessThan(500)
  })

  it('an export whose address has names that no database can store is noted all the same', async () => {
    expect((await site.visitor('amihan').get('/admin/users.csv?%00=1&status=%00')).status).toBe(200)
    const noted = await site.services.db
      .selectFrom('event')
      .select('detail')
      .where('action', '=', 'export')
      .execute()
    expect(noted.map(({ detail }) => detail)).toContainEqual({ '\uFFFD': '1', status: '\uFFFD' })
  })
})
