import { asConfirmer, asRecent, type MoneyAdmin } from '#domain/access.ts'
import { decideProposal, type Movement, type ProposalDecision } from '#domain/proposal/proposal.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { writeMovement } from './movements.ts'

type Decision = { proposalId: string } & (
  { decision: Exclude<ProposalDecision, 'declined'> } | { decision: 'declined'; reason: string }
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
    await recordEvents(tx, ctx, [
      { subject: 'proposal', subjectId: proposalId, action: actions[decision], detail: { kind, ...payload } },
    ])
    if (decision !== 'confirmed') return verdict
    const gate = asConfirmer(admin, { fourEyes: true, proposedBy })
    return gate.ok ? writeMovement(tx, ctx, gate.confirmer, { kind, payload } as Movement) : gate
  })
}

function lockProposal(tx: Tx, proposalId: string) {
  return tx
    .selectFrom('proposal')
    .select(['kind', 'payload', 'proposedBy', 'decision'])
    .where('id', '=', proposalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
