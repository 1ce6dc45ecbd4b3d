/** What a Redis says, or what is said to it. */
export type Resp = string | number | null | Error | Resp[]

/** A command as it travels: an array of bulk strings. */
export function writeCommand(...parts: string[]): string {
  return `*${parts.length}\r\n${parts.map(writeBulk).join('')}`
}

/** One text as it travels, its length in bytes first. */
export const writeBulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

/** Longer messages are not ours. */
const MOST_BYTES = 1024 * 1024

/**
 * Reads a stream of bytes, however it is cut, and hands on each whole message. Throws when it is not RESP, or when a message is
 * longer than a mebibyte.
 */
export function respReader(whole: (message: Resp) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const read = readAt(rest, 0)
      if (!read) break
      rest = rest.subarray(read.end)
      whole(read.message)
    }
    if (rest.length > MOST_BYTES) throw new Error('a message of more than a mebibyte')
  }
}

function readAt(bytes: Buffer, start: number): { message: Resp; end: number } | null {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return null
  const kind = String.fromCharCode(bytes[start]!)
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const after = lineEnd + 2
  switch (kind) {
    case '+':
      return { message: line, end: after }
    case '-':
      return { message: new Error(line), end: after }
    case ':':
      return { message: Number(line), end: after }
    case '$': {
      const length = lengthOf(line)
      if (length < 0) return { message: null, end: after }
      const end = after + length + 2
      return bytes.length < end ? null : { message: bytes.toString('utf8', after, end - 2), end }
    }
    case '*': {
      const messages: Resp[] = []
      let end = after
      for (let left = lengthOf(line); left > 0; left--) {
        const read = readAt(bytes, end)
        if (!read) return null
        messages.push(read.message)
        end = read.end
      }
      return { message: messages, end }
    }
    default:
      throw new Error('this is not RESP')
  }
}

function lengthOf(line: string): number {
  const length = Number(line)
  if (!Number.isInteger(length) || length > MOST_BYTES) throw new Error('this is not RESP')
  return length
}
