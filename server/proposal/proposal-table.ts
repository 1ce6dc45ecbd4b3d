import { sql } from 'kysely'
import type { MoneyAdmin } from '#domain/access.ts'
import type { PayoutDirection } from '#domain/book/book.ts'
import type { Day } from '#domain/period.ts'
import {
  type MovementKind,
  movementKinds,
  movementText,
  proposalDecisions,
  type ProposalDecision,
  proposalStateText,
} from '#domain/proposal/proposal.ts'
import type { Side } from '#domain/side.ts'
import { choices, oneOf, type Table, valuesOf } from '../admin-table.ts'
import type { Context } from '../context.ts'
import { csvPesos } from '../csv.ts'
import { mayGoBackPart } from '../dispute/may-go-back.ts'
import { fullName } from '../names.ts'

export type AdminProposal = {
  id: string
  kind: MovementKind
  centavos: number
  /** The owner or renter; null for a settlement of the provider. */
  personName: string | null
  /** Of a goodwill payment. */
  to: Side | null
  /** Of a payout and of one taken back. */
  direction: PayoutDirection | null
  reference: string | null
  /** Of a refund and a goodwill payment. */
  orderNumber: string | null
  proof: string | null
  /** Null for a goodwill payment. */
  paidOn: Day | null
  /** Why a payout is taken back, or goodwill paid. */
  why: string | null
  proposedBy: string
  proposedByName: string
  proposedAt: Date
  decision: ProposalDecision | null
  decidedByName: string | null
  decidedAt: Date | null
  /** Why it was declined. */
  reason: string | null
}
export type ProposalSort = 'proposed'

const centavos = sql`coalesce(f.centavos, y.centavos, (p.payload->>'amount')::bigint)`
const personName = fullName('o')
const reference = sql`coalesce(y.reference, p.payload->>'reference')`

/** The movements of money that admins proposed, decided on or not. */
export const proposalTable: Table<AdminProposal, ProposalSort, MoneyAdmin> = {
  select: sql`p.id, p.kind, ${centavos} as centavos, ${personName} as person_name,
    p.payload->>'to' as "to", coalesce(y.direction, p.payload->>'direction') as direction, ${reference} as reference,
    b.number as order_number, p.payload->>'proof' as proof,
    coalesce(p.payload->>'paidOn', y.paid_on::text) as paid_on,
    p.payload->>'reason' as why, p.proposed_by, ${fullName('w')} as proposed_by_name,
    p.proposed_at, p.decision, ${fullName('d')} as decided_by_name, p.decided_at, p.reason`,
  from: sql`proposal p join account w on w.id = p.proposed_by left join account d on d.id = p.decided_by
    left join refund f on f.id = (p.payload->>'refundId')::uuid
    left join rental r on r.id = (p.payload->>'rentalId')::uuid
    left join "order" b on b.id = coalesce(f.order_id, r.order_id)
    left join payout y on y.id = (p.payload->>'payoutId')::uuid
    left join account o
      on o.id = coalesce(
        case p.payload->>'to' when 'owner' then r.owner_id end, b.renter_id, y.owner_id,
        (p.payload->>'ownerId')::uuid)`,
  id: { by: sql`p.id`, type: 'uuid' },
  sorts: { proposed: { by: sql`p.proposed_at`, type: 'instant' } },
  startsBy: '-proposed',
  search: [sql`coalesce(${reference}, '')`, sql`coalesce(${personName}, '')`, sql`coalesce(b.number, '')`],
  filters: {
    state: choices('State', {
      waiting: [proposalStateText(null), sql`p.decision is null`],
      ...valuesOf(sql`p.decision`, proposalDecisions, proposalStateText),
    }),
    kind: oneOf('What', sql`p.kind`, movementKinds, (kind) => movementText[kind]),
  },
  csv: [
    ['What', (row) => movementText[row.kind]],
    ['Amount (PHP)', (row) => csvPesos(row.centavos)],
    ['Person', (row) => row.personName],
    ['Reference', (row) => row.reference ?? row.proof],
    ['Order', (row) => row.orderNumber],
    ['Proposed', (row) => row.proposedAt],
    ['By', (row) => row.proposedByName],
    ['State', (row) => proposalStateText(row.decision)],
    ['Decided', (row) => row.decidedAt],
    ['Decided by', (row) => row.decidedByName],
    ['Why', (row) => row.reason],
  ],
  isAboutPeople: true,
}

/** `mayGoBackCentavos` is of the owner who is to be paid, as `findMayGoBack` has it; 0 for any other proposal. */
export type OpenedProposal = AdminProposal & { mayGoBackCentavos: number }

/** One row of the proposal table by its UUID, or undefined. One statement. */
export async function findProposal(
  ctx: Pick<Context, 'db' | 'clock'>,
  _admin: MoneyAdmin,
  id: string,
): Promise<OpenedProposal | undefined> {
  const paidOwner = sql`case when p.kind = 'payout' and p.payload->>'direction' = 'to_owner'
    then (p.payload->>'ownerId')::uuid end`
  const { rows } = await sql<OpenedProposal>`select ${proposalTable.select},
      ${mayGoBackPart(paidOwner, ctx.clock.now())} as may_go_back_centavos
    from ${proposalTable.from} where p.id = ${id}`.execute(ctx.db)
  return rows[0]
}
