import { connect } from 'node:net'

/**
 * Sends exact bytes and returns the answer's status and text. `parts` are sent one after the other, each in its own
 * packet, until an answer arrives: sending to a connection that the server has closed can lose the answer.
 */
export async function rawRequest(
  url: string,
  parts: readonly string[],
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  let text = ''
  const ended = new Promise<void>((done) => {
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => done())
    socket.on('close', () => done())
  })
  for (const part of parts) {
    if (text !== '' || socket.destroyed) break
    await new Promise<unknown>((sent) => socket.write(part, 'latin1', sent))
    await new Promise((next) => setTimeout(next, 5))
  }
  if (text !== '') socket.end()
  await ended
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }
}

/** The head of a request, with `Connection: close`, so that its answer has an end. */
export const head = (method: string, path: string, headers: Record<string, string>) =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

/** A chunk of a chunked body. */
export const chunk = (text: string) => `${Buffer.byteLength(text, 'latin1').toString(16)}\r\n${text}\r\n`
export const lastChunk = '0\r\n\r\n'
