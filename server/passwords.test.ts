import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { expect, it } from 'vitest'
import { scryptPasswords } from './passwords.ts'

// As better-auth 1.7.7 wrote it, which kept passwords before.
const stored =
  '998968710e5610ee66301489c24ebf23:9b37a1b7d9464099e26a572056c4bf7b8bb70b2bbe4ea8d5e8a4fa52d703' +
  'bc280e5333882dc41973dcbd876626c2042435fb291676815aa964160e627130d174'

it('a hash of an older version still proves its password, and no other', async () => {
  expect(await scryptPasswords.verify({ hash: stored, password: 'three goats on a hill' })).toBe(true)
  expect(await scryptPasswords.verify({ hash: stored, password: 'three goats on a mill' })).toBe(false)
})

it('the same password has another hash each time, and each proves it', async () => {
  const hashes = [await scryptPasswords.hash('Señora 12'), await scryptPasswords.hash('Señora 12')]
  expect(hashes[0]).not.toBe(hashes[1])
  for (const hash of hashes) {
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    expect(await scryptPasswords.verify({ hash, password: 'Señora 12' })).toBe(true)
  }
})

it('a password is proved however the keyboard composes its characters', async () => {
  // As better-auth wrote it for “arañ sa dagat 2026” with an “n” and a combining tilde.
  const hash =
    'a63ad164ee86f9457c1fd366835cf198:d2af9d9cec49de2054bc22cb87b96fd205dc357206bfbede6bcc168357a0' +
    '1c3d807488600e481f523371b5190cdf9c5d97013dd4b50de62669d6cca415eee2e4'
  for (const form of ['NFC', 'NFD'])
    expect(await scryptPasswords.verify({ hash, password: 'arañ sa dagat 2026'.normalize(form) })).toBe(true)
})

it('many passwords at once leave room for other work, such as compressing a page', async () => {
  let proved = 0
  const all = Array.from({ length: 16 }, async () => {
    await scryptPasswords.verify({ hash: stored, password: 'three goats on a hill' })
    proved++
  })
  await promisify(brotliCompress)('A page')
  expect(proved).toBeLessThan(8)
  await Promise.all(all)
})
