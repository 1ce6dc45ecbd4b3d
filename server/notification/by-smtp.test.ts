import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switchableKinds, emailTexts } from '#domain/notification/kinds.ts'
import { changeActions } from '#domain/change/change-action.ts'
import { lifecycle, rentalActions } from '#domain/rental/lifecycle.ts'
import type { RentalStatus } from '#domain/status.ts'
import { tidyLine } from '#domain/text.ts'
import { startSmtpEmulator, type SmtpEmulator } from '#gateways/mail/emulator.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { smtpMail } from '#gateways/mail/smtp.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { deposits } from '#tests/support/deposits.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import { oweFor } from '#tests/support/page-samples.ts'
import { paying } from '#tests/support/paying.ts'
import { unescaped } from '#tests/support/html.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { setVerification } from '../account/set-verification.ts'
import { askChange } from '../change/ask-change.ts'
import { sendMessage } from '../chat/send-message.ts'
import { sendContactMessage } from '../contact/send-contact-message.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { claimDeposit } from '../dispute/claim-deposit.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { inTransaction, type Effect, recordEffects } from '../record.ts'
import { sendReport } from '../report/send-report.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { mailIdOf } from './deliver.ts'
import { wantsNotice } from './queries.ts'

/** Mails as a mail program reads them from a mail server, with very unusual names. */
const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'])
const { active, returned, hours } = deposits(site)
const { settle } = paying(site)

const TITLE = 'Peña’s “tent” 🏕️ ₱1 <img src=x onerror=alert(1)> & more'
const INJECTED = 'Añita <b>B</b>\r\nBcc: all@hiram.test\r\n\r\n<script>alert(2)</script>'

type MailKind = Extract<Effect['kind'], `${string}-mail`>
type Payloads = { [K in MailKind]: Extract<Effect, { kind: K }>['payload'][] }
let payloads: Payloads
let smtp: SmtpEmulator
let mail: MailGateway

beforeAll(async () => {
  smtp = await startSmtpEmulator()
  mail = smtpMail(smtp.url, 'Hiram <hello@hiram.test>')
  payloads = await everyKind()
})
afterAll(async () => {
  await mail.close()
  await smtp.close()
})
beforeEach(async () => {
  smtp.delivered.length = 0
  smtp.fault = null
  hours(0)
  await site.services.db.deleteFrom('effect').execute()
  await site.services.db.deleteFrom('notificationChoice').execute()
})

