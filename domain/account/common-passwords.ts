import { dictionary } from '@zxcvbn-ts/language-common'

const SHORTEST = 8
const MOST = 5000

/**
 * Passwords that attackers try first: the 5,000 most common ones of 8 characters and more, in lowercase. Only
 * password.ts imports this file, and only the server imports password.ts: the list must not reach the browser.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= SHORTEST).slice(0, MOST),
)
