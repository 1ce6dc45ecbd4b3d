import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { depositLeftOf } from '#domain/deposit/deposit.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { acceptDispute } from './accept-dispute.ts'
import { answerDispute } from './answer-dispute.ts'
import { claimDeposit } from './claim-deposit.ts'
import type { MoneyLine } from '#domain/book/money-line.ts'
import { depositLeftPart } from '../deposit/queries.ts'
import { returnDeposit } from '../deposit/return-deposit.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { returned } = deposits(fixture)
const { settle } = paying(fixture)

const claim = (rentalId: string) =>
  claimDeposit(by(fixture.services, fixture.cast.olivia), {
    rentalId,
    centavos: 30_000,
    reason: 'Torn.',
    photoIds: [],
  })
const remove = (who: 'ramon' | 'olivia') =>
  deleteAccount(by(fixture.services, fixture.cast.amihan), { accountId: fixture.cast[who].id })

it('a person’s data holds the claims of either side, with the texts and photos that are theirs', async () => {
  const { rentalId } = await returned('online')
  const photoIds = [await people.uploadTiny(fixture.services, fixture.cast.olivia)]
  accepted(
    await claimDeposit(by(fixture.services, fixture.cast.olivia), {
      rentalId,
      centavos: 1,
      reason: 'Torn.',
      photoIds,
    }),
  )
  accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'No.' }))
  const dataOf = async (who: 'ramon' | 'olivia') =>
    (await personalDataOf(by(fixture.services, fixture.cast[who]))).sections.depositClaims
  expect(await dataOf('olivia')).toMatchObject([
    { centavos: 1, reason: 'Torn.', answer: null, photos: [`/claim-photos/${photoIds[0]}/40.webp`] },
  ])
  expect(await dataOf('ramon')).toMatchObject([{ reason: null, answer: 'No.', photos: null }])
  accepted(
    await grantClaim(...people.asAdmin(fixture.services, fixture.cast.amihan), {
      rentalId,
      grantedCentavos: 1,
      decision: 'Yes.',
    }),
  )
  for (const who of ['ramon', 'olivia'] as const)
    accepted(
      await acceptDispute(by(fixture.services, fixture.cast[who]), {
        rentalId,
        accepts: { what: 'decision' },
      }),
    )
  await settle()
})

it('what is held is the same in SQL and by the rule, over random lines and decisions', async () => {
  const { rentalId, orderId } = await returned('online')
  const line = fc.record({
    kind: fc.constantFrom('rent', 'service_fee', 'deposit', 'refund'),
    returns: fc.constantFrom('rent', 'service_fee', 'deposit'),
    centavos: fc.integer({ min: 1, max: 100_000 }),
  })
  // A charge exists once; there may be several refunds.
  const lines = fc.uniqueArray(line, {
    maxLength: 10,
    selector: ({ kind, centavos }) => (kind === 'refund' ? centavos : kind),
  })
  const granted = fc.option(fc.integer({ min: 0, max: 50_000 }))
  const run = fc.asyncProperty(lines, granted, async (random, centavos) => {
    const given = random.map(({ kind, returns, centavos }) =>
      kind === 'refund' ? { kind, returns, centavos: -centavos } : { kind, returns: null, centavos },
    ) as MoneyLine[]
    const tried = fixture.services.db.transaction().execute(async (tx) => {
      await sql`delete from money_line where rental_id = ${rentalId}`.execute(tx)
      if (given.length > 0)
        await tx
          .insertInto('moneyLine')
          .values(given.map((one) => ({ ...one, orderId, rentalId, createdAt: NOW })))
          .execute()
      if (centavos !== null)
        await sql`insert into deposit_claim (rental_id, centavos, reason, granted_centavos, decided_at)
          values (${rentalId}, 50000, 'Torn.', ${centavos}, ${NOW})`.execute(tx)
      const { rows } = await sql<{ held: number }>`select ${depositLeftPart} as held from rental r
        where r.id = ${rentalId}`.execute(tx)
      expect(rows[0]!.held).toBe(depositLeftOf(given, centavos))
      throw new Undone()
    })
    await expect(tried).rejects.toBeInstanceOf(Undone)
  })
  await fc.assert(run, { numRuns: 20 })
  accepted(await returnDeposit(by(fixture.services, fixture.cast.olivia), { rentalId }))
  await settle()
}, 300_000)

it('an account can’t be deleted while a deposit is held for either side', async () => {
  const { rentalId } = await returned('cash_on_delivery')
  for (const who of ['ramon', 'olivia'] as const)
    expect(await remove(who)).toMatchObject({ reason: 'deposit' })
  accepted(await claim(rentalId))
  accepted(await returnDeposit(by(fixture.services, fixture.cast.ramon), { rentalId }))
  for (const who of ['ramon', 'olivia'] as const)
    expect(await remove(who)).toMatchObject({ reason: 'deposit' })
  accepted(await answerDispute(by(fixture.services, fixture.cast.ramon), { rentalId, text: 'It came so.' }))
  accepted(
    await grantClaim(...people.asAdmin(fixture.services, fixture.cast.amihan), {
      rentalId,
      grantedCentavos: 10_000,
      decision: 'A part of it.',
    }),
  )
  expect(await remove('ramon')).toMatchObject({ reason: 'deposit' })
  for (const who of ['ramon', 'olivia'] as const)
    accepted(
      await acceptDispute(by(fixture.services, fixture.cast[who]), {
        rentalId,
        accepts: { what: 'decision' },
      }),
    )
  accepted(await returnDeposit(by(fixture.services, fixture.cast.ramon), { rentalId }))
  accepted(await remove('ramon'))
  // What she earned by the other rentals.
  expect(await remove('olivia')).toMatchObject({ reason: 'payout' })
})

class Undone extends Error {}
