import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Day } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { listNotices } from './queries.ts'
import { sweepReminders } from './sweep-reminders.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])

/** Sets the clock to an hour of a day in Manila. */
const at = (day: Day, hour = '09:00') => fixture.services.clock.set(`${day}T${hour}:00+08:00`)
const sweep = () => sweepReminders(fixture.services)
const takeAll = async (rentalId: string, ...actions: ('approve' | 'activate' | 'complete')[]) => {
  for (const action of actions)
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
}

/** Ramon rents a tent of Olivia's from November 23 to 25. */
async function rent() {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const wanted = { startDate: '2026-11-23', durationDays: 3 } as const
  return (await people.rent(services, cast.ramon, [listingId], wanted)).rentalId
}

/** The notifications since the last call, by recipient; mails and notices must be the same. */
async function notified() {
  const { services, cast } = fixture
  const now = services.clock.now()
  await doEffects(services)
  services.clock.set(now)
  const lines = []
  for (const who of ['ramon', 'olivia'] as const)
    for (const { title, kind } of (await listNotices(services.db, cast[who].id)).notices)
      lines.push(`${who}: ${kind}: ${title}`)
  await services.db.deleteFrom('notice').execute()
  return lines
}
const reminded = async () =>
  (await notified()).filter((line) => /starts-tomorrow|due-today|overdue/.test(line))

beforeEach(() => void fixture.services.clock.set(NOW))
afterEach(async () => {
  await fixture.services.db.deleteFrom('reminder').execute()
  await fixture.services.db.updateTable('rental').set({ status: 'Cancelled' }).execute()
  await fixture.services.db.deleteFrom('effect').execute()
})

describe('a rental that starts tomorrow', () => {
  // Spec: D31
  it('is told to both sides once, from eight in the morning in Manila on', async () => {
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    await notified()
    for (const [day, hour] of [
      ['2026-11-21', '23:59'],
      ['2026-11-22', '00:00'],
      ['2026-11-22', '07:59'],
    ] as const) {
      at(day, hour)
      expect(await sweep()).toBe(0)
    }
    at('2026-11-22', '08:00')
    expect(await sweep()).toBe(1)
    expect(await reminded()).toEqual([
      'ramon: starts-tomorrow: 4-person tent is yours tomorrow',
      'olivia: starts-tomorrow: Ramon Dela Cruz gets your 4-person tent tomorrow',
    ])
    at('2026-11-22', '23:00')
    expect(await sweep()).toBe(0)
  })

  it('is not told when nobody approved it, nor once it has started', async () => {
    await rent()
    const approved = await rent()
    await takeAll(approved, 'approve')
    at('2026-11-23')
    expect(await sweep()).toBe(0)
    await fixture.services.db
      .updateTable('rental')
      .set({ status: 'Cancelled' })
      .where('id', '=', approved)
      .execute()
    at('2026-11-22')
    expect(await sweep()).toBe(0)
  })

  it('is not reminded late, when its email waited until another day or the rental was cancelled', async () => {
    const [late, off] = [await rent(), await rent()]
    for (const id of [late, off]) await takeAll(id, 'approve')
    await notified()
    at('2026-11-22')
    expect(await sweep()).toBe(2)
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.ramon), { rentalId: off, action: 'cancel' }),
    )
    at('2026-11-23', '00:01')
    expect(await reminded()).toEqual([])
  })
})

describe('an item that is not back', () => {
  // Spec: D31
  it('is told to be due on its last day, then overdue on the first, third and seventh day', async () => {
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    at('2026-11-23')
    await takeAll(rentalId, 'activate')
    await notified()
    const days: Record<Day, string[]> = {}
    for (let day = 23; day <= 40; day++) {
      const date = day <= 30 ? `2026-11-${day}` : `2026-12-${String(day - 30).padStart(2, '0')}`
      at(date)
      await sweep()
      await sweep()
      const lines = await reminded()
      if (lines.length > 0) days[date] = lines
    }
    const overdue = [
      'ramon: overdue: 4-person tent should be back by now',
      'olivia: overdue: Your 4-person tent has not come back yet',
    ]
    expect(days).toEqual({
      '2026-11-25': [
        'ramon: due-today: 4-person tent is due back today',
        'olivia: due-today: Your 4-person tent comes back today',
      ],
      '2026-11-26': overdue,
      '2026-11-28': overdue,
      '2026-12-02': overdue,
    })
  })

  it('is reminded once, and only of what is still true, after days without the server', async () => {
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    at('2026-11-23')
    await takeAll(rentalId, 'activate')
    await notified()
    at('2026-11-29')
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect((await reminded()).map((line) => line.split(':')[1])).toEqual([' overdue', ' overdue'])
  })

  it('is not reminded while the renter’s word stands that they never got it, also once that is decided', async () => {
    const { services, cast } = fixture
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    at('2026-11-23')
    await takeAll(rentalId, 'activate')
    accepted(await objectToWord(by(services, cast.ramon), { rentalId, reason: 'Nobody was there.' }))
    const decide = async (neverGot: boolean) => {
      const disputes = services.db.selectFrom('dispute').select('id').where('rentalId', '=', rentalId)
      const { id: disputeId } = await disputes.executeTakeFirstOrThrow()
      const round = 1
      const decision = { disputeId, round, neverGot, rentCentavos: 0, ownerCentavos: 0, goodwillCentavos: 0 }
      const by = { decidedBy: cast.amihan.id, decidedAt: services.clock.now(), reason: 'So it was.' }
      await services.db
        .insertInto('disputeDecision')
        .values({ ...decision, ...by })
        .execute()
      const closed = { closedAt: services.clock.now(), outcome: 'decided' as const, dueAt: null, neverGot }
      await services.db.updateTable('dispute').set(closed).where('id', '=', disputeId).execute()
    }
    at('2026-11-25')
    expect(await sweep()).toBe(0)
    await decide(true)
    at('2026-11-26')
    expect(await sweep()).toBe(0)
    await services.db.updateTable('dispute').set({ neverGot: false }).execute()
    expect(await sweep()).toBe(1)
  })

  it('is not reminded once its renter says that it is back, unless the owner objects', async () => {
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    at('2026-11-23')
    await takeAll(rentalId, 'activate')
    at('2026-11-25', '20:00')
    const renter = by(fixture.services, fixture.cast.ramon)
    accepted(await sayBroughtBack(renter, { rentalId, note: 'In the box.', photoIds: [] }))
    at('2026-11-26')
    expect(await sweep()).toBe(0)
    const owner = by(fixture.services, fixture.cast.olivia)
    accepted(await objectToWord(owner, { rentalId, reason: 'It is not there.' }))
    expect(await sweep()).toBe(1)
  })

  it('is not reminded once it is returned', async () => {
    const rentalId = await rent()
    await takeAll(rentalId, 'approve')
    at('2026-11-23')
    await takeAll(rentalId, 'activate', 'complete')
    at('2026-11-25')
    expect(await sweep()).toBe(0)
    at('2026-11-26')
    expect(await sweep()).toBe(0)
  })
})

it('an order that was never paid has no reminders', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  await paying(fixture).order(cast.ramon, [listingId])
  await services.db
    .updateTable('rental')
    .set({ status: 'Approved' })
    .where('listingId', '=', listingId)
    .execute()
  at('2026-11-21')
  expect(await sweep()).toBe(0)
})
