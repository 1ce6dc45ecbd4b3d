import { beforeAll, describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import { blockPerson } from '#server/person-block/block-person.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { sendContactMessage } from '#server/contact/send-contact-message.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { moderateReview } from '#server/review/moderate-review.ts'
import { reviewIdOf } from '#server/review/queries.ts'
import { sendReport } from '#server/report/send-report.ts'
import { writeReview } from '#server/review/write-review.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { textOf } from '#tests/support/html.ts'
import { asAdmin, fillCart, listThing, rent } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])

const IMG = '<img src=x onerror=alert(1)>'
const SCRIPT = '</script><script>alert(2)</script>'
const TITLE = `"'><svg/onload=alert(3)> {{7*7}} \${8*8}`
let listingId: string
let orderNumber: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  const { services, cast } = site
  await services.db
    .updateTable('account')
    .set({ firstName: '<b onmouseover=alert(4)>', name: SCRIPT })
    .where('id', '=', cast.olivia.id)
    .execute()
  const changes = {
    title: TITLE,
    description: `${IMG}\n${SCRIPT}\njavascript:alert(5)`,
    ownerTerms: `{{renterName}} ${SCRIPT}`,
    location: IMG,
    bookableWhileRented: true,
  }
  listingId = await listThing(services, cast.olivia, changes)
  accepted(await moderateListing(...asAdmin(services, cast.amihan), { listingId, decision: 'approved' }))
  orderNumber = (await rent(services, cast.ramon, [listingId])).orderNumber
  for (const person of [cast.ramon, cast.katrina])
    accepted(
      await writeReview(by(services, person), accepted(asReviewer(person)).reviewer, {
        listingId,
        rating: 1,
        body: `${TITLE}\n${IMG}\n${SCRIPT}`,
      }),
    )
  accepted(
    await moderateReview(...asAdmin(services, cast.amihan), {
      reviewId: reviewIdOf(listingId, cast.ramon.id),
      decision: 'publish',
    }),
  )
  const message = { name: IMG, email: 'a@hiram.test', subject: TITLE, message: SCRIPT, website: '' }
  accepted(await sendContactMessage(by(services), message))
  const said = await sendMessage(by(services, cast.katrina), { to: { listingId }, text: IMG })
  ids.katrinas = accepted(said).threadId
  const asked = await sendMessage(by(services, cast.ramon), {
    to: { listingId },
    text: `${TITLE} ${IMG} ${SCRIPT}`,
  })
  ids.thread = accepted(asked).threadId
  const answer = await sendMessage(by(services, cast.olivia), {
    to: { threadId: ids.thread },
    text: `0917 123 4567 javascript:alert(6) https://evil.example/"><script>alert(7)</script> ${IMG}`,
  })
  ids.message = String(accepted(answer).messageId)
  const about = { messageId: accepted(answer).messageId }
  const report = { about, reason: 'other' as const, note: `${TITLE} ${IMG} ${SCRIPT}` }
  ids.report = accepted(await sendReport(by(services, cast.ramon), report)).reportId
  accepted(await blockPerson(by(services, cast.katrina), { threadId: ids.katrinas }))
  await fillCart(services, cast.ramon, [listingId], { startDate: '2026-12-24' })
})

const pages: [string, undefined | 'ramon' | 'katrina' | 'olivia' | 'amihan'][] = [
  ['/', undefined],
  ['/products', undefined],
  ['/products?search=svg', undefined],
  ['/listing/{listing}', undefined],
  ['/listing/{listing}', 'katrina'],
  ['/listing/{listing}?review=1', 'katrina'],
  ['/listing/{listing}?deleteReview=1', 'katrina'],
  ['/cart', 'ramon'],
  ['/checkout', 'ramon'],
  ['/checkout?payment={order}', 'ramon'],
  ['/receipt/{order}', 'ramon'],
  ['/receipt/{order}', 'olivia'],
  ['/profile', 'olivia'],
  ['/profile/listings', 'olivia'],
  ['/profile/listings?edit={listing}', 'olivia'],
  ['/profile/listings?delete={listing}', 'olivia'],
  ['/profile/rental-tracker', 'ramon'],
  ['/profile/rental-tracker', 'olivia'],
  ['/admin/listings', 'amihan'],
  ['/admin/reviews', 'amihan'],
  ['/admin/contact-messages', 'amihan'],
  ['/admin/reports', 'amihan'],
  ['/admin/reports/{report}', 'amihan'],
  ['/report?thread={thread}', 'ramon'],
  ['/report?message={message}', 'ramon'],
  ['/block?thread={thread}', 'ramon'],
  ['/chat?thread_id={thread}', 'ramon'],
  ['/block?thread={katrinas}', 'katrina'],
  ['/chat?thread_id={katrinas}', 'katrina'],
  ['/profile/settings/blocked', 'katrina'],
  ['/admin/listings?delete={listing}', 'amihan'],
  ['/admin/users?search=alert', 'amihan'],
  ['/admin/orders', 'amihan'],
  ['/admin/orders/{order}', 'amihan'],
  ['/admin/audit-log', 'amihan'],
]
const addressOf = (path: string) =>
  path
    .replace('{listing}', listingId)
    .replace('{order}', orderNumber)
    .replace(/\{(\w+)\}/, (_, name: string) => ids[name]!)

