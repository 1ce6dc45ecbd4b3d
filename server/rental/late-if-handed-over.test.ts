import { describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { lateFees } from '#tests/support/late-fees.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { objectToWord } from '../handover/answer-word.ts'
import { readTimeline } from '../timeline/queries.ts'
import { sayBroughtBack } from '../handover/say-brought-back.ts'
import { takePartyAction } from './take-action.ts'

const { fixture, hours, active, waive, feeOf, disputeOf, saidIn, sweep } = lateFees()

describe('an item whose hand-over its renter objects to', () => {
  const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
  /** Marked as handed over by the owner alone, and objected to an hour later: undecided until hour 289. */
  async function contested() {
    const rented = await active('online', 1_000_000)
    hours(-47)
    const reason = 'I never got it.'
    accepted(
      await objectToWord(by(fixture.services, fixture.cast.ramon), { rentalId: rented.rentalId, reason }),
    )
    return rented
  }
  const decideOn = async (rentalId: string, award: Partial<typeof noAward>) =>
    accepted(
      await decideDispute(...admin(), { rentalId, award: { ...noAward, ...award }, reason: 'So it was.' }),
    )

  it('costs nothing and does not count as not returned before the dispute is over, and then as usual', async () => {
    const { rentalId } = await contested()
    hours(24 * 8)
    await sweep()
    expect(await feeOf(rentalId)).toBeUndefined()
    expect(await saidIn(rentalId)).toEqual([['renter', 'I never got it.', null]])
    expect(await waive(rentalId, 100)).toMatchObject({ reason: 'status' })
    hours(289.1)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: new Date('2026-11-27T04:00:00Z') })
    expect(await disputeOf(rentalId)).toMatchObject([
      { kind: 'not-handed-over', outcome: 'undecided' },
      { kind: 'not-returned', closedAt: null },
    ])
  })

  it('costs nothing either where they open the dispute in its place', async () => {
    const { rentalId } = await active('online', 1_000_000)
    hours(-47)
    const dispute = { rentalId, kind: 'not-handed-over', text: 'I never got it.' } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), dispute))
    const entries = (await readTimeline(fixture.services.db, rentalId)).slice(-2)
    expect(entries.map(({ kind, side, text }) => [kind, side, text])).toEqual([
      ['object-handover', 'renter', dispute.text],
      ['dispute-open', 'renter', dispute.text],
    ])
    hours(24 * 8)
    await sweep()
    expect(await feeOf(rentalId)).toBeUndefined()
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await takePartyAction(olivia, { rentalId, action: 'complete' }))
    expect(await feeOf(rentalId)).toBeUndefined()
  })

  it.each([
    ['for the owner', {}],
    ['that gives the renter some rent', { rentCentavos: 20_000 }],
  ])('does so after a decision %s', async (_, award) => {
    const { rentalId } = await contested()
    hours(30)
    await decideOn(rentalId, award)
    hours(24 * 9)
    await sweep()
    expect(await feeOf(rentalId)).toMatchObject({ notReturnedAt: expect.any(Date) })
  })

  it('costs what it costs once its renter says that they brought it back', async () => {
    const { rentalId } = await contested()
    hours(26)
    const back = { rentalId, note: 'I got it on the second day.', photoIds: [] }
    accepted(await sayBroughtBack(by(fixture.services, fixture.cast.ramon), back))
    const olivia = by(fixture.services, fixture.cast.olivia)
    accepted(await takePartyAction(olivia, { rentalId, action: 'complete' }))
    expect(await feeOf(rentalId)).toMatchObject({ days: 2, feeCentavos: 200_000 })
  })
})
