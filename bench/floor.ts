import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './answer.ts'

/* The floor of cached pages (`startForked`): a bare `node:http` that gives every request the answer that its parent
   sent it last. Its first message is its address. */
let answer: Answer = { status: 200, headers: {}, body: new Uint8Array() }
process.on('message', (message) => {
  answer = message as Answer
  process.send!('set')
})
const server = createServer((_, response) =>
  response.writeHead(answer.status, answer.headers).end(answer.body),
)
server.listen(0, '127.0.0.1', () =>
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
process.on('disconnect', () => process.exit())
