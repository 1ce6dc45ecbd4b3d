import { v7 as uuid } from 'uuid'
import { asConfirmer, asRecent, type MoneyAdmin } from '#domain/access.ts'
import { type Movement, subjectOf } from '#domain/proposal/proposal.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { listMoneyAdmins } from '../list-money-admins.ts'
import { type Effect, inTransaction, recordEffects, recordEvents } from '../record.ts'
import { checkMovement, movementFactsOf, writeMovement } from './movements.ts'

/**
 * An admin writes down a movement of money. With `ADMIN_FOUR_EYES` it takes no effect yet: it `waits` for another
 * admin, and those who can confirm it get a mail; it is refused at once if it could not take effect now. Refusals:
 * `proof`, `taken` (one about the same waits already), and those of the movement's use case.
 */
export async function recordMovement(
  ctx: Context,
  admin: MoneyAdmin,
  movement: Movement,
): Promise<Verdict<{ waits: boolean }>> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const { adminFourEyes: fourEyes } = ctx.settings
  // With four eyes this refuses whoever proposed it.
  const confirming = asConfirmer(admin, { fourEyes, proposedBy: admin.id })
  return inTransaction(ctx, async (tx): Promise<Verdict<{ waits: boolean }>> => {
    const verdict = confirming.ok
      ? await writeMovement(tx, ctx, confirming.confirmer, movement)
      : await propose(tx, ctx, admin, movement)
    return verdict.ok ? { ok: true, waits: !confirming.ok } : verdict
  })
}

async function propose(tx: Tx, ctx: Context, admin: MoneyAdmin, movement: Movement): Promise<Verdict> {
  const verdict = await checkMovement(tx, ctx, movement)
  if (!verdict.ok) return verdict
  const { kind, payload } = movement
  const id = uuid()
  const written = await tx
    .insertInto('proposal')
    .values({
      id,
      kind,
      about: subjectOf(movement),
      payload: JSON.stringify(payload),
      proposedBy: admin.id,
      proposedAt: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('about').where('decision', 'is', null).doNothing())
    .returning('id')
    .execute()
  if (written.length === 0)
    return refuse('taken', 'This waits for another admin already. Nothing was changed.')
  await recordEvents(tx, ctx, [
    { subject: 'proposal', subjectId: id, action: 'propose', detail: movementFactsOf(movement) },
  ])
  await recordEffects(tx, ctx, await mailsTo(tx, ctx, admin, id))
  return { ok: true }
}

/** The mails to the other admins who can confirm it. */
async function mailsTo(tx: Tx, ctx: Context, admin: MoneyAdmin, proposalId: string): Promise<Effect[]> {
  const admins = await listMoneyAdmins(tx, ctx)
  return admins
    .filter((id) => id !== admin.id)
    .map((accountId) => ({ kind: 'proposal-mail', payload: { accountId, proposalId } }))
}