/** The tags in a page that our code would never write, and markup in scripts that would end them. */
function injected(html: string): string[] {
  const found = [...html.matchAll(/<(?:img src=x|svg\/|b on)[^>]*>/g)].map(([tag]) => tag)
  const scripts = html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)
  for (const [, script] of scripts) if (/^alert\(/.test(script!)) found.push(script!)
  return found
}

describe('what people wrote is shown as text', () => {
  // Case: 36
  it.each(pages)('on %s for %s', async (path, who) => {
    const response = await site.visitor(who).get(addressOf(path))
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(injected(html)).toEqual([])
    expect(html).not.toMatch(/href="javascript:/i)
  })

  it('whole, and without being taken for a template', async () => {
    const text = textOf(await (await site.visitor().get(`/listing/${listingId}`)).text())
    expect(text).toContain(TITLE)
    expect(text).toContain(IMG)
    expect(text).toContain('javascript:alert(5)')
    const agreement = textOf(await (await site.visitor('ramon').get('/checkout')).text())
    expect(agreement).toContain(`{{renterName}} ${SCRIPT}`)
  })

  // Case: 36
  it('also in the data of pages', async () => {
    for (const [path, who] of pages) {
      const [pathname, query] = addressOf(path).split('?')
      const response = await site
        .visitor(who)
        .get(`${pathname === '/' ? '/_' : pathname}.data${query ? `?${query}` : ''}`)
      expect(response.headers.get('content-type')).toMatch(/^text\/x-script/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  // Case: 36
  it('in mail, as text in both its halves, without a line of the header in it', async () => {
    const { services } = site
    services.clock.set(new Date(Date.now() + 3_600_000))
    await doEffects(services)
    services.clock.set(NOW)
    const mails = await services.mail.list(50)
    expect(mails.length).toBeGreaterThan(2)
    for (const mail of mails) {
      expect(mail.subject).not.toMatch(/[\r\n]/)
      expect(mail.html).not.toMatch(/<(script|img|svg|b)\b|<[^>]*\son[a-z]+=/i)
    }
  })
})

describe('what is typed into the address is shown as text', () => {
  // Case: 36, 38
  it.each([
    IMG,
    SCRIPT,
    "' OR 1=1 --",
    '%',
    '_',
    '{"$ne":1}',
    '(a+)+$',
    '\u0000',
    '‮gnirts',
    '😀'.repeat(60),
    'x'.repeat(10_000),
    '%00',
    '../../etc/passwd',
  ])('a search for %j', async (search) => {
    const response = await site.visitor().get(`/products?search=${encodeURIComponent(search)}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(injected(html)).toEqual([])
    // The field has at most a hundred characters.
    expect(/<input[^>]*id="catalogue-search"[^>]*value="([^"]*)"/.exec(html)?.[1]?.length ?? 0).toBeLessThan(
      700,
    )
  })

  it.each([
    '/products?category=%3Cscript%3Ealert(1)%3C/script%3E',
    '/products?after=%00',
    '/products?after=W10',
    '/products?page=1e9&limit=1e9',
    '/products?search=a&search=b',
    '/login?portal=%3Cscript%3E&tab=x',
    '/receipt/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
    '/listing/%E0%A4%A',
    '/listing/{listing}?reviewsAfter=%27&review=%3Cb%3E&deleteReview=%00',
    '/%',
    '/profile/rental-tracker?view=%27&ask=constructor&rental=__proto__',
    '/admin/listings?status=__proto__&after=%27',
    '/admin/content?before=%27',
    '/admin?by=%27',
    '/admin/categories?rename=%27&delete=__proto__',
    '/admin/tags?rename=%00&merge=%27&delete=%3Cscript%3E',
    '/admin/content/1%27%20or%201=1',
    '/admin/users?role=__proto__&sort=constructor&search=%00%25%3Cimg%20src=x%3E&before=e30',
    '/admin/users?search=a&search=b&status=verified&status=x&sort=-&delete=%27',
    '/admin/orders?sort=total%3Bdrop&method=%E2%80%AE&after=W10',
    '/admin/orders/%3Cimg%20src=x%3E',
    '/admin/audit-log?action=%27&subject=%3Cb%20on&admin=1%27%20or%201=1',
    '/admin/__proto__.csv',
    '/admin/constructor.csv',
  ])('%s', async (address) => {
    for (const who of [undefined, 'olivia', 'amihan'] as const) {
      const response = await site.visitor(who).get(addressOf(address))
      expect(response.status).toBeLessThan(500)
      expect(injected(await response.text())).toEqual([])
    }
  })

  // Case: 36
  it('a CSV file is never shown as a page, whatever its texts', async () => {
    const response = await site.visitor('amihan').get('/admin/listings.csv?search=%00&sort=%00&status=%00')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="listings-[\d-]+\.csv"$/,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toContain(`"${TITLE.replaceAll('"', '""')}"`)
  })

  it('a forged toast is not shown', async () => {
    for (const value of [
      'x',
      encodeURIComponent(IMG),
      Buffer.from('{"kind":"x","text":"Hello"}').toString('base64'),
      Buffer.from('[]').toString('base64'),
    ]) {
      const response = await site.visitor().get('/', { headers: { cookie: `flash=${value}` } })
      expect(response.status).toBe(200)
      expect(injected(await response.text())).toEqual([])
    }
  })
})
