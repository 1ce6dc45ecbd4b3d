import { createServer, type Server, type Socket } from 'node:net'

export type SmtpSink = {
  /** Where it listens: `smtp://127.0.0.1:…`. */
  url: string
  /** What was delivered: the envelope's recipients and the message with its header, lines ending in `\n`. */
  delivered: { to: string[]; message: string }[]
  /** While set, connections are dropped in the middle of a message. */
  dropping: boolean
  close(): Promise<void>
}

/**
 * A mail server that speaks enough SMTP to take mail in and keep it, for tests and demos without one. It refuses
 * recipients whose address starts with `refused` (550), as a real one refuses a mailbox it doesn't have.
 */
export async function smtpSink(): Promise<SmtpSink> {
  const sockets = new Set<Socket>()
  const sink: SmtpSink = { url: '', delivered: [], dropping: false, close: () => closed(server, sockets) }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, sink)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  sink.url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return sink
}

/** One connection: commands a line each, and a message until a line with a dot alone. */
function converse(socket: Socket, sink: SmtpSink) {
  let unread = ''
  let to: string[] = []
  let message: string[] | null = null
  const answer = (line: string) => void socket.write(`${line}\r\n`)
  answer('220 sink ESMTP')
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unread + text).split('\r\n')
    unread = lines.pop()!
    for (const line of lines) {
      if (message === null) command(line)
      else if (line === '.') {
        sink.delivered.push({ to, message: message.join('\n') })
        ;[message, to] = [null, []]
        answer('250 kept')
      } else message.push(line.replace(/^\.\./, '.'))
    }
  })

  function command(line: string) {
    if (/^(EHLO|HELO|MAIL|RSET|NOOP)\b/i.test(line)) return answer('250 sink')
    if (/^QUIT\b/i.test(line)) return void socket.end('221 bye\r\n')
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
    if (recipient !== undefined) {
      if (recipient.startsWith('refused')) return answer('550 no such mailbox')
      to.push(recipient)
      return answer('250 ok')
    }
    if (/^DATA\b/i.test(line)) {
      if (sink.dropping) return void socket.destroy()
      message = []
      return answer('354 go on')
    }
    answer('502 not understood')
  }
}

async function closed(server: Server, sockets: Set<Socket>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of sockets) socket.destroy()
  await done
}
