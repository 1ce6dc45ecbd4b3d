import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bulkhead } from 'cockatiel'

/** How passwords become hashes, and are compared with them. */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** A hash costs 32 MiB of memory and a tenth of a second. Stored hashes do not name these numbers. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 64
/**
 * How many hashes are computed at once: half of Node's threads for such work. The other half stays free for what pages
 * need of them, such as to be compressed: otherwise each waits for all passwords that were sent before.
 */
const turns = bulkhead(2, Infinity)

/** Passwords hashed by scrypt, and stored as `salt:key`, both in hexadecimal. */
export const scryptPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
  },
  async verify({ hash, password }) {
    const [salt = '', key = ''] = hash.split(':')
    return timingSafeEqual(await keyOf(password, salt), Buffer.from(key, 'hex'))
  },
}

const derive: (password: string, salt: string, bytes: number, cost: typeof COST) => Promise<Buffer> =
  promisify(scrypt)

/**
 * The key of a password, which keyboards may compose in several ways: “ñ” is one character or two. The salt is the
 * text of its hexadecimal digits, not the bytes that they stand for.
 */
const keyOf = (password: string, salt: string) =>
  turns.execute(() => derive(password.normalize('NFKC'), salt, KEY_BYTES, COST))
