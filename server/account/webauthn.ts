import type { Attested, Signed } from '#domain/account/passkey-form.ts'
import type { Services } from '../context.ts'

type Keys = Pick<Services, 'settings'>

/** Loaded when the first passkey is used: the library takes some 30 MB of memory. */
const library = () => import('@simplewebauthn/server')

/** What all browsers and devices know: Ed25519, ES256 and RS256, by their COSE numbers. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Where passkeys count: only the configured address says so, never a header. */
const siteOf = ({ settings }: Keys) => {
  const { origin, hostname } = new URL(settings.baseUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

type KnownKey = { credentialId: string; transports: string[] }
const idOf = ({ credentialId, transports }: KnownKey) => ({ id: credentialId, transports })

/** What a browser needs to make a passkey for an account that has `known` ones; `challenge` is in base64url. */
export async function creationOptions(
  keys: Keys,
  challenge: string,
  { id, email, name, known }: { id: string; email: string; name: string; known: KnownKey[] },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: keys.settings.siteName,
    rpID: siteOf(keys).expectedRPID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: known.map(idOf),
    supportedAlgorithmIDs,
    // A passkey is found without an email, and asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to sign by a passkey: one of the `known` ones; with null the person chooses one. */
export async function requestOptions(keys: Keys, challenge: string, known: KnownKey[] | null) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: siteOf(keys).expectedRPID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    ...(known ? { allowCredentials: known.map(idOf) } : {}),
  })
}

/** The new passkey that a browser made for this challenge; or why there is none, for the log. */
export async function readAttested(keys: Keys, challenge: string, answer: Attested) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      ...siteOf(keys),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    })
    if (!registrationInfo) return { why: 'not verified' }
    const { id, publicKey, counter } = registrationInfo.credential
    return { made: { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter } }
  } catch (error) {
    return { why: whyOf(error) }
  }
}

/** The counter in what a known passkey signed for this challenge; or why it does not count, for the log. */
export async function readSigned(
  keys: Keys,
  challenge: string,
  answer: Signed,
  { credentialId, publicKey }: { credentialId: string; publicKey: string },
) {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      ...siteOf(keys),
      requireUserVerification: true,
      // The counter is compared where it is stored, so that two answers at the same time are noticed.
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    })
    return verified ? { counter: authenticationInfo.newCounter } : { why: 'not verified' }
  } catch (error) {
    return { why: whyOf(error) }
  }
}

const whyOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
