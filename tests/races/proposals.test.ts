import { expect, it } from 'vitest'
import { accepted, actorOf } from '#seeds/act.ts'
import { createAdmin } from '#server/account/first-admin.ts'
import { decideOnProposal } from '#server/proposal/decide-proposal.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { auditBook } from '#tests/money/audit-book.ts'
import { gather } from '#tests/money/facts.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  env: { ADMIN_FOUR_EYES: '1' },
  database: { poolSize: 20, connectionTimeoutMillis: 60_000 },
})
const { rejected, refundsOf } = paying(fixture)

/** Six admins: what each does is tried at once. */
async function admins() {
  const { services } = fixture
  const emails = Array.from({ length: 6 }, (_, i) => `admin-${i}@hiram.test`)
  for (const email of emails) accepted(await createAdmin(services, { email, password: people.PASSWORD }))
  return Promise.all(emails.map((email) => actorOf(services, email)))
}

it('of many admins who propose, confirm and decline a refund at once, one takes effect', async () => {
  const { services, cast } = fixture
  const others = await admins()
  const asked = (actor: (typeof others)[number]) => people.asAdmin(services, actor)
  for (let round = 0; round < 5; round++) {
    const { id, refund } = await rejected(cast.ramon, {}, 'qrph')
    const payload = { refundId: refund.id, proof: `BPI ${round}`, paidOn: TODAY }
    const proposals = await Promise.all(
      others.map((actor) => recordMovement(...asked(actor), { kind: 'refund', payload })),
    )
    expect(proposals.filter(({ ok }) => ok)).toHaveLength(1)
    const { id: proposalId, proposedBy } = await services.db
      .selectFrom('proposal')
      .select(['id', 'proposedBy'])
      .where('decision', 'is', null)
      .executeTakeFirstOrThrow()
    const decisions = await Promise.all(
      others.map((actor, i) =>
        i === round
          ? decideOnProposal(...asked(actor), { proposalId, decision: 'declined', reason: 'No.' })
          : decideOnProposal(...asked(actor), { proposalId, decision: 'confirmed' }),
      ),
    )
    expect(decisions.filter(({ ok }) => ok)).toHaveLength(1)
    const made = await services.db
      .selectFrom('proposal')
      .select(['decision', 'decidedBy'])
      .where('id', '=', proposalId)
      .executeTakeFirstOrThrow()
    expect(made.decidedBy).not.toBe(proposedBy)
    const { status } = (await refundsOf(id))[0]!
    expect(status === 'paid_out').toBe(made.decision === 'confirmed')
  }
  const entries = await services.db
    .selectFrom('event')
    .select('id')
    .where('subject', '=', 'refund')
    .where('action', '=', 'pay-out')
    .execute()
  const confirmed = await services.db
    .selectFrom('proposal')
    .select('id')
    .where('decision', '=', 'confirmed')
    .execute()
  expect(entries).toHaveLength(confirmed.length)
  expect([...auditBook(await gather(services.db, [cast.ramon.id]))]).toEqual([])
})
