import type { User } from '#domain/actor.ts'
import { objections, waitingObjections, type Word } from '#domain/handover/word.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { disputeLateFee } from './dispute-late-fee.ts'
import { openDispute } from './open-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Opens the dispute about what a side objected to at `objectedAt`, in the transaction that has locked the rental. An
 * objection to the return is one to the late fee that counts from it, too: the dispute decides it. Refusals: those of
 * `openDispute`.
 */
export async function openObjection(
  tx: Tx,
  ctx: Ctx,
  {
    rentalId,
    about,
    objectedAt,
    text,
  }: { rentalId: string; about: Word['about']; objectedAt: Date; text: string },
): Promise<Verdict> {
  const { by, kind } = objections[about]
  const opened = await openDispute(tx, ctx, { rentalId, kind, by, text, isObjection: true })
  if (opened.ok && about === 'return')
    await disputeLateFee(tx, ctx, { rentalId, objection: text, objectedAt })
  return opened
}

/**
 * Opens what a side objected to since `decidedAt`, when the dispute that ends now was decided, in the name of that
 * side. Where the rental is in another state by now, an objection that no longer fits it opens nothing.
 */
export async function openWaitingObjections(
  tx: Tx,
  { clock }: Ctx,
  { rentalId, decidedAt }: { rentalId: string; decidedAt: Date },
): Promise<void> {
  const rental = await tx
    .selectFrom('rental')
    .select(['renterId', 'ownerId', 'handoverObjectedAt', 'returnObjectedAt', 'broughtBackObjectedAt'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  for (const about of waitingObjections(rental, decidedAt)) {
    const { at, by, entry } = objections[about]
    const { text } = await tx
      .selectFrom('rentalEntry')
      .select('text')
      .where('rentalId', '=', rentalId)
      .where('kind', '=', entry)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    const person = await tx
      .selectFrom('account')
      .select(['id', 'role', 'firstName', 'lastName', 'email'])
      .where('id', '=', by === 'renter' ? rental.renterId : rental.ownerId)
      .executeTakeFirstOrThrow()
    const actor: User = { kind: 'user', ...person, picture: null }
    await openObjection(tx, { clock, actor }, { rentalId, about, objectedAt: rental[at]!, text: text! })
  }
}
