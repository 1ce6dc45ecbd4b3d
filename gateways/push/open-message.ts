import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { PushMessage } from './port.ts'

/** The secrets that only the browser has. */
export type Secrets = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/**
 * Decrypts a message as a browser does (RFC 8291 over RFC 8188, one record); null when it was not encrypted for this
 * browser.
 */
export function openMessage(body: Buffer, { privateKey, publicKey, auth }: Secrets): PushMessage | null {
  try {
    const salt = body.subarray(0, 16)
    const keyLength = body[20]!
    const senderKey = body.subarray(21, 21 + keyLength)
    const record = body.subarray(21 + keyLength)
    const ours = createECDH('prime256v1')
    ours.setPrivateKey(privateKey)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
    const secret = derive(ours.computeSecret(senderKey), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
    const opened = createDecipheriv('aes-128-gcm', key, nonce)
    opened.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
    // The text ends with a byte 2, the mark of the last record; zeros may follow.
    const end = padded.lastIndexOf(2)
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) return null
    return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushMessage
  } catch {
    return null
  }
}
