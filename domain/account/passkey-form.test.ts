import { describe, expect, it } from 'vitest'
import { addPasskeyForm, passkeyChallengeForm, signedField } from './passkey-form.ts'

const bytes = 'AQID'
const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }
const signed = { id: bytes, rawId: bytes, type: 'public-key', response }
const read = (value: unknown) => signedField.safeParse(JSON.stringify(value))

describe('what a passkey signed', () => {
  it('is read without what is not needed', () => {
    const more = { ...signed, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
    expect(read(more).data).toEqual(signed)
    expect(read({ ...signed, response: { ...response, userHandle: bytes } }).success).toBe(true)
  })

  it.each([
    ['no object', null],
    ['no base64url', { ...signed, id: 'a+b' }],
    ['another type', { ...signed, type: 'password' }],
    ['no signature', { ...signed, response: { ...response, signature: '' } }],
    ['a long id', { ...signed, id: 'a'.repeat(1401) }],
  ])('is refused with %s', (_, value) => {
    expect(read(value).success).toBe(false)
  })

  it('is refused as a text that is no JSON, or a long one', () => {
    for (const text of ['', '{', 'a'.repeat(30_001)]) expect(signedField.safeParse(text).success).toBe(false)
  })
})

it('a new passkey may say how it is reached, or not', () => {
  const made = (transports?: unknown) =>
    addPasskeyForm.safeParse({
      intent: 'add-passkey',
      passkey: JSON.stringify({
        ...signed,
        response: { clientDataJSON: bytes, attestationObject: bytes, transports },
      }),
    })
  expect(made().data?.passkey.response.transports).toEqual([])
  expect(made(['internal', 'hybrid']).success).toBe(true)
  expect(made(['<b>']).success).toBe(false)
})

it('a challenge has a known purpose', () => {
  expect(passkeyChallengeForm.safeParse({ purpose: 'log-in' }).success).toBe(true)
  expect(passkeyChallengeForm.safeParse({ purpose: 'pay' }).success).toBe(false)
})
