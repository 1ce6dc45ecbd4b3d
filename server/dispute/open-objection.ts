import type { User } from '#domain/actor.ts'
import { objections, type Objected, waitingObjections, type Word } from '#domain/handover/word.ts'
import type { Possession } from '#domain/rental/possession.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context, Db, Tx } from '../context.ts'
import { disputeLateFee } from './dispute-late-fee.ts'
import { openDispute } from './open-dispute.ts'
import { listDecisions, type LockedDispute } from './lock-dispute.ts'

type Ctx = Pick<Context, 'clock' | 'actor'>

/**
 * Opens a dispute about what a side objected to at `objectedAt`, or adds to the open one. The caller's transaction has
 * locked the rental. The late fee depends on the time of the return, so an objection to the return also objects to the
 * fee: the dispute then decides it. If that is refused (no fee, too late, settled already), only the return is
 * disputed. Refusals: those of `openDispute`.
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
 * From when on the open dispute takes no more objections: its first decision, or its due time without a decision. Null
 * when the rental has no open dispute.
 */
export const closedToObjectionsAt = ({
  decisions,
  dispute,
}: Pick<LockedDispute, 'decisions' | 'dispute'>): Date | null =>
  decisions[0]?.decidedAt ?? dispute?.dueAt ?? null

/** Whether the objection to `about` waits for the end of the open dispute; false without an objection or a dispute. */
export async function isObjectionWaiting(
  db: Db,
  rental: Pick<Possession, Objected> & { id: string },
  about: Word['about'],
): Promise<boolean> {
  if (!rental[objections[about].at]) return false
  const dispute = await db
    .selectFrom('dispute')
    .selectAll()
    .where('rentalId', '=', rental.id)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!dispute) return false
  const objectionsClosedAt = closedToObjectionsAt({
    dispute,
    decisions: await listDecisions(db, dispute.id),
  })
  return objectionsClosedAt !== null && waitingObjections(rental, objectionsClosedAt).includes(about)
}

/**
 * Opens a dispute for each objection made after `objectionsClosedAt`, in the name of the side that objected. From then
 * on the dispute that ends now took no objections (`closedToObjectionsAt`). If `openDispute` refuses, for example
 * because the rental has another status now, nothing opens for that objection.
 */
export async function openWaitingObjections(
  tx: Tx,
  { clock }: Ctx,
  { rentalId, objectionsClosedAt }: { rentalId: string; objectionsClosedAt: Date },
): Promise<void> {
  const rental = await tx
    .selectFrom('rental')
    .select(['renterId', 'ownerId', 'handoverObjectedAt', 'returnObjectedAt', 'broughtBackObjectedAt'])
    .where('id', '=', rentalId)
    .executeTakeFirstOrThrow()
  for (const about of waitingObjections(rental, objectionsClosedAt)) {
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
