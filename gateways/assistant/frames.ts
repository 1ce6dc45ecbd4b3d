/** The most characters of one frame; an answer has a few thousand. */
const MAX_FRAME = 1024 * 1024

/**
 * Yields the data of each server-sent event of a body, wherever its bytes are cut: in the middle of a character, of a
 * line or of the blank line between two events. Throws when a frame is too large, and when the body breaks off.
 */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let length = 0
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(bytes, { stream: true })
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield data.join('\n')
        data = []
        length = 0
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''))
        length += line.length
      }
    }
    if (length + rest.length > MAX_FRAME) throw new Error('The frame is too large.')
  }
  const last = (rest + decoder.decode()).replace(/\r$/, '')
  if (last.startsWith('data:')) data.push(last.slice(5).replace(/^ /, ''))
  if (data.length > 0) yield data.join('\n')
}
