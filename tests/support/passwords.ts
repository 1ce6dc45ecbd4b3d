import { type Passwords, scryptPasswords } from '#server/passwords.ts'

const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * Passwords as the site hashes them, each once in a process: hashing takes a tenth of a second of CPU on purpose, and
 * tests log in with the same few passwords thousands of times.
 */
export const passwords: Passwords = {
  hash: (password) => once(hashes, password, () => scryptPasswords.hash(password)),
  verify: (given) => once(verdicts, `${given.hash} ${given.password}`, () => scryptPasswords.verify(given)),
}

function once<V>(known: Map<string, Promise<V>>, key: string, find: () => Promise<V>): Promise<V> {
  const value = known.get(key) ?? find()
  known.set(key, value)
  return value
}
