import { data } from 'react-router'
import { z } from 'zod'
import type { Actor } from '#domain/actor.ts'

const address = z.object({
  thread_id: z.uuid().optional(),
  listingId: z.uuid().optional(),
  ownerId: z.uuid().optional(),
  renterId: z.uuid().optional(),
  before: z.coerce.number().int().positive().optional().catch(undefined),
})

export type ChatAddress = z.infer<typeof address>

/** The renter that the owner of a listing writes to; nothing when the address is of the renter, or of a thread. */
export const renterToWriteTo = (actor: Actor, { ownerId, renterId }: ChatAddress): { renterId?: string } =>
  actor.kind === 'user' && ownerId === actor.id && renterId !== undefined ? { renterId } : {}

export const conversationNotFound = () => data('This conversation could not be found.', { status: 404 })

/** The conversation in an address; an invalid address is a 404. */
export function readAddress({ searchParams }: URL): ChatAddress {
  const read = address.safeParse(Object.fromEntries(searchParams))
  if (!read.success) throw conversationNotFound()
  return read.data
}
