import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { type MovementKind, movementText } from '#domain/proposal/proposal.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'

type Proposed = { kind: MovementKind; centavos: number; byName: string }

/** The email to an admin about what another one proposed; null once it is decided. */
async function proposalMail(
  services: Services,
  { accountId, proposalId }: EmailPayloads['proposal-mail'],
): Promise<EmailContent | null> {
  const { rows } = await sql<Proposed>`
    select p.kind, coalesce(f.centavos, y.centavos, (p.payload->>'amount')::bigint) as centavos,
      a.first_name as by_name
    from proposal p join account a on a.id = p.proposed_by
      left join refund f on f.id = (p.payload->>'refundId')::uuid
      left join payout y on y.id = (p.payload->>'payoutId')::uuid
    where p.id = ${proposalId} and p.decision is null`.execute(services.db)
  const proposed = rows[0]
  if (!proposed) return null
  const { kind, centavos, byName } = proposed
  return {
    accountId,
    kind: 'account',
    subject: `${movementText[kind]} of ${formatPeso(centavos)}: please look at it`,
    lead: `${byName} proposed it. It takes effect once another admin confirms it.`,
    facts: [],
    action: { label: 'Look at it', path: `/admin/proposals?confirm=${proposalId}` },
  }
}

export const proposalEmails = { 'proposal-mail': proposalMail } satisfies Partial<EmailTemplates>
