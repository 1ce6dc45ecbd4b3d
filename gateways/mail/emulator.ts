import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/** What a mail server does to the messages that come while it is set. */
export type Fault =
  /** Cuts the connection in the middle of the message. */
  | 'cut'
  /** Keeps the message, and cuts the connection instead of saying so. */
  | 'silent'
  /** Keeps the message, and never says so. */
  | 'hold'
  /** Asks each recipient to come again later (451), as servers do that don't know a sender. */
  | 'greylist'

export type SmtpSink = {
  /** Where it listens: `smtp://127.0.0.1:…`. */
  url: string
  /** What was delivered: the envelope's recipients and the message with its header, as it came. */
  delivered: { to: string[]; message: string }[]
  fault: Fault | null
  close(): Promise<void>
}

/**
 * A real mail server that takes mail in and keeps it, for tests. It refuses recipients whose address starts with
 * `refused` (550), as one does that doesn't have the mailbox.
 */
export async function smtpSink(): Promise<SmtpSink> {
  const sockets = new Map<number | undefined, Socket>()
  const sink: SmtpSink = { url: '', delivered: [], fault: null, close }
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, answer) {
      if (address.startsWith('refused')) return answer(refusal(550, 'no such mailbox'))
      answer(sink.fault === 'greylist' ? refusal(451, 'please come again later') : null)
    },
    onData(stream, session, answer) {
      const cut = () => void sockets.get(session.remotePort)?.destroy()
      if (sink.fault === 'cut') return cut()
      const to = session.envelope.rcptTo.map(({ address }) => address)
      void textOf(stream).then((message) => {
        sink.delivered.push({ to, message })
        if (sink.fault === 'silent') cut()
        else if (sink.fault !== 'hold') answer()
      })
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
  sink.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return sink

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
