import { decideCheck } from '#domain/handover/check.ts'
import { type Direction, directionOf, giverOf } from '#domain/handover/code.ts'
import { formatDay, lastDay } from '#domain/period.ts'
import { openWord, type Word } from '#domain/handover/word.ts'
import { saidBack } from '#domain/rental/possession.ts'
import type { Context } from '../context.ts'
import { isObjectionWaiting } from '../dispute/open-objection.ts'
import { type QrCode, qrCodeOf } from '../qr-code.ts'
import type { FoundRental } from '../rental/find-rental.ts'
import { digitsOf, tokenOf } from './codes.ts'
import { readCode } from './queries.ts'

/**
 * What one side does at a handover or return: shows its code, or enters the other one's. `until` is the last day of a
 * handover, as people read it; null at a return.
 */
export type CodeTask = { direction: Direction; until: string | null } & (
  | { does: 'show'; digits: string; qr: QrCode }
  | { does: 'enter' }
)

export type Handover = {
  /** Null while there is nothing to confirm by a code. */
  task: CodeTask | null
  /** The open question about what one side alone said; null without one. */
  word: Word | null
  /** Whether its reader may write down the condition of the item. */
  mayCheck: boolean
  /** Whether its reader may say that they have brought it back. */
  mayBringBack: boolean
  /** For the renter: the owner objected that the item is not back, and that dispute opens once another one ends. */
  returnObjectionWaits: boolean
  /** The photos of the entries that its reader wrote. */
  savedPhotoIds: string[]
}

/** What can be done about the handover or return of a rental now. Only the side that shows the code gets it. */
export async function showHandover(
  ctx: Context,
  { rental, party, timeline }: FoundRental,
): Promise<Handover> {
  const now = ctx.clock.now()
  const direction = directionOf(rental, now)
  const word = openWord({ ...rental.possession, status: rental.status }, now)
  const { possession, status } = rental
  const isOutWithReader = party.side === 'renter' && status === 'Active'
  const returnObjectionWaits =
    isOutWithReader && (await isObjectionWaiting(ctx.db, { ...possession, id: rental.id }, 'brought-back'))
  const mine = timeline.filter(({ side }) => side === party.side)
  const rest = {
    word,
    mayCheck: decideCheck({ ...rental, returnedAt: possession.returnedAt }, now).ok,
    mayBringBack: isOutWithReader && !saidBack(possession) && !returnObjectionWaits,
    returnObjectionWaits,
    savedPhotoIds: mine.flatMap(({ photos }) => photos.map(({ id }) => id)),
  }
  if (!direction) return { task: null, ...rest }
  const until = direction === 'out' ? formatDay(lastDay(rental.period)) : null
  if (giverOf[direction] === party.side) return { task: { direction, until, does: 'enter' }, ...rest }
  const { version } = await readCode(ctx.db, rental.id, direction)
  const of = { rentalId: rental.id, direction, version }
  const link = `${ctx.settings.baseUrl}/handover/${rental.id}?token=${tokenOf(ctx, of)}`
  return { task: { direction, until, does: 'show', digits: digitsOf(ctx, of), qr: qrCodeOf(link) }, ...rest }
}
