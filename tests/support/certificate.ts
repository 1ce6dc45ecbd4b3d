import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate for one host name, valid for a day, and its key: both as PEM. */
export function selfSigned(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = tlv(0x30, tlv(0x31, tlv(0x30, oid('550403'), tlv(0x0c, Buffer.from(host)))))
  const ecdsaWithSha256 = tlv(0x30, oid('2a8648ce3d040302'))
  const day = 86_400_000
  const subjectAltName = tlv(0x30, oid('551d11'), tlv(0x04, tlv(0x30, tlv(0x82, Buffer.from(host)))))
  const facts = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    tlv(0x30, time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, subjectAltName)),
  )
  const signature = sign('sha256', facts, privateKey)
  const certificate = tlv(0x30, facts, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g)!
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** One value in DER (X.690): its tag, its length, and its parts. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const n = body.length
  const length = n < 128 ? [n] : n < 256 ? [0x81, n] : [0x82, n >> 8, n & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))

const time = (at: number) => tlv(0x18, Buffer.from(new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')))
