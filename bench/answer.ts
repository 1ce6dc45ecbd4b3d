import { get, type OutgoingHttpHeaders } from 'node:http'
import type { Ask } from './load.ts'

/** An answer as its bytes are sent. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Uint8Array }

/** The answer to a request, as its bytes came, without the headers that belong to the connection. */
export function answerTo(origin: string, { path, headers = {} }: Ask): Promise<Answer> {
  return new Promise((done, fail) => {
    get(origin + path, { headers, agent: false }, (response) => {
      const parts: Uint8Array[] = []
      response.on('data', (part: Uint8Array) => parts.push(part))
      response.on('end', () => {
        const { connection: _, 'keep-alive': _keep, ...sent } = response.headers
        done({ status: response.statusCode!, headers: sent, body: Buffer.concat(parts) })
      })
    }).on('error', fail)
  })
}
