import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/* A mail server that accepts everything and stores nothing, in its own process (`fork`), so that its cost is not
   counted for the site. It sends its address to its parent. */
const server = createServer((socket) => {
  let inMessage = false
  let rest = ''
  const send = (line: string) => void socket.write(`${line}\r\n`)
  const answer = (line: string) => {
    if (/^EHLO/i.test(line)) return send('250 sink')
    if (/^DATA/i.test(line)) {
      inMessage = true
      return send('354 go on')
    }
    send(/^QUIT/i.test(line) ? '221 bye' : '250 ok')
  }
  send('220 sink')
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (chunk: string) => {
    rest += chunk
    for (;;) {
      const mark = inMessage ? '\r\n.\r\n' : '\r\n'
      const at = rest.indexOf(mark)
      if (at < 0) return
      const line = rest.slice(0, at)
      rest = rest.slice(at + mark.length)
      if (!inMessage) answer(line)
      else {
        inMessage = false
        send('250 kept')
      }
    }
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send!(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.on('disconnect', () => process.exit())
