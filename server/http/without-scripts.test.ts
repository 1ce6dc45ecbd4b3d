import { describe, expect, it } from 'vitest'
import { addDays, formatDay } from '#domain/period.ts'
import { writeNotice } from '#server/notification/write-notice.ts'
import { fieldsOf, linksOf, messageBeside, partOf, textOf } from '#tests/support/html.ts'
import { listThing, PASSWORD, rent, tinyJpeg } from '#tests/support/people.ts'
import { PlainBrowser } from '#tests/support/press.ts'
import { TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'miguel', 'olivia', 'diego', 'amihan'])
const browser = (who?: keyof typeof site.cast) => new PlainBrowser(site.visitor(who))
const day = (n: number) => addDays(TODAY, n)
const tracker = '/profile/rental-tracker'

const landings = [
  ['renter', 'ramon', '/profile', ['Dashboard', 'Rental Tracker']],
  ['owner', 'olivia', '/profile', ['Dashboard', 'My Listings', 'Rental Tracker']],
  ['admin', 'amihan', '/admin', ['Overview', 'Users', 'Listings', 'Orders', 'Audit log']],
] as const

// Spec: S2.5, S2.6, S2.7, S2.8, S2.9, S2.43, S2.69, S6.1
it.each(landings)('the %s logs in, %s lands on %s and logs out', async (portal, who, at, menu) => {
  const { firstName, lastName, email } = site.cast[who]
  const anyone = browser()
  await anyone.open(`/login?portal=${portal}`)
  await anyone.press(/^Login as/, { email, password: PASSWORD })
  expect(anyone.at).toBe(at)
  const [side] = /<aside\b[\s\S]*?<\/aside>/.exec(anyone.html)!
  for (const text of [`${firstName} ${lastName}`, email]) expect(textOf(side)).toContain(text)
  expect(linksOf(side).map(({ name }) => name)).toEqual(expect.arrayContaining([...menu]))
  const [banner] = /<header data-print[\s\S]*?<\/header>/.exec(anyone.html)!
  const inBanner = (name: RegExp) => linksOf(banner).some((link) => name.test(link.name))
  expect(inBanner(/^Admin$/)).toBe(portal === 'admin')
  expect(inBanner(/^Profile$/)).toBe(portal !== 'admin')
  expect(inBanner(/^Cart/)).toBe(portal === 'renter')
  await anyone.press('Logout')
  expect(anyone.at).toBe('/')
  expect(anyone.text).toContain('Logged out.')
  await anyone.open(at)
  expect(anyone.at).toBe('/')
})

describe('the catalogue', () => {
  // Spec: D15
  it('is searched, narrowed to a category and read on by links', async () => {
    for (let i = 0; i < 26; i++) await site.publish({ title: `Lamp ${i}`, categoryId: 3 })
    await site.publish({ title: 'Lamp in a tent', categoryId: 2 })
    const guest = browser()
    await guest.open('/')
    await guest.press('Search', { search: 'lamp' })
    expect(guest.at).toBe('/products?search=lamp')
    const titles = () => guest.html.split('aria-label="Items"')[1]!.match(/Lamp (\d+|in a tent)/g)!
    const first = new Set(titles())
    expect(first.size).toBe(24)
    await guest.follow('Load more')
    expect(guest.at).toMatch(/^\/products\?.*after=/)
    const next = new Set(titles())
    expect(next.size).toBe(3)
    expect([...next].filter((title) => first.has(title))).toEqual([])
    await guest.open('/products?search=lamp')
    await guest.follow('Camping')
    expect(guest.at).toBe('/products?search=lamp&category=Camping')
    expect([...new Set(titles())]).toEqual(['Lamp in a tent'])
  })

  it('is filtered by a form, and a filter goes by a link', async () => {
    const guest = browser()
    await guest.open('/products?category=Camping')
    expect(guest.html).toMatch(/<summary\b[^>]*>((?!<\/summary>)[\s\S])*Sort and filter/)
    await guest.press('Apply', { max: '250' })
    expect(guest.at).toMatch(/category=Camping.*max=250/)
    await guest.follow('Remove filter: ₱250.00 or less')
    expect(guest.at).toBe('/products?category=Camping')
  })
})

