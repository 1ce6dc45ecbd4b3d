import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillDisk, mountDisk, unmountDisk } from '#tests/support/small-disk.ts'
import { startSmtpEmulator, type SmtpEmulator } from './emulator.ts'
import { folderMail } from './folder.ts'
import type { JobFailure } from '#domain/job/job-failure.ts'
import type { Mail, MailGateway } from './port.ts'
import { smtpMail } from './smtp.ts'

let folder: string
let smtp: SmtpEmulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiram-mail-'))
  smtp = await startSmtpEmulator()
})
afterAll(async () => {
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

/** A mail as its reader sees it. */
type Arrived = Omit<Mail, 'headers'> & { headers: Record<string, string> }
type Kind = { name: string; open(): { gateway: MailGateway; arrived(): Promise<Arrived[]> } }

let n = 0
const kinds: Kind[] = [
  {
    name: 'mail kept in a folder',
    open() {
      const gateway = folderMail(join(folder, String(n++)))
      return { gateway, arrived: async () => (await gateway.list(100)).toReversed() }
    },
  },
  {
    name: 'mail by SMTP',
    open() {
      smtp.delivered.length = 0
      const gateway = smtpMail(smtp.url, 'Hiram <hello@hiram.test>')
      return { gateway, arrived: async () => onceEach(await Promise.all(smtp.delivered.map(read))) }
    },
  },
]

/** Drops a message whose Message-ID the mailbox already has. */
function onceEach(mails: Arrived[]): Arrived[] {
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()]
}

async function read({ to, message }: SmtpEmulator['delivered'][number]): Promise<Arrived> {
  const parsed = await PostalMime.parse(message)
  const names = ['auto-submitted', 'list-unsubscribe', 'list-unsubscribe-post']
  return {
    id: /<([^@]+)@/.exec(parsed.messageId ?? '')?.[1] ?? '',
    to: to.join(),
    ...(parsed.replyTo?.[0]?.address ? { replyTo: parsed.replyTo[0].address } : {}),
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').trimEnd(),
    html: (parsed.html ?? '').trimEnd(),
    headers: Object.fromEntries(
      parsed.headers
        .filter(({ key }) => names.includes(key))
        .map(({ originalKey, value }) => [originalKey, value]),
    ),
  }
}

const headerOf = (message: string) => message.split(/\r?\n\r?\n/)[0]!

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: `effect-${++n}`,
  to: 'ramon@hiram.test',
  subject: 'Your request',
  text: 'Hello Ramon,\n\nit is yours.',
  html: '<p>Hello Ramon,</p><p>it is yours.</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  ...changes,
})

