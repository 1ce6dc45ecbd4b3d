import { expect, it } from 'vitest'
import { cutLargeParts } from './cut-large-parts.ts'

const separator = '--b'
const formOf = (...parts: string[]) =>
  [...parts.map((part) => `${separator}\r\n\r\n${part}\r\n`), `${separator}--\r\n`].join('')

/** What is passed on of a body that arrives in pieces of `step` characters. */
function passedOn(body: string, step: number, type = 'multipart/form-data; boundary=b'): Promise<string> {
  const pieces = body.match(new RegExp(`[^]{1,${step}}`, 'g')) ?? []
  const stream = new ReadableStream({
    start(output) {
      for (const piece of pieces) output.enqueue(new TextEncoder().encode(piece))
      output.close()
    },
  })
  const init = { method: 'POST', headers: { 'content-type': type }, body: stream, duplex: 'half' }
  return cutLargeParts(new Request('http://localhost/', init as RequestInit), 14).text()
}

it.each([1, 2, 3, 7, 1000])(
  'drops the end of a large part, and nothing else, in pieces of %i',
  async (step) => {
    const long = `0123456789${'-\r\n-'.repeat(20)}`
    expect(await passedOn(formOf('before', long, '', 'after'), step)).toBe(
      formOf('before', '0123456789', '', 'after'),
    )
    const quoted = await passedOn(formOf('before', long), step, 'multipart/form-data; boundary="b"')
    expect(quoted).toBe(formOf('before', '0123456789'))
  },
)

it('passes on what has no boundary', async () => {
  expect(await passedOn('a=0123456789012345', 4, 'application/x-www-form-urlencoded')).toBe(
    'a=0123456789012345',
  )
})
