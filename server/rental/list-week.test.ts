import { expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { listApproved, rent, seenBy } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { listWeek } from './list-week.ts'
import { listAgenda } from './queries.ts'
import { takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])

it('an owner’s week has what is handed over, out or late, and no requests, not even much later', async () => {
  const { services, cast } = fixture
  const rented = async (title: string, inDays: number, actions: ('approve' | 'activate')[]) => {
    const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan }, { title })
    const startDate = addDays(TODAY, inDays)
    const { rentalId } = await rent(services, cast.ramon, [listing], { startDate, durationDays: 3 })
    for (const action of actions)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
  }
  await rented('request', 1, [])
  await rented('in six days', 6, ['approve'])
  await rented('in seven days', 7, ['approve'])
  await rented('tomorrow', 1, ['approve'])
  await rented('out', 1, ['approve', 'activate'])
  const titles = async (today: string) =>
    (await listWeek(services.db, cast.olivia, today)).map(({ title }) => title).sort()
  expect(await titles(TODAY)).toEqual(['in six days', 'out', 'tomorrow'])
  expect(await titles(addDays(TODAY, 20))).toEqual(['out'])
  expect(await listWeek(services.db, cast.ramon, TODAY)).toEqual([])
  services.clock.set(NOW)
})

it.each([
  [
    'by its renter’s objection was never handed over',
    (rentalId: string) =>
      objectToWord(by(fixture.services, fixture.cast.ramon), { rentalId, reason: 'I never got it.' }),
  ],
  [
    'is back by its renter’s word',
    (rentalId: string) =>
      sayBroughtBack(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        note: 'By the gate.',
        photoIds: [],
      }),
  ],
])('what %s is neither out nor late, and nobody is to return it', async (_, say) => {
  const { services, cast } = fixture
  services.clock.set(NOW)
  const listing = await listApproved(services, { owner: cast.diego, admin: cast.amihan })
  const { rentalId } = await rent(services, cast.ramon, [listing], { startDate: TODAY })
  for (const action of ['approve', 'activate'] as const)
    accepted(await takePartyAction(by(services, cast.diego), { rentalId, action }))
  const shown = async () =>
    [
      ...(await listWeek(services.db, cast.diego, TODAY)),
      ...(await listWeek(services.db, cast.diego, addDays(TODAY, 5))),
      ...(await listAgenda(services.db, seenBy(cast.diego))),
      ...(await listAgenda(services.db, seenBy(cast.ramon))),
    ].filter(({ id }) => id === rentalId)
  expect(await shown()).toHaveLength(4)
  accepted(await say(rentalId))
  expect(await shown()).toEqual([])
})