describe('the calendar of a listing', () => {
  it('leads a renter to free days, and its owner blocks days and pauses it', async () => {
    const title = 'Snorkel set'
    const listingId = await site.publish({ title, bookableWhileRented: true })
    await rent(site.services, site.cast.katrina, [listingId], { startDate: day(2), durationDays: 7 })
    const renter = browser('miguel')
    await renter.open(`/listing/${listingId}`)
    await renter.press('Add to Cart', { startDate: day(4), durationDays: '1' })
    await renter.follow(formatDay(day(9)))
    expect(renter.fieldsSentBy('Add to Cart').startDate).toEqual([day(9)])
    await renter.press('Add to Cart')
    expect(renter.text).toContain('Item added to cart!')

    const owner = browser('olivia')
    await owner.open('/profile/listings')
    await owner.follow(`Calendar of ${title}`)
    await owner.press('Block these days', { firstDay: day(8), lastDay: day(9) })
    expect(messageBeside(owner.html, 'firstDay')).toContain('A rental holds these days: Nov 23, 2026 to')
    expect(fieldsOf(owner.html).lastDay).toBe(day(9))
    await owner.press('Block these days', { firstDay: day(9) })
    expect(owner.text).toContain(`Blocked: ${formatDay(day(9))}.`)

    await renter.open('/cart')
    await renter.press(`Start ${title} on ${formatDay(day(10))}`)
    expect(renter.text).toContain(`It starts on ${formatDay(day(10))} now.`)

    await owner.open('/profile/listings')
    await owner.press(`Pause ${title}`)
    expect(textOf(owner.part('article', title))).toContain(' Paused ')
    await renter.open('/cart')
    expect(renter.text).toContain('Its owner has paused this item for now.')
  })
})

