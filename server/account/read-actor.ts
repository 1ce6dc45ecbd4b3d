import type { RawBuilder } from 'kysely'
import { type Actor, guest } from '#domain/actor.ts'
import { lacksTwoFactor } from '#domain/account/two-factor.ts'
import { endOfSession, NOTE_USE_MS } from '#domain/account/session.ts'
import { earliest } from '#domain/time.ts'
import type { Services } from '../context.ts'
import type { Frame } from '../frame.ts'
import { findSession } from './queries.ts'

type Reading = Pick<Services, 'db' | 'settings'>

/**
 * The actor of the session cookie, read from the database; a guest without a cookie, with an ended session, or when
 * the account was deleted or is suspended. It stores that the session was used, which moves its end. `sessionId` is
 * set for a user, and so is `frame`, if an expression for it is given.
 */
export async function readActor(
  services: Reading,
  headers: Headers,
  frame?: RawBuilder<Frame | null>,
): Promise<{ actor: Actor; sessionId?: string; frame?: Frame | null }> {
  const session = await findSession(services, headers, frame)
  if (!session || session.deletedAt || session.suspendedAt) return { actor: guest }
  if (!(await continueSession(services, session))) return { actor: guest }
  const { userId: id, role, adminArea, firstName, lastName, email, image: picture, provedAt } = session
  const { hasPasskey, emailVerified } = session
  const hasTwoFactor = session.twoFactorAt !== null
  const isRequired = services.settings.adminTwoFactor === 'required'
  const person = { kind: 'user', id, role, adminArea, firstName, lastName, email, picture } as const
  const proofs = {
    lacksTwoFactor: lacksTwoFactor(session, { isRequired }),
    hasTwoFactor,
    hasPasskey,
    provedAt,
  }
  return { actor: { ...person, ...proofs, emailVerified }, sessionId: session.id, frame: session.frame }
}

/** Extends a session and returns whether it is still valid. The current role and the machine's clock count. */
async function continueSession(
  { db }: Reading,
  { id, role, createdAt, updatedAt, expiresAt: ends }: NonNullable<Awaited<ReturnType<typeof findSession>>>,
): Promise<boolean> {
  const now = new Date()
  if (earliest(ends, endOfSession(role, { beganAt: createdAt, usedAt: updatedAt })) <= now) {
    await db.deleteFrom('session').where('id', '=', id).execute()
    return false
  }
  if (now.getTime() - updatedAt.getTime() >= NOTE_USE_MS) {
    const expiresAt = endOfSession(role, { beganAt: createdAt, usedAt: now })
    await db.updateTable('session').set({ updatedAt: now, expiresAt }).where('id', '=', id).execute()
  }
  return true
}
