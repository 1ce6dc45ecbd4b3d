import { asConfirmer, asRecent, type MoneyAdmin } from '#domain/access.ts'
import { isInArea } from '#domain/account/admin-area.ts'
import { decideProposal, type Movement, type ProposalDecision } from '#domain/proposal/proposal.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { movementFactsOf, writeMovement } from './movements.ts'

type Decision = { proposalId: string } & (
  | { decision: Exclude<ProposalDecision, 'declined'> }
  | { decision: 'declined'; reason: string }
)

const actions = { confirmed: 'confirm', declined: 'decline', withdrawn: 'withdraw' } as const

/**
 * An admin decides on a movement of money that another one proposed, or withdraws their own. A confirmed one takes
 * effect, if it still can: when its use case refuses, nothing is changed and it goes on waiting. Refusals: `proof`,
 * `not-found`, those of `decideProposal`, and of a confirmed one those of its use case.
 */
export async function decideOnProposal(
  ctx: Context,
  admin: MoneyAdmin,
  { proposalId, ...made }: Decision,
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const { decision } = made
  return inTransaction(ctx, async (tx) => {
    const proposal = await lockProposal(tx, proposalId)
    if (!proposal) return notFound()
    const { kind, payload, proposedBy } = proposal
    const verdict = decideProposal(proposal, { adminId: admin.id, decision })
    if (!verdict.ok) return verdict
    await tx
      .updateTable('proposal')
      .set({ decision, decidedBy: admin.id, decidedAt: ctx.clock.now() })
      .set({ reason: made.decision === 'declined' ? made.reason : null })
      .where('id', '=', proposalId)
      .execute()
    const movement = { kind, payload } as Movement
    await recordEvents(tx, ctx, [
      {
        subject: 'proposal',
        subjectId: proposalId,
        action: actions[decision],
        detail: movementFactsOf(movement),
      },
    ])
    if (decision !== 'confirmed') return verdict
    const gate = asConfirmer(admin, { fourEyes: true, proposedBy })
    return gate.ok ? writeMovement(tx, ctx, gate.confirmer, movement) : gate
  })
}

/** A proposal, and whether who made it is still an admin for money; neither changes until the transaction ends. */
async function lockProposal(tx: Tx, proposalId: string) {
  const row = await tx
    .selectFrom('proposal')
    .innerJoin('account', 'account.id', 'proposal.proposedBy')
    .select(['proposal.kind', 'proposal.payload', 'proposal.proposedBy', 'proposal.decision'])
    .select(['account.role', 'account.adminArea', 'account.suspendedAt', 'account.deletedAt'])
    .where('proposal.id', '=', proposalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { role, adminArea, suspendedAt, deletedAt, ...proposal } = row
  const isProposerAdmin = role === 'admin' && isInArea(adminArea, 'money') && !suspendedAt && !deletedAt
  return { ...proposal, isProposerAdmin }
}
