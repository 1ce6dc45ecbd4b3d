import { redirect } from 'react-router'
import { asAdmin } from '#domain/access.ts'
import { admit } from '#app/request.ts'

/** The context of a request to the admin area, and its admin; anyone else is redirected. */
export function adminOf(args: Parameters<typeof admit>[0]) {
  const ctx = admit(args, 'admin')
  const gate = asAdmin(ctx.actor)
  if (!gate.ok) throw redirect('/')
  return { ctx, admin: gate.admin }
}
