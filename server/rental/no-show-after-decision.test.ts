import { describe, expect, it } from 'vitest'
import { noAward } from '#domain/dispute/dispute.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { noShows } from '#tests/support/no-shows.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { noShowEmails } from '../notification/no-show-mail.ts'
import { sweepRentals } from './sweep-rentals.ts'

const { fixture, refundsOf, reset, say, takeBack, act, at, lastAction, disputesOf, approved } = noShows()

describe('who contradict each other while a decision about something else can be appealed', () => {
  /** A quarrel about money on the first day, decided at 10:00; in the evening each accuses the other. */
  async function decidedQuarrel() {
    const made = await approved({ cancellationPolicy: 'flexible' })
    const { rentalId } = made
    at(10, '08:00')
    const text = 'It costs less elsewhere.'
    const [ramon, olivia] = [
      by(fixture.services, fixture.cast.ramon),
      by(fixture.services, fixture.cast.olivia),
    ]
    accepted(await fileDispute(ramon, { rentalId, kind: 'money', text, askedCentavos: 10_000 }))
    accepted(await answerDispute(olivia, { rentalId, text: 'No.' }))
    at(10, '10:00')
    accepted(await decide(rentalId, 0))
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    expect(accepted(await say(rentalId, 'ramon'))).toMatchObject({ contradicted: true })
    return made
  }
  const decide = (rentalId: string, rentCentavos: number) =>
    decideDispute(by(fixture.services, fixture.cast.amihan), people.admin(fixture.cast.amihan), {
      rentalId,
      award: { ...noAward, rentCentavos },
      reason: 'So it is.',
    })
  const mail = (rentalId: string) =>
    noShowEmails['no-show-mail'](fixture.services, { rentalId, news: 'contradicted', to: 'renter' })

  it('have their own dispute once that is over, for which the rental waits', async () => {
    const { rentalId, orderId } = await decidedQuarrel()
    expect((await mail(rentalId))?.lead).toContain('If it was about something else, a new one begins then')
    expect(await disputesOf(rentalId)).toMatchObject([{ kind: 'money', closedAt: null }])
    at(17, '10:01')
    await sweepDisputes(fixture.services)
    expect(await sweepRentals(fixture.services)).toBe(0)
    expect(await disputesOf(rentalId)).toMatchObject([
      { kind: 'money', outcome: 'decided' },
      { kind: 'no-show', openedBy: 'system', closedAt: null },
    ])
    expect((await mail(rentalId))?.lead).toContain('so it is a dispute now')
    for (const who of ['olivia', 'ramon'] as const)
      accepted(
        await answerDispute(by(fixture.services, fixture.cast[who]), { rentalId, text: 'I was there.' }),
      )
    accepted(await decide(rentalId, 135_000))
    for (const who of ['olivia', 'ramon'] as const)
      accepted(
        await acceptDispute(by(fixture.services, fixture.cast[who]), {
          rentalId,
          accepts: { what: 'decision' },
        }),
      )
    expect(await sweepRentals(fixture.services)).toBe(1)
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'dispute', centavos: 135_000 },
      { reason: 'lapse', centavos: 50_000 },
    ])
  })

  it('have none when they took it back before, or the rental ends otherwise', async () => {
    const taken = await decidedQuarrel()
    for (const who of ['olivia', 'ramon'] as const) accepted(await takeBack(taken.rentalId, who))
    at(17, '10:01')
    await sweepDisputes(fixture.services)
    expect(await disputesOf(taken.rentalId)).toMatchObject([{ kind: 'money', outcome: 'decided' }])

    await reset()
    const { rentalId } = await decidedQuarrel()
    accepted(await act(rentalId, 'withdraw'))
    expect(await disputesOf(rentalId)).toMatchObject([{ kind: 'money', outcome: 'undecided' }])
  })

  it('have no second one when another quarrel ends after it', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    accepted(await decide(rentalId, 0))
    const [ramon, olivia] = [
      by(fixture.services, fixture.cast.ramon),
      by(fixture.services, fixture.cast.olivia),
    ]
    for (const ctx of [ramon, olivia])
      accepted(await acceptDispute(ctx, { rentalId, accepts: { what: 'decision' } }))
    at(10, '19:00')
    const text = 'It costs less elsewhere.'
    accepted(await fileDispute(ramon, { rentalId, kind: 'money', text, askedCentavos: 10_000 }))
    accepted(await acceptDispute(olivia, { rentalId, accepts: { what: 'demand', centavos: 10_000 } }))
    expect((await disputesOf(rentalId)).map(({ kind, outcome }) => [kind, outcome]).sort()).toEqual([
      ['money', 'agreed'],
      ['no-show', 'decided'],
    ])
  })

  it('have none when the one that is decided was about that', async () => {
    const { rentalId } = await approved()
    at(10, '12:00')
    const text = 'I waited at the gate.'
    accepted(
      await fileDispute(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        kind: 'not-handed-over',
        text,
      }),
    )
    accepted(await answerDispute(by(fixture.services, fixture.cast.olivia), { rentalId, text: 'No.' }))
    accepted(await decide(rentalId, 0))
    at(10, '18:00')
    expect(accepted(await say(rentalId, 'olivia'))).toMatchObject({ contradicted: true })
    at(17, '12:01')
    await sweepDisputes(fixture.services)
    expect(await disputesOf(rentalId)).toMatchObject([{ kind: 'not-handed-over', outcome: 'decided' }])
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('lapse')
  })
})
