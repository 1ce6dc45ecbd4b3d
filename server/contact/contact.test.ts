import { describe, expect, it } from 'vitest'
import type { ContactForm } from '#domain/contact/contact-form.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { asAdmin } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { handleMessage } from './handle-message.ts'
import { sendContactMessage } from './send-contact-message.ts'

const fixture = withServices(['ramon', 'amihan'], {
  limits: { contactMessages: { points: 5, seconds: 3600 } },
})

const form = (changes: Partial<ContactForm> = {}): ContactForm => ({
  name: 'Ana Reyes',
  email: 'ana@hiram.test',
  subject: 'A lost peg',
  message: 'One peg is missing.',
  website: '',
  ...changes,
})
const messages = () => fixture.services.db.selectFrom('contactMessage').selectAll().orderBy('id').execute()
const guest = (ip: string) => by(fixture.services, { kind: 'guest' }, ip)

describe('a contact message', () => {
  // Spec: S7.34, D33
  it('is kept, and mailed to the people of the site so that an answer goes to its writer', async () => {
    const { services, cast } = fixture
    expect(await sendContactMessage(by(services, cast.ramon), form())).toEqual({ ok: true })
    expect(await messages()).toMatchObject([
      {
        accountId: cast.ramon.id,
        name: 'Ana Reyes',
        email: 'ana@hiram.test',
        createdAt: NOW,
        handledAt: null,
      },
    ])
    services.clock.set(new Date(Date.now() + 3_600_000))
    await doEffects(services)
    services.clock.set(NOW)
    const [mail] = (await services.mail.list(20)).filter(({ to }) => to === services.settings.supportEmail)
    expect(mail).toMatchObject({ replyTo: 'ana@hiram.test', subject: '[Contact] A lost peg' })
    expect(mail!.text).toContain('One peg is missing.')
  })

  it('sent twice at once is one', async () => {
    const before = (await messages()).length
    const twice = Array.from({ length: 4 }, () =>
      sendContactMessage(guest('203.0.113.20'), form({ subject: 'Twice' })),
    )
    for (const sent of await Promise.all(twice)) expect(sent).toMatchObject({ ok: true })
    expect(await messages()).toHaveLength(before + 1)
    fixture.services.clock.set(new Date(NOW.getTime() + 3_600_000))
    await sendContactMessage(guest('203.0.113.20'), form({ subject: 'Twice' }))
    fixture.services.clock.set(NOW)
    expect(await messages()).toHaveLength(before + 2)
  })

  it('with the hidden field filled in is dropped silently', async () => {
    const before = (await messages()).length
    expect(await sendContactMessage(guest('203.0.113.21'), form({ website: 'https://spam.test' }))).toEqual({
      ok: true,
    })
    expect(await messages()).toHaveLength(before)
  })

  it('beyond the limit is refused, per network for guests and per account otherwise', async () => {
    for (let i = 0; i < 5; i++)
      expect((await sendContactMessage(guest('203.0.113.22'), form({ message: `Number ${i}` }))).ok).toBe(
        true,
      )
    expect(await sendContactMessage(guest('203.0.113.22'), form({ message: 'More' }))).toMatchObject({
      ok: false,
      reason: 'limit',
    })
    expect((await sendContactMessage(guest('203.0.113.23'), form({ message: 'More' }))).ok).toBe(true)
    expect(
      (
        await sendContactMessage(
          by(fixture.services, fixture.cast.ramon, '203.0.113.22'),
          form({ message: 'Mine' }),
        )
      ).ok,
    ).toBe(true)
  })
})

describe('a message for the admins', () => {
  const handle = (messageId: string, handled: boolean) =>
    handleMessage(...asAdmin(fixture.services, fixture.cast.amihan), {
      messageId,
      handled,
    })
  const one = async () => (await messages())[0]!

  it('is handled and opened again, each once, and who did it is written down', async () => {
    const { id } = await one()
    expect(await handle(id, false)).toMatchObject({ ok: false, reason: 'unchanged' })
    expect(await handle(id, true)).toEqual({ ok: true })
    expect(await one()).toMatchObject({ handledAt: NOW, handledBy: fixture.cast.amihan.id })
    expect(await handle(id, true)).toMatchObject({
      ok: false,
      message: 'This message is handled already.',
    })
    expect(await handle(id, false)).toEqual({ ok: true })
    expect(await one()).toMatchObject({ handledAt: null, handledBy: null })
    const events = await fixture.services.db
      .selectFrom('event')
      .select(['action', 'actorRole'])
      .where('subject', '=', 'contact-message')
      .where('subjectId', '=', id)
      .where('actorRole', '=', 'admin')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['handle', 'reopen'])
    expect(await handle('0199a000-0000-7000-8000-000000000000', true)).toMatchObject({ reason: 'not-found' })
  })

  it('is kept for two years', async () => {
    const before = (await messages()).length
    const sweep = (at: string) => sweepOld(fixture.services, 'contactMessages', at)
    expect(await sweep('2028-11-21T02:14:00Z')).toBe(0)
    expect(await sweep('2028-11-21T02:16:00Z')).toBeGreaterThan(0)
    expect((await messages()).length).toBeLessThan(before)
  })
})

it.each([
  ['a moment later', '203.0.113.41', 2000, 1],
  ['nine minutes later', '203.0.113.42', 9 * 60_000, 1],
  ['eleven minutes later', '203.0.113.43', 11 * 60_000, 2],
])(
  'a contact message sent again %s counts from the first one, whatever the clock shows',
  async (_, ip, ms, kept) => {
    const { clock } = fixture.services
    const subject = `Again after ${ms}`
    for (const at of ['T01:09:59Z', 'T01:15:00Z']) {
      const first = new Date(`2026-11-20${at}`)
      const write = () => sendContactMessage(guest(ip), form({ subject: subject + at }))
      clock.set(first)
      expect(await write()).toEqual({ ok: true })
      clock.set(new Date(first.getTime() + ms))
      expect(await write()).toEqual({ ok: true })
      clock.set(NOW)
      expect((await messages()).filter((each) => each.subject === subject + at)).toHaveLength(kept)
    }
  },
)
