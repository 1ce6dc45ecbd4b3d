import { beforeAll, describe, expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite([])
const mail = (id: string, to: string, subject: string) => ({
  id,
  to,
  subject,
  text: `To ${to}: https://hiram.test/x`,
  html: `<p>${subject}</p>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
const read = async (path: string) => textOf(await (await site.visitor().get(path)).text())

beforeAll(async () => {
  await site.services.mail.send(mail('effect-1', 'renter@hiram.test', 'For the renter'))
  await new Promise((done) => setTimeout(done, 5))
  await site.services.mail.send(mail('effect-2', 'owner@hiram.test', 'For the owner'))
})

describe('the kept mail of a demo', () => {
  it('shows the newest mail or the one that is asked for, with its plain text and its header', async () => {
    expect(await read('/dev/mail')).toContain('To owner@hiram.test: https://hiram.test/x')
    const asked = await read('/dev/mail?mail=effect-1')
    for (const words of ['To renter@hiram.test: https://hiram.test/x', 'Auto-Submitted', 'effect-1'])
      expect(asked).toContain(words)
  })

  it('filters by address', async () => {
    const html = await read('/dev/mail?to=renter@hiram.test')
    expect(html).toContain('For the renter')
    expect(html).not.toContain('For the owner')
    expect(await read('/dev/mail?to=<b>')).toContain('No mail to <b> yet')
  })

  it('frames a mail’s HTML, which runs and loads nothing; no other page is framed or frames', async () => {
    const policyOf = async (path: string) => {
      const { headers } = await site.visitor().get(path)
      return [headers.get('content-security-policy'), headers.get('x-frame-options')]
    }
    const framed = await site.visitor().get('/dev/mail/effect-1/html')
    expect(await framed.text()).toBe('<p>For the renter</p>')
    expect(await policyOf('/dev/mail/effect-1/html')).toEqual([
      expect.stringMatching(
        /^default-src 'none'; style-src 'unsafe-inline';.* sandbox(?!.*allow-(scripts|same))/,
      ),
      'SAMEORIGIN',
    ])
    expect(await policyOf('/dev/mail')).toEqual([expect.stringContaining("frame-src 'self'"), 'DENY'])
    expect(await policyOf('/forgot-password')).toEqual([expect.stringContaining("frame-src 'none'"), 'DENY'])
  })

  it('has no mail that was never stored, whatever its name', async () => {
    for (const id of ['none', '..%2F..%2Fetc%2Fpasswd', '%00', 'x'.repeat(300)])
      expect((await site.visitor().get(`/dev/mail/${id}/html`)).status, id).toBe(404)
  })

  it('shows the mail that is asked for also beyond the newest hundred', async () => {
    for (let n = 3; n <= 110; n++)
      await site.services.mail.send(mail(`effect-${n}`, 'owner@hiram.test', `Mail ${n}`))
    expect(await read('/dev/mail?mail=effect-1')).toContain('To renter@hiram.test: https://hiram.test/x')
    expect(await read('/dev/mail?to=owner@hiram.test&mail=effect-1')).not.toContain('To renter@hiram.test')
  })

  it('does not exist on a site that sends its mail', async () => {
    const services = { ...site.services, keptMail: null }
    const visitor = new Visitor(await testApp(services), services)
    for (const path of ['/dev/mail', '/dev/mail/effect-1/html'])
      expect((await visitor.get(path)).status).toBe(404)
  })
})
