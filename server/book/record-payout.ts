import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Confirmer } from '#domain/access.ts'
import { formatPeso } from '#domain/money.ts'
import { payoutEntry } from '#domain/book/book.ts'
import { decidePayout, readyCentavos } from '#domain/book/payout.ts'
import { type RecordPayoutForm } from '#domain/book/payout-form.ts'
import { formatDay } from '#domain/period.ts'
import { refuse, type Refusal, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEvents } from '../record.ts'
import { computeOwnerSums, findProviderSums } from './queries.ts'
import { writeBook } from './write-book.ts'

type Payout = Omit<RecordPayoutForm, 'intent'>

/**
 * Whether a payout can be recorded now. The transaction keeps other payouts out, so that they can't exceed what is
 * owed.
 */
export async function checkPayout(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { direction, amount: centavos, reference, paidOn, ownerId }: Payout,
): Promise<Verdict> {
  if ((ownerId === undefined) !== (direction === 'from_provider'))
    return refuse('owner', ownerId === undefined ? 'Please choose an owner.' : 'The provider is no owner.')
  await sql`lock table payout in share row exclusive mode`.execute(tx)
  const taken = await findTaken(tx, reference)
  if (taken) return taken
  const owed = ownerId === undefined ? await owedByProvider(tx) : await owedToOwner(tx, ownerId)
  if (owed === null) return refuse('owner', 'There is no such owner.')
  return decidePayout({ direction, centavos, paidOn }, owed, ctx.clock.now())
}

/**
 * Records money that moved at the bank, in the caller's transaction: to an owner, from one, or from the provider.
 * Recording moves no money. At most what the book says is owed; a reference is unique, so that the same form sent
 * twice is recorded once. Refusals: `owner` (not named, or unknown), `taken` (the reference), `amount`, `day`.
 */
export async function recordPayout(
  tx: Tx,
  ctx: Context,
  confirmer: Confirmer,
  form: Payout,
): Promise<Verdict> {
  const verdict = await checkPayout(tx, ctx, form)
  if (!verdict.ok) return verdict
  const { direction, amount: centavos, reference, paidOn, ownerId = null } = form
  const payout = { id: uuid(), direction, ownerId, centavos }
  const recorded = { recordedAt: ctx.clock.now(), recordedBy: confirmer.proposedBy }
  await tx
    .insertInto('payout')
    .values({ ...payout, reference, paidOn, ...recorded })
    .execute()
  await writeBook(tx, ctx, [payoutEntry(payout)])
  await recordEvents(tx, ctx, [
    {
      subject: 'payout',
      subjectId: payout.id,
      action: 'record',
      detail: { direction, centavos, reference, 'paid on': paidOn },
    },
  ])
  return { ok: true }
}

async function findTaken(tx: Tx, reference: string): Promise<Refusal | null> {
  const taken = await tx
    .selectFrom('payout')
    .select(['centavos', 'paidOn'])
    .where('reference', '=', reference)
    .where('reversedAt', 'is', null)
    .executeTakeFirst()
  if (!taken) return null
  const what = `${formatPeso(taken.centavos)} on ${formatDay(taken.paidOn)}`
  return refuse('taken', `This reference is written down already, for ${what}.`)
}

/**
 * What can be paid to an owner now; null when there is no such account. Until the transaction ends nobody else changes
 * the owner's sums: the triggers that keep them wait for the locked row.
 */
async function owedToOwner(tx: Tx, ownerId: string): Promise<number | null> {
  const owner = await sql`select from account where id = ${ownerId} for key share`.execute(tx)
  if (owner.rows.length === 0) return null
  await sql`select from owner_sum where owner_id = ${ownerId} for no key update`.execute(tx)
  return readyCentavos(await computeOwnerSums(tx, ownerId))
}

async function owedByProvider(tx: Tx): Promise<number> {
  return (await findProviderSums(tx)).bookCentavos
}
