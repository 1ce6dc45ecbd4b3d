import { expect, it } from 'vitest'
import { formatOf, isHeic } from './format.ts'

const box = (type: string, content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(8 + content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content])
}
const avif = Buffer.concat([
  box('ftyp', Buffer.from('avif\0\0\0\0mif1')),
  box('meta', Buffer.alloc(30)),
  box('mdat', Buffer.alloc(9)),
])
const webp = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.alloc(8)])

it('tells complete photos apart', () => {
  expect([formatOf(webp), formatOf(avif)]).toEqual(['webp', 'avif'])
})

it.each([webp, avif])('knows no photo that was cut off anywhere, or that has more bytes', (whole) => {
  for (let end = 0; end < whole.length; end++) expect(formatOf(whole.subarray(0, end)), `${end}`).toBeNull()
  expect(formatOf(Buffer.concat([whole, Buffer.alloc(3)]))).toBeNull()
})

it('knows nothing else', () => {
  expect(formatOf(Buffer.from('<html>'.repeat(10)))).toBeNull()
  const heic = box('ftyp', Buffer.from('heic\0\0\0\0mif1'))
  expect([formatOf(heic), isHeic(heic)]).toEqual([null, true])
  const endless = Buffer.from(avif)
  endless.writeUInt32BE(0, 20)
  expect(formatOf(endless)).toBeNull()
})
