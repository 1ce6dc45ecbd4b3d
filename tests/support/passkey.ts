import { expect } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { PasskeyPurpose } from '#domain/account/passkey.ts'
import { softAuthenticator, type SoftAuthenticator } from './authenticator.ts'
import { toastOf, type Visitor } from './visitor.ts'
import type { TestServices } from './services.ts'

type Options = { challenge: string; rpId?: string; user: { id: string } }

/** Asks for a passkey as a page's script does; the answer of the server. */
export async function challengeOf(visitor: Visitor, purpose: PasskeyPurpose) {
  const answer = await visitor.post('/api/passkey-challenge', { purpose })
  return (await answer.json()) as { ok: boolean; reason?: string; options: Options }
}

/** Adds a passkey to the account of a visitor who proved who they are; their authenticator. */
export async function withPasskey(
  visitor: Visitor,
  settings = '/profile/settings',
): Promise<SoftAuthenticator> {
  const authenticator = softAuthenticator(visitor.origin)
  const { options } = await challengeOf(visitor, 'add')
  const fields = { intent: 'add-passkey', passkey: authenticator.create(options) }
  expect(toastOf(await visitor.post(`${settings}/two-factor`, fields))).toBe('The passkey is added.')
  return authenticator
}

/** Writes passkeys that nobody holds, to fill an account. */
export async function fillPasskeys({ db, clock }: TestServices, accountId: string, n: number) {
  const rows = Array.from({ length: n }, (_, i) => ({
    id: uuid(),
    accountId,
    credentialId: uuid(),
    publicKey: 'AA',
    counter: 0,
    name: `Key ${i}`,
    createdAt: clock.now(),
  }))
  await db.insertInto('passkey').values(rows).execute()
}