describe.each(kinds)('$name', ({ open }) => {
  let gateway: MailGateway
  let arrived: () => Promise<Arrived[]>
  beforeEach(() => ({ gateway, arrived } = open()))
  afterEach(() => gateway.close())

  it('arrives as it was written', async () => {
    const sent = mail()
    await gateway.send(sent)
    expect(await arrived()).toMatchObject([sent])
  })

  it('has the address for answers', async () => {
    const sent = mail({ replyTo: 'ana@hiram.test' })
    await gateway.send(sent)
    expect(await arrived()).toMatchObject([sent])
    await gateway.send(mail({ replyTo: 'ana@hiram.test\r\nBcc: all@hiram.test' })).catch(() => {})
    for (const { message } of smtp.delivered) expect(headerOf(message)).not.toMatch(/^Bcc:/im)
  })

  it('arrives whole with pesos, marks, lines of dots, and long lines', async () => {
    const sent = mail({
      subject:
        'Ramon Peña would like to rent your “Tent, ₱450.00 a day” — for three days in December, if it is free',
      text: `₱1,234.50 for Ma. Teresa Peña\n\n.\n..\n.hidden\n${'long '.repeat(300)}end`,
    })
    await gateway.send(sent)
    expect(await arrived()).toMatchObject([sent])
  })

  it('has the given header lines, long addresses complete, and no injected ones', async () => {
    const stop = `<https://hiram.test/unsubscribe?token=${'a1b2-'.repeat(30)}>`
    const headers = { 'List-Unsubscribe': stop, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    await gateway.send(mail({ headers }))
    expect((await arrived())[0]!.headers).toEqual(headers)
    await gateway.send(mail({ headers: { 'Auto-Submitted': 'no\r\nBcc: all@hiram.test' } }))
    for (const { message } of smtp.delivered) expect(headerOf(message)).not.toMatch(/^Bcc:/im)
  })

  it('arrives as HTML too, whole with marks, emoji and long lines', async () => {
    const html =
      '<!doctype html><html><body><p>₱1,234.50 for Ma. Teresa Peña ' +
      `🏕️</p>\n.\n<p>${'long '.repeat(600)}</p></body></html>`
    const sent = mail({ subject: '🏕️ Your Peña tent, ₱450.00 — 日', html })
    await gateway.send(sent)
    expect(await arrived()).toMatchObject([sent])
  })

  it('sent again with the same id is one mail', async () => {
    const sent = mail()
    await gateway.send(sent)
    await gateway.send(sent)
    await gateway.send(mail({ subject: 'Another' }))
    expect((await arrived()).map(({ subject }) => subject).sort()).toEqual(['Another', 'Your request'])
  })

  it('keeps injected text out of its header and other mailboxes', async () => {
    await gateway.send(
      mail({ subject: 'Hello\r\nBcc: all@hiram.test\r\n\r\nBody', text: 'x\r\n.\r\nMAIL FROM:<a@b>' }),
    )
    const [one, ...others] = await arrived()
    expect(others).toEqual([])
    expect(one!.to).toBe('ramon@hiram.test')
    expect(one!.text).toContain('MAIL FROM:<a@b>')
    for (const { message } of smtp.delivered) expect(headerOf(message)).not.toMatch(/^Bcc:/im)
  })

  it('sent many at once all arrives', async () => {
    await Promise.all(Array.from({ length: 30 }, () => gateway.send(mail())))
    expect(await arrived()).toHaveLength(30)
  })
})

describe('mail by SMTP', () => {
  const from = 'Hiram <hello@hiram.test>'

  it('has the configured sender, and the same id each time', async () => {
    smtp.delivered.length = 0
    const gateway = smtpMail(smtp.url, from)
    await gateway.send(mail({ id: 'effect-77' }))
    await gateway.close()
    expect(smtp.delivered[0]!.message).toMatch(/^From: Hiram <hello@hiram\.test>\r$/m)
    expect(smtp.delivered[0]!.message).toMatch(/^Message-ID: <effect-77@hiram\.test>\r$/im)
  })

  it.each([
    ['550 no such mailbox', undefined],
    ['550 relay not permitted', undefined],
    ['550 5.1.8 sender address rejected', undefined],
    ['550 5.1.1 user unknown', 'never'],
    ['551 5.1.6 has moved', 'never'],
    ['550 5.7.1 relaying denied', undefined],
    ['552 5.2.2 mailbox full', undefined],
  ])('throws after “%s”, and says whether it is tried again', async (refusal, retryAfterSeconds) => {
    const gateway = smtpMail(smtp.url, from)
    smtp.refusal = refusal
    const error: unknown = await gateway.send(mail({ to: 'refused@hiram.test' })).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: expect.stringContaining(refusal) })
    expect((error as Partial<JobFailure>).retryAfterSeconds).toBe(retryAfterSeconds)
    await gateway.send(mail())
    await gateway.close()
  })

  it('throws when the connection breaks in the middle, and works again afterwards', async () => {
    const gateway = smtpMail(smtp.url, from)
    smtp.fault = 'cut'
    await expect(gateway.send(mail())).rejects.toThrow()
    smtp.fault = null
    await gateway.send(mail())
    await gateway.close()
  })

  it('throws when it is asked to come again later, and arrives when it does', async () => {
    smtp.delivered.length = 0
    const gateway = smtpMail(smtp.url, from)
    smtp.fault = 'greylist'
    await expect(gateway.send(mail())).rejects.toThrow(/451/)
    expect(smtp.delivered).toEqual([])
    smtp.fault = null
    await gateway.send(mail())
    expect(smtp.delivered).toHaveLength(1)
    await gateway.close()
  })

  it('throws when the message was accepted but not confirmed; sent again, it is the same mail', async () => {
    smtp.delivered.length = 0
    const gateway = smtpMail(smtp.url, from)
    const sent = mail()
    smtp.fault = 'silent'
    await expect(gateway.send(sent)).rejects.toThrow()
    smtp.fault = null
    await gateway.send(sent)
    const mails = await Promise.all(smtp.delivered.map(read))
    expect(mails.map(({ id }) => id)).toEqual([sent.id, sent.id])
    await gateway.close()
  })

  it('waits ten minutes for a server to accept a mail, as RFC 5321 asks', async () => {
    const waits: number[] = []
    const { setTimeout: set } = Socket.prototype
    const spy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
      this: Socket,
      ms,
      heard,
    ) {
      if (ms > 0 && this.remotePort === Number(new URL(smtp.url).port)) waits.push(ms)
      return set.call(this, ms, heard)
    })
    const gateway = smtpMail(smtp.url, from)
    await gateway.send(mail())
    spy.mockRestore()
    expect(waits).toEqual([600_000])
    await gateway.close()
  })

  it('sends nothing unencrypted, no password either, where TLS is required and not offered', async () => {
    const url = Object.assign(new URL(smtp.url), { username: 'hiram', password: 'hunter2' })
    const gateway = smtpMail(`${url.href}?requireTLS=true`, from)
    const before = smtp.delivered.length
    await expect(gateway.send(mail())).rejects.toThrow(/STARTTLS/)
    expect(smtp.delivered).toHaveLength(before)
    await gateway.close()
  })

  it('throws when nobody answers', async () => {
    const gone = await startSmtpEmulator()
    await gone.close()
    const gateway = smtpMail(gone.url, from)
    await expect(gateway.send(mail())).rejects.toThrow(/ECONNREFUSED|closed/i)
    await gateway.close()
  })
})

