/** Encodes a message as an array of bulk strings, the form of commands and of what subscribers receive. */
export function writeCommand(...parts: string[]): string {
  return `*${parts.length}\r\n${parts.map(writeBulk).join('')}`
}

/** Encodes one text, its length in bytes first. */
export const writeBulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

/**
 * Reads a stream of bytes, cut anywhere, and calls `whole` with each complete command. Throws when the bytes are no
 * command.
 */
export function commandReader(whole: (command: string[]) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (let read = readCommand(rest); read; read = readCommand(rest)) {
      rest = rest.subarray(read.end)
      whole(read.command)
    }
  }
}

function readCommand(bytes: Buffer): { command: string[]; end: number } | null {
  const command: string[] = []
  const parts = readLength(bytes, 0, '*')
  if (!parts) return null
  let { end } = parts
  while (command.length < parts.length) {
    const part = readLength(bytes, end, '$')
    if (!part || bytes.length < part.end + part.length + 2) return null
    command.push(bytes.toString('utf8', part.end, part.end + part.length))
    end = part.end + part.length + 2
  }
  return { command, end }
}

function readLength(bytes: Buffer, start: number, kind: '*' | '$') {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return null
  const line = bytes.toString('utf8', start, lineEnd)
  if (!line.startsWith(kind)) throw new Error('this is no command')
  return { length: Number(line.slice(1)), end: lineEnd + 2 }
}
