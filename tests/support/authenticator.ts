import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** What a test changes in what an authenticator signs. */
type Changes = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string }
type Creation = { challenge: string; user: { id: string } }

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** An authenticator with one ES256 passkey, as a browser at `origin` uses it. */
export function softAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0
  let user = ''

  const authenticatorData = (flags: number, changes: Changes, more: Uint8Array = new Uint8Array()) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(changes.counter ?? ++count)
    const verified = changes.isVerified === false ? 0 : VERIFIED
    const rpId = changes.rpId ?? new URL(origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | verified]), counter, more])
  }
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: changes.origin ?? origin, crossOrigin: false }))
  const ofKey = { id: base64url(id), rawId: base64url(id), type: 'public-key' }

  return {
    id: base64url(id),
    /** Makes the passkey; what a script posts, as JSON. */
    create({ challenge, user: { id: userId } }: Creation, changes: Changes = {}): string {
      user = userId
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ])
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(key),
      ])
      const authData = new Uint8Array(authenticatorData(HAS_KEY, changes, credential))
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, changes)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      }
      return JSON.stringify({ ...ofKey, response, clientExtensionResults: {} })
    },
    /** Signs a challenge; what a script posts, as JSON. */
    get({ challenge }: { challenge: string }, changes: Changes = {}): string {
      const data = authenticatorData(0, changes)
      const client = clientData('webauthn.get', challenge, changes)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: (changes.userHandle ?? user) || undefined,
      }
      return JSON.stringify({ ...ofKey, response, clientExtensionResults: {} })
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>
