import { v7 as uuid } from 'uuid'
import { asRecent } from '#domain/access.ts'
import { deviceOf } from '#domain/account/device.ts'
import { challengeRefusal, passkeyRefusal, PASSKEYS_MAX, tooManyPasskeys } from '#domain/account/passkey.ts'
import type { Attested } from '#domain/account/passkey-form.ts'
import { loginFirst, notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { lockSession } from '../lock-session.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { takeChallenge } from './passkey-challenge.ts'
import { lockAccount } from './queries.ts'
import { readAttested } from './webauthn.ts'

type Recording = Pick<Context, 'actor' | 'clock'>

/**
 * Adds the passkey that the actor's browser made for its challenge, named after the device, and mails the person.
 * Refusals: `login` (also when the session ended meanwhile), `proof`, `passkey`, `too-many`, `taken` (it was added
 * before).
 */
export async function addPasskey(ctx: Context, attested: Attested): Promise<Verdict> {
  const recent = asRecent(ctx.actor, ctx.clock.now())
  if (!recent.ok) return recent
  const { id: accountId } = recent.user
  const challenge = await takeChallenge(ctx, 'add')
  if (!challenge) return challengeRefusal()
  const { made, why } = await readAttested(ctx, challenge, attested)
  if (!made) {
    ctx.log.info({ event: 'passkey-refused', accountId, why }, 'a passkey was refused')
    return passkeyRefusal()
  }
  const name = deviceOf(ctx.headers.get('user-agent'))
  return inTransaction<Verdict>(ctx, async (tx) => {
    if (!(await lockAccount(tx, accountId))) return notFound()
    if (!(await lockSession(tx, ctx))) return loginFirst()
    const { count } = await tx
      .selectFrom('passkey')
      .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= PASSKEYS_MAX) return tooManyPasskeys()
    const { transports } = attested.response
    const added = await tx
      .insertInto('passkey')
      .values({ id: uuid(), accountId, ...made, transports, name, createdAt: ctx.clock.now() })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return refuse('taken', 'That passkey was added before.')
    await recordPasskeyChange(tx, ctx, { accountId, name, change: 'added' })
    return { ok: true }
  })
}

/** Renames a passkey of the actor. Refusals: `login`, `not-found`. */
export async function renamePasskey(
  ctx: Context,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Verdict> {
  const { actor } = ctx
  if (actor.kind !== 'user') return loginFirst()
  const renamed = await ctx.db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('accountId', '=', actor.id)
    .returning('id')
    .execute()
  return renamed.length > 0 ? { ok: true } : notFound()
}

/** Removes a passkey of the actor, and mails the person. Refusals: `login`, `proof`, `not-found`. */
export async function removePasskey(ctx: Context, { passkeyId }: { passkeyId: string }): Promise<Verdict> {
  const recent = asRecent(ctx.actor, ctx.clock.now())
  if (!recent.ok) return recent
  return inTransaction<Verdict>(ctx, async (tx) => {
    const removed = await removePasskeys(tx, ctx, { accountId: recent.user.id, passkeyId })
    return removed > 0 ? { ok: true } : notFound()
  })
}

/** Removes a passkey of an account, or all of them, mails its person about each, and returns how many there were. */
export async function removePasskeys(
  tx: Tx,
  ctx: Recording,
  { accountId, passkeyId }: { accountId: string; passkeyId?: string },
): Promise<number> {
  const removed = await tx
    .deleteFrom('passkey')
    .where('accountId', '=', accountId)
    .$if(passkeyId !== undefined, (query) => query.where('id', '=', passkeyId!))
    .returning('name')
    .execute()
  for (const { name } of removed) await recordPasskeyChange(tx, ctx, { accountId, name, change: 'removed' })
  return removed.length
}

async function recordPasskeyChange(
  tx: Tx,
  ctx: Recording,
  { accountId, name, change }: { accountId: string; name: string; change: 'added' | 'removed' },
) {
  const action = change === 'added' ? 'add-passkey' : 'remove-passkey'
  await recordEvents(tx, ctx, [{ subject: 'account', subjectId: accountId, action }])
  await recordEffects(tx, ctx, [{ kind: 'passkey-mail', payload: { accountId, change, name } }])
}
