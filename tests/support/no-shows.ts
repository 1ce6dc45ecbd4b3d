import { beforeEach } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { paying } from './paying.ts'
import { by, noLimits, TODAY } from './services.ts'
import { withServices } from './with-services.ts'

/** The people here, by their keys. */
export type Who = 'ramon' | 'katrina' | 'olivia' | 'diego' | 'amihan'

/** For a test file: a database on which Ramon rents from Olivia, and one of them does not come to the hand-over. */
export function noShows() {
  const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], { limits: noLimits })
  const till = paying(fixture)
  beforeEach(till.reset)

  const say = (rentalId: string, who: Who) => sayNoShow(by(fixture.services, fixture.cast[who]), { rentalId })
  const takeBack = (rentalId: string, who: Who) =>
    takeBackNoShow(by(fixture.services, fixture.cast[who]), { rentalId })
  const act = (rentalId: string, action: 'approve' | 'activate' | 'complete' | 'withdraw') =>
    takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action })
  const at = (day: number, time: string) =>
    fixture.services.clock.set(new Date(`${addDays(TODAY, day)}T${time}+08:00`))
  const statusOf = async (id: string) =>
    (
      await fixture.services.db
        .selectFrom('rental')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status
  const lastAction = async (id: string) =>
    (
      await fixture.services.db
        .selectFrom('event')
        .select('action')
        .where('subjectId', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).action

  const disputesOf = (rentalId: string) =>
    fixture.services.db.selectFrom('dispute').selectAll().where('rentalId', '=', rentalId).execute()

  /** An approved rental for three days from the tenth day on, ₱450.00 a day, with a strict policy unless told. */
  async function approved(changes = {}) {
    const { rentalId, id: orderId } = await till.paid(fixture.cast.ramon, { deposit: 50_000, ...changes })
    accepted(await act(rentalId, 'approve'))
    return { rentalId, orderId }
  }

  return { ...till, fixture, say, takeBack, act, at, statusOf, lastAction, disputesOf, approved }
}
