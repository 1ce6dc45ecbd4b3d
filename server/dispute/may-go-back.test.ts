import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readyCentavos } from '#domain/book/payout.ts'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { recordPayout } from '#tests/support/movements.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { computeOwnerSums } from '../book/queries.ts'
import { findTies } from '../account/queries.ts'
import { acceptDispute } from './accept-dispute.ts'
import { fileDispute } from './file-dispute.ts'
import { findMayGoBack } from './may-go-back.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { hours, active, returned } = deposits(fixture)
const MINUTE = 1 / 60

// What the tests before have completed can't be disputed any more.
beforeEach(() =>
  sql`update rental set status_changed_at = status_changed_at - interval '30 days'`.execute(
    fixture.services.db,
  ),
)

const amihan = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const mayGoBack = (of: 'olivia' | 'diego' = 'olivia') => findMayGoBack(...amihan(), fixture.cast[of].id)
const ready = async () => readyCentavos(await computeOwnerSums(fixture.services.db, fixture.cast.olivia.id))
const complain = async (rentalId: string) =>
  accepted(
    await fileDispute(by(fixture.services, fixture.cast.ramon), {
      rentalId,
      kind: 'not-as-described',
      text: 'It leaks.',
      askedCentavos: 50_000,
    }),
  )

describe('what of the money that is ready may still go back', () => {
  it('is that of rentals paid online, from their return until a dispute can no longer be opened', async () => {
    await active('online')
    expect(await mayGoBack()).toBe(0)
    const { rentalId } = await returned('online')
    hours(MINUTE)
    expect(await mayGoBack()).toBe(100_000)
    expect(await mayGoBack('diego')).toBe(0)
    hours(48)
    expect(await mayGoBack()).toBe(100_000)
    expect((await findTies(fixture.services.db, fixture.cast.olivia.id)).disputableUntil).toEqual(
      fixture.services.clock.now(),
    )
    hours(48 + MINUTE)
    expect(await mayGoBack()).toBe(0)
    const refused = await fileDispute(by(fixture.services, fixture.cast.ramon), {
      rentalId,
      kind: 'money',
      text: 'It was dear.',
      askedCentavos: 100,
    })
    expect(refused).toMatchObject({ reason: 'late' })
  })

  it('is nothing of a rental in cash, which its renter paid to the owner', async () => {
    const before = await ready()
    const { rentalId } = await returned('cash_on_delivery')
    await complain(rentalId)
    hours(MINUTE)
    expect(await ready()).toBeLessThan(before)
    expect(await mayGoBack()).toBe(0)
  })

  it('is that of a rental as long as a dispute about it is open, and less what then went back', async () => {
    const { rentalId } = await returned('online')
    await returned('online')
    expect(await mayGoBack()).toBe(200_000)
    await complain(rentalId)
    hours(48 + MINUTE)
    expect(await mayGoBack()).toBe(100_000)
    const accepts = { what: 'demand' as const, centavos: 50_000 }
    accepted(await acceptDispute(by(fixture.services, fixture.cast.olivia), { rentalId, accepts }))
    expect(await mayGoBack()).toBe(0)
  })

  it('is without what the owner got of the deposit', async () => {
    const { rentalId } = await returned('online')
    const damage = { rentalId, kind: 'damage', text: 'A pole is bent.', askedCentavos: 10_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), damage))
    const before = await ready()
    const accepts = { what: 'demand' as const, centavos: 10_000 }
    accepted(await acceptDispute(by(fixture.services, fixture.cast.ramon), { rentalId, accepts }))
    expect([await ready(), await mayGoBack()]).toEqual([before + 10_000, 100_000])
  })

  it('is at most what is ready: nothing where the owner was paid, or owes', async () => {
    await returned('online')
    expect(await mayGoBack()).toBe(100_000)
    const pay = async (amount: number, reference: string) => {
      const payout = { direction: 'to_owner' as const, ownerId: fixture.cast.olivia.id, amount, reference }
      return accepted(await recordPayout(...amihan(), { ...payout, paidOn: TODAY }))
    }
    await pay((await ready()) - 100, 'BDO 1')
    expect(await mayGoBack()).toBe(100)
    await pay(100, 'BDO 2')
    expect(await mayGoBack()).toBe(0)
    await returned('cash_on_delivery')
    expect(await ready()).toBeLessThan(0)
    expect(await mayGoBack()).toBe(0)
  })
})
