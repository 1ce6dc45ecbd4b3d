import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { plainCode, RECOVERY_CODES, STEP_SECONDS } from '#domain/account/two-factor.ts'
import type { Services } from '../context.ts'
import { keyFor } from '../key-for.ts'
import { type QrCode, qrCodeOf } from '../qr-code.ts'

type Keys = Pick<Services, 'settings'>

/** A new secret of an authenticator app: 160 bits, as base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Encrypts a secret for the database (AES-256-GCM), for this account only. */
export function sealSecret(keys: Keys, accountId: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys, 'two-factor secret'), nonce)
  cipher.setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret; null when it is another account's, or was encrypted with another `SESSION_SECRET`. */
export function openSecret(keys: Keys, accountId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(keys, 'two-factor secret'), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * The 30-second step of which `code` is the code, at most one step from `now`, as clocks differ; null when it is none
 * (RFC 6238).
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret, period: STEP_SECONDS }).validate({
    token: code,
    timestamp: now.getTime(),
    window: 1,
  })
  return delta === null ? null : Math.floor(now.getTime() / (STEP_SECONDS * 1000)) + delta
}

/** What an authenticator app reads, as a QR code (the address is that of Google Authenticator's Key Uri Format). */
export function qrOf(secret: string, { email, siteName }: { email: string; siteName: string }): QrCode {
  const address = new TOTP({ secret, period: STEP_SECONDS, issuer: siteName, label: email }).toString()
  return qrCodeOf(address)
}

/** Letters and digits that nobody confuses. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New recovery codes, such as `abcde-fghjk`: 49 random bits each. */
export function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A recovery code as it is stored: a keyed hash, so that a copy of the database alone does not help to guess it. */
export const hashRecoveryCode = (keys: Keys, accountId: string, code: string): string =>
  createHmac('sha256', keyFor(keys, 'recovery codes'))
    .update(`${accountId}:${plainCode(code)}`)
    .digest('base64url')
