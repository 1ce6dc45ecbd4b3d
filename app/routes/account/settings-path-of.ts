import type { Actor } from '#domain/actor.ts'

/** The address of a person's settings: admins have a page in their own area. */
export function settingsPathOf(actor: Actor): '/admin/settings' | '/profile/settings' {
  return actor.kind === 'user' && actor.role === 'admin' ? '/admin/settings' : '/profile/settings'
}
