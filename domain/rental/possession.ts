import type { RentalStatus } from '../status.ts'
import { hoursAfter } from '../time.ts'

/** How a handover or a return was proved: by the word of one side, by both, or by an admin. */
export type HandoverProof = 'owner' | 'renter' | 'both' | 'admin'

/** How many hours the renter has to object to a handover or return that the owner alone recorded. */
export const WORD_OBJECT_HOURS = 24
/** How many hours the owner has to object to the renter’s “I have brought it back”. */
export const SILENCE_HOURS = 48

/** When an item was handed over and returned, by what its people said. */
export type Possession = {
  handedOverAt: Date | null
  handoverProof: HandoverProof | null
  handoverObjectedAt: Date | null
  returnedAt: Date | null
  returnProof: HandoverProof | null
  returnObjectedAt: Date | null
  /** The renter said that they brought it back; null while they have not. */
  broughtBackAt: Date | null
  broughtBackObjectedAt: Date | null
}

/** How an action of the lifecycle alone proves what it says. */
const proofs: Record<string, HandoverProof> = {
  activate: 'owner',
  complete: 'owner',
  'complete-by-code': 'both',
  'complete-by-silence': 'renter',
  'end-by-admin': 'admin',
}

/** Whether an action ends a rental whose item was never returned. */
export const isLost = (action: string): boolean =>
  action === 'end-not-returned' || action === 'end-lost-by-admin'

const notBack = {
  returnedAt: null,
  returnProof: null,
  returnObjectedAt: null,
  broughtBackAt: null,
  broughtBackObjectedAt: null,
}

/**
 * The fields of the possession that an action changes. A hand-over and a return write their time and proof; an undo
 * clears them, and so does the end of a rental whose renter never got the item. An end without a return changes
 * nothing. `proof` replaces what the action alone proves.
 *
 * A return has the time of `now`. If the renter said before that the item is back, and the owner did not object, it
 * has that earlier time, and an owner who then marks the return makes its proof `both`; not if both prove it now, nor
 * if an admin ends the rental while the owner may still object.
 */
export function possessionAfter(
  { action, from, to }: { action: string; from: RentalStatus; to: RentalStatus },
  rental: Pick<Possession, 'broughtBackAt' | 'broughtBackObjectedAt'>,
  now: Date,
  proof: HandoverProof | null = proofs[action] ?? null,
): Partial<Possession> {
  if (from === 'Approved' && to === 'Active')
    return { handedOverAt: now, handoverProof: proof, handoverObjectedAt: null, ...notBack }
  if (from === 'Active' && to !== 'Completed')
    return { handedOverAt: null, handoverProof: null, handoverObjectedAt: null, ...notBack }
  if (from === 'Completed' && to === 'Active') return notBack
  if (from !== 'Active' || to !== 'Completed' || isLost(action)) return {}
  const said = rental.broughtBackObjectedAt ? null : rental.broughtBackAt
  const isNew = action === 'end-by-admin' && !standsBySilence(rental, now)
  if (said === null || isNew || proof === 'both')
    return { returnedAt: now, returnProof: proof, returnObjectedAt: null }
  return { returnedAt: said, returnProof: proof === 'owner' ? 'both' : proof, returnObjectedAt: null }
}

/** Until when the owner can object to “I have brought it back”. */
export const silentUntil = (broughtBackAt: Date): Date => hoursAfter(broughtBackAt, SILENCE_HOURS)

export type BroughtBack = Partial<Pick<Possession, 'broughtBackAt' | 'broughtBackObjectedAt'>>

/** Whether the renter said “I have brought it back”, and the owner has not objected. */
export const saidBack = ({ broughtBackAt = null, broughtBackObjectedAt = null }: BroughtBack): boolean =>
  broughtBackAt !== null && broughtBackObjectedAt === null

/** Whether the owner has been silent about “I have brought it back” for so long that it stands. */
export function standsBySilence(rental: BroughtBack, now: Date): boolean {
  return saidBack(rental) && now >= silentUntil(rental.broughtBackAt!)
}
