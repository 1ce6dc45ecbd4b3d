import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtpSink, type SmtpSink } from './emulator.ts'
import { folderMail } from './folder.ts'
import type { Mail, MailGateway } from './port.ts'
import { smtpMail } from './smtp.ts'

let folder: string
let sink: SmtpSink
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiram-mail-'))
  sink = await smtpSink()
})
afterAll(async () => {
  await sink.close()
  await rm(folder, { recursive: true, force: true })
})

/** A mailbox as its reader sees it. */
type Arrived = { id: string; to: string; replyTo?: string; subject: string; text: string }
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
      sink.delivered.length = 0
      const gateway = smtpMail(sink.url, 'Hiram <hello@hiram.test>')
      return { gateway, arrived: async () => onceEach(sink.delivered.map(read)) }
    },
  },
]

/** A mailbox drops a message whose Message-ID it has already. */
function onceEach(mails: Arrived[]): Arrived[] {
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()]
}

function read({ to, message }: SmtpSink['delivered'][number]): Arrived {
  const [head, ...body] = message.split('\n\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head!.replaceAll(/\n[ \t]+/g, ' '))?.[1] ?? ''
  const encoding = header('Content-Transfer-Encoding')
  const raw = body.join('\n\n').trimEnd()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(raw, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quoted(raw)
        : raw
  return {
    id: /<([^@]+)@/.exec(header('Message-ID'))?.[1] ?? '',
    to: to.join(),
    replyTo: header('Reply-To') || undefined,
    subject: words(header('Subject')),
    text: bytes.trimEnd(),
  }
}
const quoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
const words = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : quoted(coded.replaceAll('_', ' ')),
    )

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: `effect-${++n}`,
  to: 'ramon@hiram.test',
  subject: 'Your request',
  text: 'Hello Ramon,\n\nit is yours.',
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

  it('says whom an answer goes to', async () => {
    const sent = mail({ replyTo: 'ana@hiram.test' })
    await gateway.send(sent)
    expect(await arrived()).toMatchObject([sent])
    await gateway.send(mail({ replyTo: 'ana@hiram.test\r\nBcc: all@hiram.test' })).catch(() => {})
    for (const { message } of sink.delivered) expect(message.split('\n\n')[0]).not.toMatch(/^Bcc:/im)
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

  it('sent again with the same id is one mail', async () => {
    const sent = mail()
    await gateway.send(sent)
    await gateway.send(sent)
    await gateway.send(mail({ subject: 'Another' }))
    expect((await arrived()).map(({ subject }) => subject).sort()).toEqual(['Another', 'Your request'])
  })

  it('keeps hostile words out of its header and out of other mailboxes', async () => {
    await gateway.send(
      mail({ subject: 'Hello\r\nBcc: all@hiram.test\r\n\r\nBody', text: 'x\r\n.\r\nMAIL FROM:<a@b>' }),
    )
    const [one, ...others] = await arrived()
    expect(others).toEqual([])
    expect(one!.to).toBe('ramon@hiram.test')
    expect(one!.text).toContain('MAIL FROM:<a@b>')
    for (const { message } of sink.delivered) expect(message.split('\n\n')[0]).not.toMatch(/^Bcc:/im)
  })

  it('sent many at once all arrives', async () => {
    await Promise.all(Array.from({ length: 30 }, () => gateway.send(mail())))
    expect(await arrived()).toHaveLength(30)
  })
})

describe('mail by SMTP', () => {
  const from = 'Hiram <hello@hiram.test>'

  it('comes from the address that is set, under an id that stays the same', async () => {
    sink.delivered.length = 0
    const gateway = smtpMail(sink.url, from)
    await gateway.send(mail({ id: 'effect-77' }))
    await gateway.close()
    expect(sink.delivered[0]!.message).toMatch(/^From: Hiram <hello@hiram\.test>$/m)
    expect(sink.delivered[0]!.message).toMatch(/^Message-ID: <effect-77@hiram\.test>$/im)
  })

  it('throws when the mailbox is refused, so that it is tried again', async () => {
    const gateway = smtpMail(sink.url, from)
    await expect(gateway.send(mail({ to: 'refused@hiram.test' }))).rejects.toThrow(/550/)
    await gateway.send(mail())
    await gateway.close()
  })

  it('throws when the connection breaks in the middle, and works again afterwards', async () => {
    const gateway = smtpMail(sink.url, from)
    sink.dropping = true
    await expect(gateway.send(mail())).rejects.toThrow()
    sink.dropping = false
    await gateway.send(mail())
    await gateway.close()
  })

  it('throws when nobody answers', async () => {
    const gone = await smtpSink()
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
  expect((await stat(own)).mode & 0o077).toBe(0)
})
