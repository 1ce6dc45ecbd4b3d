import { type Actor, guest } from '#domain/actor.ts'
import { endOfSession, NOTE_USE_MS } from '#domain/account/session.ts'
import type { Services } from '../context.ts'
import { findSession, type Session } from './queries.ts'

type Reading = Pick<Services, 'db' | 'settings'>

/**
 * Who the session cookie belongs to, read from the database; a guest without one, with one that ended, or when the
 * account was deleted or is suspended. That the session was used is noted, so that its end moves on.
 */
export async function readActor(services: Reading, headers: Headers): Promise<{ actor: Actor }> {
  const session = await findSession(services, headers)
  if (!session || session.deletedAt || session.suspendedAt) return { actor: guest }
  if (!(await continueSession(services, session))) return { actor: guest }
  const { userId: id, role, firstName, lastName, email, image: picture } = session
  return { actor: { kind: 'user', id, role, firstName, lastName, email, picture } }
}

/** Whether a session goes on. The role counts as it is now, and the clock is better-auth's, the machine's. */
async function continueSession(
  { db }: Reading,
  { id, role, createdAt, updatedAt }: Session,
): Promise<boolean> {
  const now = new Date()
  if (endOfSession(role, { beganAt: createdAt, usedAt: updatedAt }) <= now) {
    await db.deleteFrom('session').where('id', '=', id).execute()
    return false
  }
  if (now.getTime() - updatedAt.getTime() >= NOTE_USE_MS) {
    const expiresAt = endOfSession(role, { beganAt: createdAt, usedAt: now })
    await db.updateTable('session').set({ updatedAt: now, expiresAt }).where('id', '=', id).execute()
  }
  return true
}