it('a folder of mail is for its owner only, the newest first, and no name of a mail leaves it', async () => {
  const own = join(folder, 'own')
  const kept = folderMail(own)
  expect(await kept.list(5)).toEqual([])
  await kept.send(mail({ id: '../../outside', subject: 'First' }))
  await new Promise((done) => setTimeout(done, 5))
  await kept.send(mail({ subject: 'Second' }))
  expect((await kept.list(5)).map(({ subject }) => subject)).toEqual(['Second', 'First'])
  expect((await kept.list(1)).map(({ subject }) => subject)).toEqual(['Second'])
  expect(await kept.find('../../outside')).toMatchObject({ subject: 'First' })
  for (const id of ['../own/x', 'none', 'x'.repeat(500), '\0']) expect(await kept.find(id)).toBeNull()
  expect((await stat(own)).mode & 0o077).toBe(0)
})

it('a folder of mail whose disk is full says so, and keeps the mail whole when it is sent again', async () => {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  if (!mountDisk(disk, '1m')) return console.log('Not tested: no small disk can be mounted here.')
  try {
    const kept = folderMail(join(disk, 'mail'))
    await kept.send(mail({ subject: 'First' }))
    const filler = fillDisk(disk)
    const second = mail({ subject: 'Second', text: 'long '.repeat(2000) })
    await expect(kept.send(second)).rejects.toThrow(/ENOSPC/)
    expect((await kept.list(5)).map(({ subject }) => subject)).toEqual(['First'])
    await rm(filler)
    await kept.send(second)
    expect((await kept.list(5)).map(({ subject }) => subject)).toEqual(['Second', 'First'])
    expect((await readdir(join(disk, 'mail'))).filter((name) => name.endsWith('.part'))).toEqual([])
  } finally {
    unmountDisk(disk)
  }
})

it('a mail is sent by SMTP after the library could not be loaded for another', async () => {
  vi.doMock('nodemailer', () => {
    throw new Error('EMFILE: too many open files')
  })
  const gateway = smtpMail(smtp.url, 'Hiram <hello@hiram.test>')
  const mail = {
    id: 'later',
    to: 'a@hiram.test',
    subject: 'Later',
    text: 'Later',
    html: '<p>Later</p>',
    headers: {},
  }
  await expect(gateway.send(mail)).rejects.toThrow()
  vi.doUnmock('nodemailer')
  smtp.delivered.length = 0
  await gateway.send(mail)
  expect(smtp.delivered).toHaveLength(1)
  await gateway.close()
})
