import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathAfterLogin } from '#domain/account/return-path.ts'
import { switchableKinds } from '#domain/notification/kinds.ts'
import { tidyLine } from '#domain/text.ts'
import { textOf } from '#tests/support/html.ts'
import { composeMail } from './compose-mail.ts'
import type { AddressedEmail } from './email-content.ts'
import { emailColours } from './email-styles.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-link.ts'

const settings = {
  baseUrl: 'https://hiram.test',
  siteName: 'Hiram',
  supportEmail: 'support@hiram.test',
  sessionSecret: 'of-the-tests-0123456789-0123456789',
} as Parameters<typeof composeMail>[0]
const accountId = '0199a000-0000-7000-8000-000000000001'

const email = (changes: Partial<AddressedEmail> = {}): AddressedEmail => ({
  accountId,
  to: 'renter@hiram.test',
  kind: 'approved',
  subject: 'Olivia Santos approved your rental of 4-person tent',
  lead: 'It’s yours for these days.',
  facts: [{ label: 'Total', value: '₱1,417.50' }],
  action: { label: 'See the rental', path: '/profile/rental-tracker' },
  ...changes,
})
const compose = (changes: Partial<AddressedEmail> = {}, name: string | null = 'Ramon') =>
  composeMail(settings, email(changes), name)

const linksIn = (html: string) =>
  [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

const hostile = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '</style><script>alert(2)</script>',
    '"><a href="https://evil.test">Peña & co</a>',
    'a\r\nBcc: all@hiram.test',
    '<!--[if mso]>',
    '🏕️ ₱450.00',
    'https://evil.test/x',
  ),
)

describe('the two halves of a mail', () => {
  // Spec: D31
  it('say the same: every fact of the HTML, and every address in it, stands in the text', async () => {
    const labels = ['Item', 'Dates', 'Total', 'Order']
    const facts = fc
      .array(hostile, { maxLength: labels.length })
      .map((values) => values.map((value, i) => ({ label: labels[i]!, value })))
    await fc.assert(
      fc.asyncProperty(facts, hostile, hostile, hostile, async (someFacts, lead, quote, name) => {
        const { html, text } = await compose({ facts: someFacts, lead, quote }, name)
        for (const { label, value } of someFacts) {
          expect(text).toContain(`${label}: ${tidyLine(value)}`)
          expect(tidyLine(textOf(html))).toContain(tidyLine(`${label} ${value}`))
        }
        for (const words of [lead, quote, name])
          for (const half of [text.replaceAll(/^> ?/gm, ''), textOf(html)])
            expect(tidyLine(half)).toContain(tidyLine(words))
        for (const href of linksIn(html)) expect(text).toContain(href.replace('mailto:', ''))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['/profile/rental-tracker?view=rented', '/login?next=/profile/rental-tracker%3Fview%3Drented'],
    ['/admin/proposals?confirm=1', '/login?next=/admin/proposals%3Fconfirm%3D1'],
    ['/listing/1', '/listing/1'],
  ])('lead to %s, also whoever has to log in first', async (path, address) => {
    const { html, text } = await compose({ action: { label: 'See it', path } })
    expect(linksIn(html)).toContain(`https://hiram.test${address}`)
    expect(text).toContain(`See it:\nhttps://hiram.test${address}\n`)
    const next = new URL(`https://hiram.test${address}`).searchParams.get('next')
    expect(pathAfterLogin(path.startsWith('/admin') ? 'admin' : 'renter', next ?? path)).toBe(path)
  })

  it('contain people’s texts as plain text: never as an element, a link or a line of the header', async () => {
    const plain = await compose()
    const elements = (html: string) => [...html.matchAll(/<([a-z0-9]+)[\s>/]/g)].map(([, name]) => name)
    await fc.assert(
      fc.asyncProperty(hostile, async (typed) => {
        const mail = await compose({ subject: typed, lead: typed, facts: [{ label: 'Item', value: typed }] })
        expect(elements(mail.html)).toEqual(elements(plain.html))
        expect(linksIn(mail.html)).toEqual(linksIn(plain.html))
        expect(mail.subject).not.toMatch(/[\r\n]/)
        expect(JSON.stringify(mail.headers)).toBe(JSON.stringify(plain.headers))
      }),
      { numRuns: 60 },
    )
  })

  it('show a note’s addresses of ours as links, and no other', async () => {
    const { html } = await compose({
      note:
        'See https://hiram.test/products, write to support@hiram.test, never to x@evil.test or ' +
        'https://hiram.test.evil.test/x',
    })
    expect(linksIn(html)).toEqual(
      expect.arrayContaining(['https://hiram.test/products', 'mailto:support@hiram.test']),
    )
    expect(linksIn(html).join(' ')).not.toContain('evil')
  })
})

describe('a mail that can be switched off', () => {
  it.each(switchableKinds)('%s carries the link in its header, its HTML and its text', async (kind) => {
    const { html, text, headers } = await compose({ kind })
    const stop = /^<(.+)>$/.exec(headers['List-Unsubscribe']!)![1]!
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(linksIn(html)).toContain(stop)
    expect(text).toContain(`\n${stop}\n`)
    const token = new URL(stop).searchParams.get('token')!
    expect(readUnsubscribeToken(settings, token)).toEqual({ accountId, kind })
  })

  it.each([
    ['what is always sent', { kind: 'account' as const }],
    ['what goes to the people of the site', { kind: 'contact-message' as const, accountId: null }],
  ])('unlike %s', async (_, changes) => {
    const { html, text, headers } = await compose(changes)
    expect(headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
    expect(html + text).not.toContain('unsubscribe')
  })
})

it('a link that was changed, has another secret, or no kind, is invalid', () => {
  const tokenOf = (secret = settings) =>
    unsubscribePath(secret, { accountId, kind: 'approved', to: 'renter@hiram.test' }).split('token=')[1]!
  const token = tokenOf()
  expect(readUnsubscribeToken(settings, token)).toEqual({ accountId, kind: 'approved' })
  for (const forged of [
    '',
    'x',
    '..',
    token.slice(0, -1),
    token.replace(/.(?=\.[^.]*$)/, ''),
    `${token}A`,
    `${token}.`,
    token.replace('approved', 'rejected'),
    token.replace('approved', 'no-such-kind'),
    token.replace('approved', '__proto__'),
    token.replace(/.\./, '2.'),
    tokenOf({ ...settings, sessionSecret: 'another-secret-0123456789-0123456789' }),
    'x'.repeat(10_000),
  ])
    expect(readUnsubscribeToken(settings, forged), forged).toBeNull()
})

it('mails have the colours of the site', () => {
  const css = readFileSync(new URL('../../app/app.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(emailColours))
    expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`)
})
