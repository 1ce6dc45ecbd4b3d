import { createHash, randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { asRecent } from '#domain/access.ts'
import { CHALLENGE_MS, type PasskeyPurpose, PASSKEYS_MAX, tooManyPasskeys } from '#domain/account/passkey.ts'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import { msAfter } from '#domain/time.ts'
import type { Context, Db } from '../context.ts'
import { creationOptions, requestOptions } from './webauthn.ts'

const NAME = 'hiram.passkey'
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

type Options = Awaited<ReturnType<typeof creationOptions> | ReturnType<typeof requestOptions>>

/**
 * Asks a browser for a passkey: what it needs for that, and the cookie to which the challenge belongs. A challenge
 * counts once, for five minutes, for this purpose, in this browser and session. Refusals: `limit` (of the network),
 * `login`, `proof` and `too-many` (to add one).
 */
export async function askPasskey(
  ctx: Context,
  purpose: PasskeyPurpose,
): Promise<Verdict<{ options: Options; setCookie: string }>> {
  const refused = await ctx.limits.take('passkeyChallenges', ctx.ip)
  if (refused) return refused
  const challenge = randomBytes(32).toString('base64url')
  const asked = await optionsFor(ctx, purpose, challenge)
  if (!asked.ok) return asked
  const token = randomBytes(32).toString('base64url')
  await ctx.db
    .insertInto('passkeyChallenge')
    .values({
      tokenHash: hashOf(token),
      challenge,
      purpose,
      sessionId: ctx.sessionId ?? null,
      expiresAt: msAfter(ctx.clock.now(), CHALLENGE_MS),
    })
    .execute()
  const maxAge = CHALLENGE_MS / 1000
  const setCookie = serialize(NAME, token, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge })
  return { ...asked, setCookie }
}

async function optionsFor(
  ctx: Context,
  purpose: PasskeyPurpose,
  challenge: string,
): Promise<Verdict<{ options: Options }>> {
  const { actor } = ctx
  if (purpose === 'log-in') return { ok: true, options: await requestOptions(ctx, challenge, null) }
  if (actor.kind !== 'user') return loginFirst()
  const known = await knownKeys(ctx.db, actor.id)
  if (purpose === 'prove') return { ok: true, options: await requestOptions(ctx, challenge, known) }
  const recent = asRecent(actor, ctx.clock.now())
  if (!recent.ok) return recent
  if (known.length >= PASSKEYS_MAX) return tooManyPasskeys()
  const name = `${actor.firstName} ${actor.lastName}`
  return { ok: true, options: await creationOptions(ctx, challenge, { ...actor, name, known }) }
}

const knownKeys = (db: Db, accountId: string) =>
  db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/**
 * Deletes the challenge of this browser and returns it, so that a second answer to it can't count, even after a wrong
 * one. Null when there is none for this purpose and session, or it is too old. Of parallel calls one gets it.
 */
export async function takeChallenge(ctx: Context, purpose: PasskeyPurpose): Promise<string | null> {
  const token = parse(ctx.headers.get('cookie') ?? '', NAME)[NAME]
  if (!token) return null
  const taken = await ctx.db
    .deleteFrom('passkeyChallenge')
    .where('tokenHash', '=', hashOf(token))
    .returning(['challenge', 'purpose', 'sessionId', 'expiresAt'])
    .executeTakeFirst()
  if (taken?.purpose !== purpose || taken.sessionId !== (ctx.sessionId ?? null)) return null
  return taken.expiresAt > ctx.clock.now() ? taken.challenge : null
}