/** One email of every kind, and then the names. */
async function everyKind(): Promise<Payloads> {
  const { services, cast } = site
  const { db } = services
  const { rentalId, orderId, listingId } = await returned('online')
  const reason = 'The zip is torn.\n\n<script>alert(3)</script>'
  accepted(
    await claimDeposit(by(services, cast.olivia), { rentalId, centavos: 30_000, reason, photoIds: [] }),
  )
  accepted(await answerDispute(by(services, cast.ramon), { rentalId, text: 'It was torn before.' }))
  const admin = people.asAdmin(services, cast.amihan)
  accepted(await grantClaim(...admin, { rentalId, grantedCentavos: 10_000, decision: 'The photos show it.' }))
  await settle()
  const { changeId } = await asked(await active('online'))
  const { rentalId: late } = await returned('online', 50_000, 26)
  hours(0)
  const { rentalId: overdue, listingId: isOut } = await active('cash_on_delivery')
  hours(0)
  await sql`update listing set bookable_while_rented = true, status = 'approved' where id = ${isOut}`.execute(
    db,
  )
  const { rentalId: next } = await people.rent(services, cast.katrina, [isOut])
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId: next, action: 'approve' }))
  await db.insertInto('lateFee').values({ rentalId: overdue, notReturnedAt: NOW }).execute()
  await sql`update rental set brought_back_at = ${NOW}, brought_back_objected_at = ${NOW},
    handover_objected_at = ${NOW} where id = ${overdue}`.execute(db)
  const { rentalId: broughtBack } = await active('cash_on_delivery')
  hours(0)
  accepted(await sayBroughtBack(by(services, cast.ramon), { rentalId: broughtBack, note: '', photoIds: [] }))
  const inStatus: Record<RentalStatus, string> = {
    Pending: await requested(),
    Approved: next,
    Active: overdue,
    Completed: rentalId,
    Rejected: await requested('reject'),
    Cancelled: await requested('cancel'),
  }
  const said = accepted(
    await sendMessage(by(services, cast.ramon), {
      to: { listingId },
      text: '<b>Hi</b>\n.\nhttps://evil.test',
    }),
  )
  const { threadId } = said
  const { reportId } = accepted(
    await sendReport(by(services, cast.ramon), { about: { threadId }, reason: 'harassment', note: '' }),
  )
  const form = { name: 'Ana', email: 'ana@hiram.test', subject: 'A lost peg', message: 'One\n.\npeg' }
  accepted(await sendContactMessage(by(services), { ...form, website: '' }))
  await sql`update rental set title = ${TITLE}`.execute(db)
  await sql`update thread set title = ${TITLE}`.execute(db)
  await sql`update listing set title = ${TITLE}`.execute(db)
  await sql`update contact_message set name = ${INJECTED}, subject = ${INJECTED}`.execute(db)
  await sql`update account set first_name = ${INJECTED} where role = 'owner'`.execute(db)
  const one = async (from: ReturnType<typeof sql<{ id: string }>>) => (await from.execute(db)).rows[0]!.id
  const paymentId = await one(sql`select id from payment where order_id = ${orderId}`)
  const refundId = await one(sql`select id from refund where order_id = ${orderId}`)
  const messageId = await one(sql`select id from contact_message`)
  const disputeId = await one(sql`select id from dispute where rental_id = ${rentalId}`)
  const { hash: goodwill } = await inTransaction(services, async (tx) => ({
    ok: true as const,
    ...(await appendEntry(tx, by(services, cast.amihan), rentalId, {
      kind: 'pay-goodwill',
      side: 'admin',
      text: reason,
      facts: { to: 'renter', centavos: 10_000 },
    })),
  }))
  const sides = ['owner', 'renter'] as const
  const each = <A, T>(all: readonly A[], make: (of: A, to: 'owner' | 'renter') => T) =>
    all.flatMap((of) => sides.map((to) => make(of, to)))
  const debtId = await oweFor(services, rentalId)
  const accountId = cast.ramon.id
  const verified = { accountId, decision: 'verified' as const }
  const notVerified = { accountId: cast.olivia.id, decision: 'rejected' as const }
  for (const decision of [verified, notVerified]) accepted(await setVerification(...admin, decision))
  return {
    'rental-mail': each(['request', ...rentalActions] as const, (action, to) => ({
      rentalId: inStatus[action === 'request' ? 'Pending' : lifecycle[action].to],
      action,
      to,
    })),
    'handover-mail': sides.flatMap((to) => [
      { rentalId: broughtBack, news: 'brought-back' as const, to },
      { rentalId: overdue, news: 'objected' as const, to },
    ]),
    'listing-mail': (['approved', 'rejected'] as const).map((decision) => ({ listingId, decision })),
    'take-down-mail': [
      { listingId, accountId: cast.olivia.id, reason },
      { listingId, accountId: cast.olivia.id, reason: null },
    ],
    'suspension-mail': [
      { accountId, reason },
      { accountId, reason: null },
    ],
    'welcome-mail': [{ accountId }, { accountId: cast.olivia.id }],
    'contact-mail': [{ messageId }],
    'password-reset-mail': [{ accountId, expiresAt: new Date(NOW.getTime() + 3_600_000).toISOString() }],
    'password-changed-mail': [{ accountId: cast.olivia.id }],
    'confirmation-mail': [{ accountId }],
    'email-change-mail': (['confirm', 'asked', 'changed'] as const).map((stage) => ({
      accountId,
      stage,
      to: stage === 'confirm' ? 'ramon.new@hiram.test' : cast.ramon.email,
    })),
    'new-device-mail': [{ accountId, device: 'Firefox on Windows', at: NOW.toISOString() }],
    'two-factor-mail': (['on', 'off', 'recovery-code'] as const).map((change) => ({ accountId, change })),
    'admin-invitation-mail': [{ accountId, expiresAt: new Date(NOW.getTime() + 3_600_000).toISOString() }],
    'admin-mail': (['made', 'area', 'removed'] as const).flatMap((change) => [
      { accountId: cast.amihan.id, adminId: accountId, change, area: 'money' as const },
      { accountId, adminId: accountId, change, area: 'support' as const },
    ]),
    'proposal-mail': [{ accountId: cast.amihan.id, proposalId: await proposed(refundId) }],
    'passkey-mail': (['added', 'removed'] as const).map((change) => ({
      accountId,
      change,
      name: 'Phone <b>one</b>',
    })),
    'calendar-address-mail': [{ accountId }],
    'verification-mail': [verified, notVerified],
    'deposit-mail': each(['returned', 'cash-due', 'claimed', 'answered'] as const, (news, to) => ({
      rentalId,
      news,
      to,
    })),
    'dispute-mail': each(
      ['opened', 'answered', 'accepted', 'decided', 'appealed', 'settled'] as const,
      (news, to) => ({ rentalId, disputeId, news, to }),
    ),
    'debt-mail': each(['online', 'received', 'reminder'] as const, (news, to) => ({
      debtId,
      news,
      to,
    })),
    'goodwill-mail': sides.map((to) => ({ rentalId, head: goodwill, to })),
    'change-mail': each(changeActions, (news, to) => ({ changeId, news, to })),
    'waitlist-mail': [{ entryId: await offered(listingId) }],
    'payment-mail': [{ orderId, paymentId }],
    'refund-mail': [{ refundId }],
    'message-mail': [{ threadId, messageId: said.messageId, to: 'owner' }],
    'report-mail': (['reporter', 'reported'] as const).map((to) => ({ reportId, to })),
    'late-mail': each(['fixed', 'waived', 'taken', 'not-returned'] as const, (news, to) => ({
      rentalId: news === 'not-returned' ? overdue : late,
      news,
      to,
    })),
    'not-back-mail': [{ rentalId: next }],
    'no-show-mail': each(['said', 'taken-back', 'contradicted'] as const, (news, to) => ({
      rentalId: next,
      news,
      to,
    })),
    'reminder-mail': sides.map((to) => ({ rentalId: overdue, kind: 'overdue' as const, number: 1, to })),
  }
}

