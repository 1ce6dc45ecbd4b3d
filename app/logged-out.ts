import { asOwner } from '#domain/access.ts'
import { loginToUpdatePassword } from '#domain/account/change-password.ts'
import { guest } from '#domain/actor.ts'

/**
 * The message for a person whose session ended while they had a form of an area open, by the address it was sent to.
 */
export function loggedOutWords({ pathname, searchParams }: URL): string {
  if (pathname.endsWith('/settings/password')) return loginToUpdatePassword
  const adding = asOwner(guest)
  if (pathname === '/profile/listings' && searchParams.has('add') && !adding.ok) return adding.message
  return 'You were logged out, so nothing was changed. Please log in again.'
}
