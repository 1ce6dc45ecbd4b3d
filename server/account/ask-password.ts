import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'

type Terminal = { input: Readable & { isTTY?: boolean }; output: Writable }

/**
 * Asks for one line from a terminal, which does not show what is typed, or from a pipe. Returns an empty text if the
 * input ends without a line; Ctrl+C ends the process.
 */
export async function askPassword(question: string, { input, output }: Terminal): Promise<string> {
  output.write(question)
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY ?? false })
  lines.once('SIGINT', () => process.exit(130))
  try {
    return await Promise.race([lines.question(''), once(lines, 'close').then(() => '')])
  } finally {
    lines.close()
    output.write('\n')
  }
}
