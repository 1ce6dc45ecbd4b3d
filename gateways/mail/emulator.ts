import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** A fault of the mail server, for the messages that arrive while it is set. */
export type Fault =
  /** Drops the connection in the middle of the message. */
  | 'cut'
  /** Accepts the message, and drops the connection instead of confirming it. */
  | 'silent'
  /** Accepts the message, and never confirms it. */
  | 'hold'
  /** Accepts the message, and confirms it twice. */
  | 'twice'
  /** Asks each recipient to come again later (451), as servers do that don't know a sender. */
  | 'greylist'

export type SmtpEmulator = {
  /** Where it listens: `smtp://127.0.0.1:…`. */
  url: string
  /** The delivered mails: the envelope's recipients, and the message with its header, as it arrived. */
  delivered: { to: string[]; message: string }[]
  fault: Fault | null
  /** What it says of a mailbox that it doesn't have. */
  refusal: string
  close(): Promise<void>
}

/**
 * A real mail server that accepts mail and stores it, for tests. It refuses recipients whose address starts with
 * `refused` with `refusal`, as a server does that doesn't have the mailbox.
 */
export async function startSmtpEmulator(): Promise<SmtpEmulator> {
  const sockets = new Map<number | undefined, Socket>()
  const smtp: SmtpEmulator = { url: '', delivered: [], fault: null, refusal: '550 no such mailbox', close }
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, answer) {
      if (address.startsWith('refused'))
        return answer(refusal(Number(smtp.refusal.slice(0, 3)), smtp.refusal.slice(4)))
      answer(smtp.fault === 'greylist' ? refusal(451, 'please come again later') : null)
    },
    onData(stream, session, answer) {
      const cut = () => void sockets.get(session.remotePort)?.destroy()
      if (smtp.fault === 'cut') return cut()
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const take = (message: string) => {
        smtp.delivered.push({ to, message })
        if (smtp.fault === 'silent') cut()
        else if (smtp.fault !== 'hold') answer()
        if (smtp.fault === 'twice') sockets.get(session.remotePort)?.write('250 OK: message queued\r\n')
      }
      // A sender that ends in the middle of a message has delivered nothing.
      void textOf(stream).then(take, () => {})
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port)).on('error', () => {})
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.server.address()
  smtp.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return smtp

  async function close() {
    const closed = new Promise<void>((done) => void server.close(() => done()))
    for (const socket of sockets.values()) socket.destroy()
    await closed
  }
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