/** What Ramon asks to rent; it may have come to nothing. */
async function requested(action?: 'reject' | 'cancel') {
  const { services, cast } = site
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  const actor = action === 'cancel' ? cast.ramon : cast.olivia
  if (action) accepted(await takePartyAction(by(services, actor), { rentalId, action }))
  return rentalId
}

/** Days that are offered to Ramon. */
async function offered(listingId: string) {
  const entryId = randomUUID()
  const entry = { id: entryId, accountId: site.cast.ramon.id, listingId, period: '[2026-12-01,2026-12-04)' }
  const until = new Date(NOW.getTime() + 7_200_000)
  await site.services.db
    .insertInto('waitlistEntry')
    .values({ ...entry, askedAt: NOW, state: 'offered', offeredUntil: until })
    .execute()
  return entryId
}

/** What another admin proposed. */
async function proposed(refundId: string) {
  const id = randomUUID()
  const about = { about: `refund ${refundId}`, payload: JSON.stringify({ refundId }) }
  await site.services.db
    .insertInto('proposal')
    .values({ id, kind: 'refund', ...about, proposedBy: site.cast.olivia.id, proposedAt: NOW })
    .execute()
  return id
}

/** A change that its renter asked for. */
async function asked({ rentalId }: { rentalId: string }) {
  const request = { what: 'extend' as const, days: 3 }
  return accepted(await askChange(by(site.services, site.cast.ramon), { rentalId, request }))
}

const write = (effects: Effect[]) =>
  inTransaction(site.services, async (tx) => {
    await recordEffects(tx, site.services, effects)
    return { ok: true as const }
  })
