import { type Actor, guest } from '#domain/actor.ts'
import type { Role } from '#domain/account/account.ts'
import { endOfSession, NOTE_USE_MS } from '#domain/account/session.ts'
import type { Auth } from './auth.ts'

/**
 * Who the session cookie belongs to, read from the database; a guest without one, with one that ended, or when the
 * account was deleted or is suspended. That the session was used is noted, so that its end moves on.
 */
export async function readActor(auth: Auth, headers: Headers): Promise<{ actor: Actor }> {
  if (!headers.get('cookie')?.includes('hiram.session_token')) return { actor: guest }
  const known = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  const account = known?.user
  if (!account || account.deletedAt || account.suspendedAt) return { actor: guest }
  const role = account.role as Role
  if (!(await goesOn(auth, known.session, role))) return { actor: guest }
  return {
    actor: {
      kind: 'user',
      id: account.id,
      role,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      picture: account.image ?? null,
    },
  }
}

type Session = { token: string; createdAt: Date; updatedAt: Date }

/** Whether a session has not ended. The role counts as it is now, and the clock is better-auth's, the machine's. */
async function goesOn(auth: Auth, { token, createdAt, updatedAt }: Session, role: Role): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  const now = new Date()
  if (endOfSession(role, { beganAt: createdAt, usedAt: updatedAt }) <= now) {
    await internalAdapter.deleteSession(token)
    return false
  }
  if (now.getTime() - updatedAt.getTime() >= NOTE_USE_MS) {
    const expiresAt = endOfSession(role, { beganAt: createdAt, usedAt: now })
    await internalAdapter.updateSession(token, { updatedAt: now, expiresAt })
  }
  return true
}
