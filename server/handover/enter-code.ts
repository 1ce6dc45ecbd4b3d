import type { RentalParty } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import {
  afterWrong,
  decideTry,
  type Direction,
  directionOf,
  giverOf,
  isLastDayOver,
  refuseWrongCode,
} from '#domain/handover/code.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import { refuse, type Refusal, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { lockOwnRental, type LockedRental } from '../rental/queries.ts'
import { recordAction } from '../rental/record-action.ts'
import { inRentalTransaction } from '../rental/take-action.ts'
import { isCode } from './codes.ts'
import { readCode } from './queries.ts'
import { writeCode } from './write-code.ts'

export type Given = { code: string } | { token: string }
type Entered = { direction: Direction }

/**
 * The one who hands an item over enters the code that the other one shows, or opens its link: the handover, or the
 * return, is confirmed by both. A code that arrives twice is accepted again, and changes nothing. Refusals:
 * `not-found` (for anyone but its two people), `status`, `early` and `late` (no code is asked for now), `side`
 * (whoever shows the code), `code` (a wrong one, which counts), `link` (a wrong link), `limit` (5 wrong ones),
 * `stopped` (20 wrong ones), and those of the lifecycle.
 */
export async function enterCode(
  ctx: Context,
  { rentalId, given }: { rentalId: string; given: Given },
): Promise<Verdict<Entered>> {
  // A wrong try is written, so the refusal does not roll its transaction back.
  let refusal: Refusal | null = null
  const entered = await inRentalTransaction<Entered>(ctx, async (tx) => {
    refusal = null
    const own = await lockOwnRental(tx, ctx.actor, rentalId)
    if (!own.ok) return own
    const { rental, party } = own
    const again = await findEntered(tx, ctx, rental, party, given)
    if (again) return { ok: true, direction: again }
    const direction = directionOf(rental, ctx.clock.now())
    if (!direction) return notNow(rental, ctx.clock.now())
    if (giverOf[direction] !== party.side)
      return refuse('side', 'You show the code. The other side enters it.')
    const verdict = await judge(tx, ctx, rental, direction, given)
    if (verdict.ok) return take(tx, ctx, rental, direction, party)
    refusal = verdict
    return { ok: true, direction }
  })
  return refusal ?? entered
}

const lastDayOver =
  'Its last day is over, so a code no longer starts this rental. If the renter has the item, please tell us on the ' +
  'Contact page.'

/** Judges a code and counts a wrong one. */
async function judge(
  tx: Tx,
  ctx: Context,
  { id }: LockedRental,
  direction: Direction,
  given: Given,
): Promise<Verdict> {
  const now = ctx.clock.now()
  const code = await readCode(tx, id, direction)
  const may = decideTry(code, now)
  if (!may.ok) return may
  if (isCode(ctx, { rentalId: id, direction, version: code.version }, given)) return { ok: true }
  if ('token' in given)
    return refuse('link', 'This code is no longer valid. Please scan the one on the other phone now.')
  const tries = afterWrong(code, now)
  await writeCode(tx, id, direction, { ...code, ...tries })
  return refuseWrongCode(tries, now)
}

/** Takes the action that a right code proves; the code can't be used again. */
async function take(
  tx: Tx,
  ctx: Context,
  rental: LockedRental,
  direction: Direction,
  party: RentalParty,
): Promise<Verdict<Entered>> {
  const now = ctx.clock.now()
  const decision =
    direction === 'out'
      ? decide(rental, 'activate', party, now)
      : decide(rental, 'complete-by-code', system, now)
  if (!decision.ok) return decision
  const code = await readCode(tx, rental.id, direction)
  await writeCode(tx, rental.id, direction, { ...code, version: code.version + 1 })
  await recordAction(tx, ctx, rental, decision, { proof: 'both' })
  return { ok: true, direction }
}

/** The direction that this side has confirmed with this very code before. */
async function findEntered(
  tx: Tx,
  ctx: Context,
  rental: LockedRental,
  { side }: RentalParty,
  given: Given,
): Promise<Direction | null> {
  const direction = side === giverOf.out ? 'out' : 'back'
  const proof = direction === 'out' ? rental.handoverProof : rental.returnProof
  if (proof !== 'both') return null
  const { version } = await readCode(tx, rental.id, direction)
  return isCode(ctx, { rentalId: rental.id, direction, version: version - 1 }, given) ? direction : null
}

function notNow({ status, period }: LockedRental, now: Date): Refusal {
  if ((status === 'Approved' || status === 'Cancelled') && isLastDayOver(period, now))
    return refuse('late', lastDayOver)
  return status === 'Approved'
    ? refuse('early', 'It can be handed over from the day before it starts.')
    : refuse('status', `This rental is ${status} now. There is nothing to confirm.`)
}
