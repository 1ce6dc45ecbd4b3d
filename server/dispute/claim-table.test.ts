import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { grantClaim } from '#tests/support/grant-claim.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { acceptDispute } from './accept-dispute.ts'
import { answerDispute } from './answer-dispute.ts'
import { claimDeposit } from './claim-deposit.ts'
import { auditTable } from '../audit/audit-table.ts'
import { claimTable } from './claim-table.ts'
import { exportTable } from '../export-table.ts'
import { fileDispute } from './file-dispute.ts'
import { findClaim } from './find-claim.ts'
import { findOrder } from '../order/find-order.ts'
import { readOverview } from '../overview/overview.ts'
import { readTable } from '../admin-table.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { hours, returned } = deposits(fixture)
const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const read = async (query: string) => {
  const { rows } = await readTable(...admin(), claimTable, new URLSearchParams(query))
  return rows
}

async function claimed(centavos: number) {
  const rental = await returned('online')
  hours(1)
  const photoIds = [await people.uploadTiny(fixture.services, fixture.cast.olivia)]
  const claim = { rentalId: rental.rentalId, centavos, reason: `=Torn, ${centavos}`, photoIds }
  accepted(await claimDeposit(by(fixture.services, fixture.cast.olivia), claim))
  return { ...rental, photoIds }
}

describe('claims on deposits', () => {
  it('are listed for admins, open or decided, and counted while they wait', async () => {
    const first = await claimed(10_000)
    const second = await claimed(20_000)
    accepted(
      await answerDispute(by(fixture.services, fixture.cast.ramon), {
        rentalId: second.rentalId,
        text: 'No.',
      }),
    )
    const grant = { rentalId: first.rentalId, grantedCentavos: 5_000, decision: 'Half of it.' }
    hours(74)
    accepted(await grantClaim(...admin(), grant))
    expect(await readOverview(...admin())).toMatchObject({ openDisputes: 1 })
    expect(await read('status=open')).toMatchObject([
      {
        rentalId: second.rentalId,
        title: 'Tent',
        ownerName: 'Olivia Santos',
        renterName: 'Ramon Dela Cruz',
        centavos: 20_000,
        depositCentavos: 50_000,
        answered: true,
        grantedCentavos: null,
      },
    ])
    expect(await read('status=decided')).toMatchObject([
      { grantedCentavos: 5_000, decidedByName: 'Amihan Reyes' },
    ])
    expect((await read('sort=amount')).map(({ centavos }) => centavos)).toEqual([10_000, 20_000])
    expect(await read('search=torn, 20000')).toHaveLength(1)
    expect(await read('search=zeppelin')).toEqual([])

    let csv = ''
    for await (const piece of exportTable(...admin(), claimTable, new URLSearchParams('sort=amount')))
      csv += piece
    expect(csv.split('\r\n')[1]).toMatch(/,500\.00,100\.00,50\.00,"'=Torn, 10000",no,/)

    const { page } = accepted(await findClaim(...admin(), second.rentalId))
    expect(page).toMatchObject({
      claimsByOwner: 2,
      claimsOnRenter: 2,
      paymentMethod: 'online',
      disputes: [
        { ownerAsked: 20_000, decisions: [], said: [{ by: 'owner' }, { by: 'renter', text: 'No.' }] },
      ],
    })
    expect(page.disputes[0]!.said[0]!.photos.map(({ id }) => id)).toEqual(second.photoIds)
    const audit = await readTable(...admin(), auditTable, new URLSearchParams('subject=deposit-claim'))
    expect(audit.rows).toMatchObject([
      { action: 'decide', subjectName: 'Tent', subjectKey: first.rentalId, detail: { granted: 5_000 } },
    ])
    const { order } = accepted(await findOrder(...admin(), first.orderNumber))
    expect(order.events.map(({ action }) => action).slice(-2)).toEqual(['claim', 'decide'])
  })

  /** What is granted of a claim of ₱800.00 on a deposit of ₱500.00, before and after `close`. */
  async function grantedOf(close: (rentalId: string) => Promise<void>) {
    const { rentalId, orderNumber } = await returned('online')
    const as = (who: 'ramon' | 'olivia') => by(fixture.services, fixture.cast[who])
    const claim = { rentalId, kind: 'damage' as const, text: 'Torn.', askedCentavos: 80_000 }
    accepted(await fileDispute(as('olivia'), claim))
    hours(74)
    accepted(await grantClaim(...admin(), { rentalId, grantedCentavos: 80_000, decision: 'All of it.' }))
    const granted = async () =>
      (await read(`search=${orderNumber}`)).map(({ grantedCentavos, closed }) => [grantedCentavos, closed])
    expect(await granted()).toEqual([[80_000, false]])
    await close(rentalId)
    return granted()
  }
  const accept = async (rentalId: string, accepts: Parameters<typeof acceptDispute>[1]['accepts']) => {
    for (const who of ['ramon', 'olivia'] as const)
      accepted(await acceptDispute(by(fixture.services, fixture.cast[who]), { rentalId, accepts }))
  }

  it('show what the decision grants, also when it is over and the deposit was less', async () => {
    expect(await grantedOf((rentalId) => accept(rentalId, { what: 'decision' }))).toEqual([[80_000, true]])
  })

  it('show what moved of the deposit when they are closed without a decision that counts', async () => {
    const closed = async (rentalId: string) => {
      await sql`update dispute set closed_at = now(), due_at = null, outcome = 'undecided'
        where rental_id = ${rentalId}`.execute(fixture.services.db)
    }
    expect(await grantedOf(closed)).toEqual([[0, true]])
  })

  it('show the last 50 disputes of a rental', async () => {
    const { rentalId } = await claimed(10_000)
    const before = accepted(await findClaim(...admin(), rentalId)).page.disputes
    await sql`insert into dispute (id, rental_id, kind, opened_by, opened_at, answer_by, closed_at, outcome)
      select gen_random_uuid(), rental_id, 'money', 'renter', opened_at - i * interval '1 day', answer_by, opened_at,
        'undecided' from dispute, generate_series(1, 60) i where rental_id = ${rentalId}`.execute(
      fixture.services.db,
    )
    const { disputes } = accepted(await findClaim(...admin(), rentalId)).page
    expect(disputes).toHaveLength(50)
    expect(disputes.at(-1)).toEqual(before[0])
  })

  it('bound a decision by what was paid: nothing in cash before the hand-over', async () => {
    const { rentalId } = await returned('cash_on_delivery')
    accepted(
      await fileDispute(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        kind: 'money',
        text: 'Too much.',
      }),
    )
    const bounds = async () => accepted(await findClaim(...admin(), rentalId)).page.bounds
    expect(await bounds()).toMatchObject({ owner: 50_000 })
    await sql`update rental set status = 'Approved' where id = ${rentalId}`.execute(fixture.services.db)
    expect(await bounds()).toEqual({ owner: 0, rent: 0, rentOfNeverGot: 0 })
  })

  it('return not-found when they do not exist', async () => {
    expect(await findClaim(...admin(), (await returned('online')).rentalId)).toMatchObject({
      reason: 'not-found',
    })
  })
})
