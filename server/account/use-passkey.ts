import { challengeRefusal, passkeyRefusal, type PasskeyPurpose } from '#domain/account/passkey.ts'
import type { Signed } from '#domain/account/passkey-form.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeChallenge } from './passkey-challenge.ts'
import { readSigned } from './webauthn.ts'

/**
 * Takes what a passkey signed for the challenge of this browser, once, and returns whose passkey it is; the person was
 * verified by the device. A counter that did not grow is that of a copied key. Refusal: `passkey`.
 */
export async function usePasskey(
  ctx: Context,
  purpose: Exclude<PasskeyPurpose, 'add'>,
  signed: Signed,
): Promise<Verdict<{ accountId: string }>> {
  const challenge = await takeChallenge(ctx, purpose)
  if (!challenge) return challengeRefusal()
  const passkey = await ctx.db
    .selectFrom('passkey')
    .select(['id', 'accountId', 'credentialId', 'publicKey'])
    .where('credentialId', '=', signed.id)
    .executeTakeFirst()
  if (!passkey) return passkeyRefusal()
  const { id, accountId } = passkey
  const isOther = purpose === 'prove' && (ctx.actor.kind !== 'user' || ctx.actor.id !== accountId)
  const { userHandle } = signed.response
  const isNamed = !userHandle || Buffer.from(userHandle, 'base64url').toString() === accountId
  if (isOther || !isNamed) return passkeyRefusal()
  const { counter, why } = await readSigned(ctx, challenge, signed, passkey)
  if (counter === undefined) {
    ctx.log.info({ event: 'passkey-refused', accountId, why }, 'a passkey was refused')
    return passkeyRefusal()
  }
  const used = await ctx.db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: ctx.clock.now() })
    .where('id', '=', id)
    // Authenticators that do not count always say 0.
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
    )
    .returning('id')
    .execute()
  if (used.length > 0) return { ok: true, accountId }
  ctx.log.warn(
    { event: 'passkey-counter', accountId, passkeyId: id },
    'the counter of a passkey did not grow',
  )
  return passkeyRefusal()
}