const send = (gateway = mail) => doEffects(site.services, gateway)
const arrived = () => Promise.all(smtp.delivered.map(({ message }) => PostalMime.parse(message)))
const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value
const stopOf = (email: Email) => /^<(.+)>$/.exec(headerOf(email, 'list-unsubscribe') ?? '')?.[1]

/** The same email sent again later is one mail for its reader. */
const read = async () => [...new Map((await arrived()).map((email) => [email.messageId, email])).values()]

it('an email has another id than that of its number before an older backup was restored', async () => {
  const { db, clock } = site.services
  const payload = JSON.stringify(payloads['welcome-mail'][0])
  const before = clock.now()
  for (const minutes of [0, 5]) {
    const now = new Date(before.getTime() + minutes * 60_000)
    clock.set(now)
    await db.deleteFrom('effect').execute()
    await sql`insert into effect (id, kind, payload, created_at, due_at) overriding system value
      values (900000001, 'welcome-mail', ${payload}::jsonb, ${now}, ${now})`.execute(db)
    expect(await send()).toBe(1)
  }
  clock.set(before)
  expect(await read()).toHaveLength(2)
})

describe('every kind of email, from the outbox through a mail server', () => {
  // Spec: D31
  it.each(Object.keys(emailTexts) as MailKind[])('%s', async (kind) => {
    const effects = payloads[kind].map((payload) => ({ kind, payload }) as Effect)
    // A confirmed email gets no request to confirm it, and an unconfirmed one gets no other kind.
    await site.services.db
      .updateTable('account')
      .set({ emailVerified: kind !== 'confirmation-mail' })
      .execute()
    await write(effects)
    expect(await send()).toBe(effects.length)
    const emails = await arrived()
    expect(emails.length).toBeGreaterThan(0)
    const ids = await site.services.db.selectFrom('effect').select(['id', 'createdAt']).execute()
    for (const [i, email] of emails.entries()) {
      expect(ids.map(({ id, createdAt }) => `<${mailIdOf(id, createdAt)}@hiram.test>`)).toContain(
        email.messageId,
      )
      expect(email.from).toMatchObject({ name: 'Hiram', address: 'hello@hiram.test' })
      expect(email.to!.map(({ address }) => address)).toEqual(smtp.delivered[i]!.to)
      expect(smtp.delivered[i]!.to).toHaveLength(1)
      expect(headerOf(email, 'auto-submitted')).toBe('auto-generated')
      expect(headerOf(email, 'bcc')).toBeUndefined()
      expect(email.attachments).toEqual([])
      expect(email.subject).not.toMatch(/[\r\n]/)
      expect(email.html).toContain('</html>')
      expect(email.html).not.toMatch(/<(script|img|b)\b|<[^>]*\sonerror=/i)
      expect(expectSame(email) > 0).toBe(withFacts.includes(kind))
    }
    if (kind === 'rental-mail' || kind === 'listing-mail')
      for (const { subject } of emails) expect(subject).toContain(tidyLine(TITLE))
  })

  it('keeps marks, pesos and emoji, and lets no name into the header', async () => {
    await write([
      { kind: 'contact-mail', payload: payloads['contact-mail'][0]! },
      {
        kind: 'rental-mail',
        payload: payloads['rental-mail'].find(({ action, to }) => action === 'approve' && to === 'renter')!,
      },
    ])
    await send()
    const [contact, approved] = await arrived()
    expect(contact!.subject).toBe(`[Contact] ${tidyLine(INJECTED)}`)
    expect(contact!.replyTo).toEqual([{ name: '', address: 'ana@hiram.test' }])
    expect(contact!.text).toContain('> One\n> .\n> peg\n')
    expect(approved!.subject).toBe(`${tidyLine(`${INJECTED} Santos`)} approved your rental of ${TITLE}`)
    expect(approved!.text).toContain(`Item: ${TITLE}\n`)
    for (const { to } of smtp.delivered) expect(to.join()).not.toContain('all@')
  })

  // Spec: D31
  it('has a link that switches its kind off when a mail program posts to it, where there is a choice', async () => {
    const stopped: string[] = []
    for (const kind of Object.keys(payloads) as MailKind[])
      await write(payloads[kind].map((payload) => ({ kind, payload }) as Effect))
    await send()
    for (const email of await arrived()) {
      const stop = stopOf(email)
      if (!stop) continue
      expect(headerOf(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const url = new URL(stop)
      expect(url.origin).toBe(site.services.settings.baseUrl)
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const headers = { 'sec-fetch-site': 'cross-site' }
      const answer = await site
        .visitor()
        .send(url.pathname + url.search, { method: 'POST', body }, { headers })
      expect(answer.status).toBe(200)
      const kind = switchableKinds.find((known) => stop.includes(`.${known}.`))!
      stopped.push(kind)
      const person = Object.values(site.cast).find((one) => one.email === email.to![0]!.address)!
      expect(await wantsNotice(site.services.db, person.id, kind, 'email')).toBe(false)
    }
    expect([...new Set(stopped)].sort()).toEqual(
      switchableKinds.filter((kind) => !['starts-tomorrow', 'due-today'].includes(kind)).sort(),
    )
    smtp.delivered.length = 0
    await write(payloads['rental-mail'].map((payload) => ({ kind: 'rental-mail', payload })))
    await send()
    expect((await arrived()).map((email) => stopOf(email))).toEqual([undefined])
  })
})

const withFacts: string[] = [
  'rental-mail',
  'handover-mail',
  'listing-mail',
  'take-down-mail',
  'contact-mail',
  'new-device-mail',
  'passkey-mail',
  'deposit-mail',
  'dispute-mail',
  'late-mail',
  'debt-mail',
  'not-back-mail',
  'no-show-mail',
  'change-mail',
  'goodwill-mail',
  'waitlist-mail',
  'payment-mail',
  'refund-mail',
  'reminder-mail',
]

/** Checks that the text has the facts and links of the HTML; returns the number of facts. */
function expectSame({ html, text }: Email) {
  const cell = (of: string) => unescaped(of.replaceAll(/<[^>]+>/g, ''))
  const facts = [...html!.matchAll(/<th[^>]*>(.*?)<\/th><td[^>]*>(.*?)<\/td>/gs)]
  for (const [, label, value] of facts) expect(text).toContain(`${cell(label!)}: ${cell(value!)}`)
  for (const [, href] of html!.matchAll(/href="([^"]+)"/g))
    expect(text).toContain(unescaped(href!).replace('mailto:', ''))
  return facts.length
}

describe('a repeated mail is read once', () => {
  const welcome = () => write([{ kind: 'welcome-mail', payload: { accountId: site.cast.ramon.id } }])
  const later = (minutes: number) => site.services.clock.set(new Date(NOW.getTime() + minutes * 60_000))

  it.each([
    ['asked to come again later', 'greylist', 0],
    ['cut off in the middle', 'cut', 0],
    ['kept by a server that never said so', 'silent', 1],
  ] as const)('when it was %s, and sent again', async (_, fault, kept) => {
    await welcome()
    smtp.fault = fault
    expect(await send()).toBe(0)
    expect(smtp.delivered).toHaveLength(kept)
    smtp.fault = null
    expect(await send()).toBe(0)
    later(1)
    expect(await send()).toBe(1)
    expect(smtp.delivered).toHaveLength(kept + 1)
    expect(await read()).toHaveLength(1)
    expect(new Set((await arrived()).map(({ text, html, subject }) => `${subject}${text}${html}`)).size).toBe(
      1,
    )
  })

  // Spec: D31
  it('when the process died between sending it and noting that, and another goes on', async () => {
    await welcome()
    let sent = () => {}
    const dead = new Promise<void>((done) => (sent = done))
    const dying: MailGateway = {
      ...mail,
      async send(email) {
        await mail.send(email)
        sent()
        await new Promise(() => {})
      },
    }
    void send(dying)
    await dead
    expect(await send()).toBe(0)
    later(2)
    expect(await send()).toBe(1)
    expect(smtp.delivered).toHaveLength(2)
    expect(await read()).toHaveLength(1)
    later(300)
    expect(await send()).toBe(0)
  })
})
