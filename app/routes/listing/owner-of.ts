import { redirect } from 'react-router'
import { asOwner } from '#domain/access.ts'
import { admit } from '#app/request.ts'

/** The context of a request to a page for owners, and the owner; anyone else is redirected. */
export function ownerOf(args: Parameters<typeof admit>[0]) {
  const ctx = admit(args, 'ownListings')
  const gate = asOwner(ctx.actor)
  if (!gate.ok) throw redirect('/')
  return { ctx, owner: gate.owner }
}
