import type { Actor } from '#domain/actor.ts'

/** Where someone's settings are: admins have theirs in their own area. */
export function settingsOf(actor: Actor): '/admin/settings' | '/profile/settings' {
  return actor.kind === 'user' && actor.role === 'admin' ? '/admin/settings' : '/profile/settings'
}
