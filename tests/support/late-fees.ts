import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { sweepDisputes } from '#server/dispute/sweep-disputes.ts'
import { sweepDeposits } from '#server/deposit/sweep-deposits.ts'
import { findRentalOfParty } from '#server/rental/find-rental-of-party.ts'
import { objectLateFee } from '#server/rental/object-late-fee.ts'
import { sweepLate } from '#server/rental/sweep-late.ts'
import { waiveLateFee } from '#server/rental/waive-late-fee.ts'
import { deposits } from './deposits.ts'
import { grantClaim } from './grant-claim.ts'
import { paying } from './paying.ts'
import * as people from './people.ts'
import { by } from './services.ts'
import { withServices } from './with-services.ts'

/** The people here, by their keys. */
export type Who = 'ramon' | 'katrina' | 'olivia' | 'diego' | 'amihan'

/**
 * For a test file: a database on which Ramon rents from Olivia a tent at ₱1,000.00 a day. It was due back yesterday:
 * grace until 12:00 today, an hour and 45 minutes after minute 0.
 */
export function lateFees() {
  const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
  const { balances, refundsOf, reset } = paying(fixture)
  beforeEach(reset)

  const waive = (rentalId: string, waived: number | 'all', who: Who = 'olivia') =>
    waiveLateFee(by(fixture.services, fixture.cast[who]), { rentalId, waived })
  const object = (rentalId: string, who: Who = 'ramon') =>
    objectLateFee(by(fixture.services, fixture.cast[who]), { rentalId, objection: 'There was a flood.' })
  /** The fee as its renter reads of it. */
  const shown = async (rentalId: string) =>
    accepted(await findRentalOfParty(by(fixture.services, fixture.cast.ramon), rentalId)).rental.fee
  const feeOf = (rentalId: string) =>
    fixture.services.db.selectFrom('lateFee').selectAll().where('rentalId', '=', rentalId).executeTakeFirst()
  const disputeOf = (rentalId: string) =>
    fixture.services.db
      .selectFrom('dispute')
      .selectAll()
      .where('rentalId', '=', rentalId)
      .orderBy('openedAt')
      .execute()
  const saidIn = async (rentalId: string) => {
    const rows = await fixture.services.db
      .selectFrom('disputeStatement')
      .innerJoin('dispute', 'dispute.id', 'disputeId')
      .select(['by', 'text', 'asked'])
      .where('rentalId', '=', rentalId)
      .orderBy('disputeStatement.id')
      .execute()
    return rows.map(({ by: who, text, asked }) => [who, text, asked])
  }
  /** An admin decides on what the owner asks for. */
  async function grant(rentalId: string, grantedCentavos: number) {
    const { services, cast } = fixture
    const decision = { rentalId, grantedCentavos, decision: 'The photos show it.' }
    accepted(await grantClaim(...people.asAdmin(services, cast.amihan), decision))
  }
  const statusOf = async (rentalId: string) =>
    (
      await fixture.services.db
        .selectFrom('rental')
        .select('status')
        .where('id', '=', rentalId)
        .executeTakeFirstOrThrow()
    ).status
  const sweep = async () => {
    await sweepDisputes(fixture.services)
    await sweepLate(fixture.services)
    await sweepDeposits(fixture.services)
  }
  const mails = async (kind: string, of: string) => {
    const { rows } = await sql<{ payload: { news?: string; to?: string; rentalId: string } }>`
    select payload from effect where kind = ${kind} and done_at is null
      and payload ->> 'rentalId' = ${of} order by id`.execute(fixture.services.db)
    return rows.map(({ payload }) => [payload.news, payload.to].filter(Boolean).join(' to '))
  }

  return {
    ...deposits(fixture),
    fixture,
    balances,
    refundsOf,
    waive,
    object,
    shown,
    feeOf,
    disputeOf,
    saidIn,
    grant,
    statusOf,
    sweep,
    mails,
  }
}