describe('an owner', () => {
  it('approves a request', async () => {
    const title = 'Convertible car seat'
    await rent(site.services, site.cast.ramon, [await site.publish({ title })])
    const owner = browser('olivia')
    await owner.open(tracker)
    await owner.press(`Approve: ${title}`)
    expect(owner.text).toContain('Rental approved.')
    const approved = owner.html.split('id="section-Approved"')[1]!.split('id="section-')[0]!
    expect(textOf(approved)).toContain(title)
  })

  it('adds a listing with its photo, reads again what was typed, and deletes it after the question', async () => {
    const title = 'Rice cooker for fiestas'
    const owner = browser('olivia')
    await owner.open('/profile/listings')
    await owner.follow('Add New Listing')
    await owner.press('Add Listing', {
      title,
      categoryId: '4',
      description: 'Cooks for forty.',
      photos: new File([(await tinyJpeg()) as BlobPart], 'cooker.jpg', { type: 'image/jpeg' }),
    })
    expect(owner.text).toContain('Please fill out all required fields marked with *.')
    expect(fieldsOf(owner.html)).toMatchObject({ title, description: 'Cooks for forty.' })
    expect(owner.html).toMatch(/<img[^>]*alt="Photo 1"/)
    expect(owner.html).toMatch(
      /<input type="checkbox"[^>]*name="photoIds"[^>]*checked=""[^>]*>(<!-- -->)?Keep/,
    )
    await owner.press('Add Listing', { pricePerDay: '150' })
    expect(owner.text).toContain('Item added successfully!')
    const mine = owner.part('article', title)
    expect(textOf(mine)).toMatch(/Waiting for review.*₱150\.00|₱150\.00.*Waiting for review/)
    expect(mine).toMatch(/<img[^>]*src="\/images\//)

    await owner.follow(`Delete ${title}`)
    expect(owner.text).toContain(
      'Are you sure you want to delete this listing? This action cannot be undone.',
    )
    await owner.press('Delete')
    expect(owner.text).toContain('Listing deleted successfully.')
    expect(owner.part('article', title)).toBe('')
  })

  it('reads the older notices, and marks all as read', async () => {
    for (let n = 1; n <= 60; n++)
      await writeNotice(site.services, n, {
        accountId: site.cast.diego.id,
        kind: 'approved',
        title: `Approval ${n}`,
        text: '',
        path: '/profile',
      })
    const owner = browser('diego')
    await owner.open('/profile/notices')
    expect(owner.html).toMatch(/<a[^>]*aria-label="Notices, \d+ unread"/)
    await owner.follow('Load more')
    await owner.follow('Newest notices')
    await owner.press('Mark all as read')
    expect(owner.text).toContain('All notices are marked as read.')
    expect(owner.html).toContain('aria-label="Notices"')
    expect(linksOf(owner.html).filter(({ name }) => name.startsWith('Unread'))).toEqual([])
    expect(owner.html).not.toMatch(/<button[^>]*>Mark all as read/)
  })
})

describe('an admin', () => {
  it('searches, verifies, is asked before deleting, and sorts', async () => {
    const name = 'Katrina Ocampo'
    const admin = browser('amihan')
    const row = () => textOf(partOf(admin.html, 'tr', name))
    await admin.open('/admin/users')
    await admin.press('Apply', { search: 'kat', role: 'renter' })
    expect(admin.text).toContain('1 user for “kat”')
    expect(row()).toContain(' Unverified ')
    await admin.press(`Accept ${name}`)
    expect(admin.text).toContain('User status updated to verified.')
    expect(row()).toContain(' Verified ')
    await admin.follow(`Delete ${name}`)
    expect(admin.text).toContain('Are you sure you want to delete this user?')
    await admin.follow('Cancel')
    expect(admin.text).not.toContain('Are you sure')
    expect(row()).toContain(' Verified ')
    await admin.follow('Name')
    const head = admin.html.match(/<th\b[\s\S]*?<\/th>/g)!.find((each) => textOf(each).trim() === 'Name')
    expect(head).toMatch(/^<th\b[^>]* aria-sort="ascending"/)
    expect(row()).toContain(' Verified ')
  })

  it('reads an order, and the agreement that was accepted with it', async () => {
    await rent(site.services, site.cast.katrina, [await site.publish({ title: 'Balikbayan scale' })])
    const admin = browser('amihan')
    await admin.open('/admin/orders?search=katrina')
    await admin.follow(/^cod-/)
    expect(textOf(partOf(admin.html, 'h1', ''))).toMatch(/^ cod-\d+ $/)
    expect(textOf(partOf(admin.html, 'section', 'What happened'))).toContain(' Placed ')
    const agreement = partOf(admin.html, 'details', 'Rental Agreement')
    expect(textOf(partOf(agreement, 'summary', ''))).toBe(' Rental Agreement ')
    expect(textOf(agreement)).toContain('SHA-256 of this text')
  })

  it('accepts a listing', async () => {
    const title = 'Black tuxedo with bow tie'
    await listThing(site.services, site.cast.olivia, { title })
    const admin = browser('amihan')
    await admin.open('/admin')
    await admin.follow(/^Review \d+ listings?/)
    await admin.press(`Accept ${title}`)
    expect(admin.text).toContain('Item status updated to approved.')
    const guest = browser()
    await guest.open('/products?search=tuxedo')
    expect(guest.part('article', title)).not.toBe('')
  })

  it('previews the agreement, is refused, saves it incomplete on purpose, and restores it', async () => {
    const body = 'Dear {{renterName}}, be kind.'
    const admin = browser('amihan')
    await admin.open('/admin/content')
    await admin.press('Preview', { body })
    expect(admin.text).toContain('Dear Ramon Dela Cruz, be kind.')
    expect(fieldsOf(admin.html).body).toBe(body)
    await admin.press('Save Templates')
    expect(admin.text).toContain('Please tick the box, or put it back.')
    await admin.press('Save Templates', { incomplete: 'on' })
    expect(admin.text).toContain('Templates saved successfully!')
    await admin.follow('Version 1')
    await admin.press('Restore this version')
    expect(admin.text).toContain('Version 1 is in use again.')
  })

  it('adds a tag, with a mistake beside its field', async () => {
    const admin = browser('amihan')
    await admin.open('/admin/tags')
    await admin.press('Add Tag', { name: 'rainy, season' })
    expect(messageBeside(admin.html, 'name')).toContain('A tag begins with a letter or a digit')
    expect(fieldsOf(admin.html).name).toBe('rainy, season')
    await admin.press('Add Tag', { name: 'Typhoon' })
    expect(admin.text).toContain('Tag added.')
    await admin.open('/admin/tags?search=typhoon')
    expect(admin.html).toMatch(/<tr\b[\s\S]*typhoon[\s\S]*<\/tr>/)
  })
})

describe('two phones', () => {
  it('confirm a hand-over after a wrong code, and the return the other way round', async () => {
    const title = 'Samgyupsal grill'
    const { rentalId } = await rent(site.services, site.cast.ramon, [await site.publish({ title })])
    const [renter, owner] = [browser('ramon'), browser('olivia')]
    const page = `${tracker}/${rentalId}`
    await owner.open(tracker)
    await owner.press(`Approve: ${title}`)
    const digitsOn = ({ html }: PlainBrowser) =>
      /aria-label="Code((?: \d){6})"/.exec(html)![1]!.replaceAll(' ', '')

    await renter.open(page)
    await renter.follow('Show the code')
    expect(renter.html).toMatch(/<\w+\b[^>]*aria-label="QR code to scan"/)
    const code = digitsOn(renter)
    await owner.open(page)
    await owner.follow('Enter the code')
    await owner.press('Confirm the handover', { code: code === '000000' ? '111111' : '000000' })
    expect(messageBeside(owner.html, 'code')).toContain('That is not the code. You have 4 more tries.')
    await owner.press('Confirm the handover', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(owner.text).toContain('The handover is confirmed by both.')
    expect(owner.text).toContain('Handover confirmed by both')

    await owner.follow('Show the code')
    const back = digitsOn(owner)
    await renter.open(page)
    expect(renter.text).toContain('Olivia Santos entered it: you both confirmed the handover.')
    await renter.follow('Enter the code')
    await renter.press('Confirm the return', { code: back })
    expect(renter.text).toContain('The return is confirmed by both.')
    expect(renter.text).toContain('Return confirmed by both')
    const [head] = /You both have the same record: \S+/.exec(renter.text)!
    await owner.open(page)
    expect(owner.text).toContain(head)
  })
})

describe('a visitor', () => {
  it('saves their settings after a mistake', async () => {
    const owner = browser('olivia')
    await owner.open('/profile/settings')
    await owner.press('Update Info', { fullName: 'Olivia' })
    expect(messageBeside(owner.html, 'fullName')).toContain('Full Name needs a first and a last name.')
    await owner.press('Update Info', { fullName: 'Olivia Marie Santos' })
    expect(owner.text).toContain('Profile updated successfully!')
    expect(fieldsOf(owner.html).fullName).toBe('Olivia Marie Santos')
  })

  it('fills a heart, which comes back to its card, and empties it', async () => {
    const title = 'Ukulele'
    const listingId = await site.publish({ title })
    const renter = browser('katrina')
    await renter.open('/products?search=ukulele')
    const heart = `Add ${title} to favorites`
    for (const pressed of ['true', 'false']) {
      await renter.press(heart)
      expect(renter.at).toBe(`/products?search=ukulele#heart-${listingId}`)
      const tag = renter.html.match(/<button\b[^>]*>/g)!.find((each) => each.includes(`"${heart}"`))
      expect(tag).toContain(`aria-pressed="${pressed}"`)
    }
  })

  it('writes to us after a mistake', async () => {
    const guest = browser()
    await guest.open('/contact')
    await guest.press('Send Message', { name: 'Ana Reyes', email: 'ana', subject: 'A lost peg' })
    expect(guest.text).toContain('Please fill out all required fields')
    expect(messageBeside(guest.html, 'message')).toBe('Message is required.')
    const address = 'Please enter an email address, such as ana@example.com.'
    expect(messageBeside(guest.html, 'email')).toBe(address)
    expect(fieldsOf(guest.html).subject).toBe('A lost peg')
    await guest.press('Send Message', { email: 'ana@hiram.test', message: 'Without scripts.' })
    expect(guest.text).toContain('Thank you! Your message has been sent.')
  })

  it('reviews a listing after a mistake', async () => {
    const renter = browser('katrina')
    await renter.open(`/listing/${await site.publish({ title: 'Air fryer' })}`)
    await renter.follow('Leave a Review')
    await renter.press('Submit Review', { body: 'Crisp.' })
    expect(renter.text).toContain('Please provide a rating and a review text')
    expect(fieldsOf(renter.html).body).toBe('Crisp.')
    await renter.press('Submit Review', { rating: '4' })
    expect(renter.text).toContain('Thank you for your review!')
    expect(textOf(renter.part('section', 'Your review'))).toContain('Crisp.')
  })
})
