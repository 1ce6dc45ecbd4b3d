import { type Actor, guest } from '#domain/actor.ts'
import type { Role } from '#domain/account/account.ts'
import type { Auth } from './auth.ts'

/**
 * Who the session cookie belongs to, read from the database; a guest without one, with one that ended, or when the
 * account was deleted or is suspended. `setCookie` is set when the session was prolonged.
 */
export async function readActor(
  auth: Auth,
  headers: Headers,
): Promise<{ actor: Actor; setCookie: string[] }> {
  if (!headers.get('cookie')?.includes('hiram.session_token')) return { actor: guest, setCookie: [] }
  const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  const account = response?.user
  if (!account || account.deletedAt || account.suspendedAt) return { actor: guest, setCookie: [] }
  return {
    actor: {
      kind: 'user',
      id: account.id,
      role: account.role as Role,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      picture: account.image ?? null,
    },
    setCookie: answer.getSetCookie(),
  }
}
