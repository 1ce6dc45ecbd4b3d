import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { noShows, type Who } from '#tests/support/no-shows.ts'
import { endSuspension } from '../account/end-suspension.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { askChange } from '../change/ask-change.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { confirmWord } from '../handover/answer-word.ts'
import { digitsOf } from '../handover/codes.ts'
import { enterCode } from '../handover/enter-code.ts'
import { readCode } from '../handover/queries.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { noShowEmails } from '../notification/no-show-mail.ts'
import { sweepRentals } from './sweep-rentals.ts'

const { fixture, refundsOf, balances, reset, say, takeBack, act, at, lastAction, disputesOf, approved } =
  noShows()

describe('a hand-over after both said that the other did not come', () => {
  const both = async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    return rentalId
  }
  const enter = async (rentalId: string) => {
    const { version } = await readCode(fixture.services.db, rentalId, 'out')
    const code = digitsOf(fixture.services, { rentalId, direction: 'out', version })
    return enterCode(by(fixture.services, fixture.cast.olivia), { rentalId, given: { code } })
  }
  const isOver = [{ outcome: 'handed-over', depositMoved: 0, rentMoved: 0, owed: 0 }]

  it('by code ends their dispute: nothing moves, and the renter can ask for more days', async () => {
    const rentalId = await both()
    accepted(await enter(rentalId))
    const [dispute] = await disputesOf(rentalId)
    expect([dispute]).toMatchObject(isOver)
    const mail = { rentalId, disputeId: dispute!.id, news: 'settled', to: 'owner' } as const
    expect((await disputeEmails['dispute-mail'](fixture.services, mail))?.lead).toContain(
      'confirmed the hand-over',
    )
    const request = { what: 'extend', days: 1 } as const
    accepted(await askChange(by(fixture.services, fixture.cast.ramon), { rentalId, request }))
  })

  it('of the owner alone ends it once the renter confirms', async () => {
    const rentalId = await both()
    accepted(await act(rentalId, 'activate'))
    expect(await disputesOf(rentalId)).toMatchObject([{ closedAt: null }])
    accepted(await confirmWord(by(fixture.services, fixture.cast.ramon), { rentalId }))
    expect(await disputesOf(rentalId)).toMatchObject(isOver)
  })

  it('leaves one open that a person opened', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    const statement = { rentalId, kind: 'no-show', text: 'I was there.' } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), statement))
    accepted(await enter(rentalId))
    expect(await disputesOf(rentalId)).toMatchObject([{ closedAt: null }])
  })
})

describe('what goes back besides what a dispute gave, when there is no hand-over', () => {
  const day = 33_333
  const [paid, deposit] = [3 * day + 5_000, 200_000]
  /** A flexible rental of which the owner asks for one day, and the renter accepts; `said`: of the hand-over. */
  const accepting = async (...said: Who[]) => {
    const changes = { cancellationPolicy: 'flexible', pricePerDay: day, deposit }
    const { rentalId, orderId } = await approved(changes)
    at(10, '18:05')
    for (const who of said) accepted(await say(rentalId, who))
    const olivia = by(fixture.services, fixture.cast.olivia)
    const words = { rentalId, text: 'One day, as it was too late for others.', askedCentavos: day }
    accepted(
      said.length === 2
        ? await answerDispute(olivia, words)
        : await fileDispute(olivia, { ...words, kind: 'no-show' }),
    )
    const accepts = { what: 'demand', centavos: day } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.ramon), { rentalId, accepts }))
    return { rentalId, orderId }
  }
  const back = async (orderId: string) => (await refundsOf(orderId)).map(({ centavos }) => centavos)

  // Spec: D23
  it('is all when the renter accepted what the owner asked for, and it lapses', async () => {
    const { rentalId, orderId } = await accepting('olivia', 'ramon')
    at(19, '18:05')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await back(orderId)).toEqual([paid + deposit - day])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -day })
  })

  // Spec: D43
  it('is all when the renter accepted it and is suspended', async () => {
    const { orderId } = await accepting('olivia', 'ramon')
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await suspendAccount(...admin, { accountId: fixture.cast.ramon.id, reason: 'Reported.' }))
    expect(await back(orderId)).toEqual([paid + deposit - day])
    accepted(await endSuspension(...admin, { accountId: fixture.cast.ramon.id }))
  })

  // Spec: D48
  it('is what one gets who did not come, when nobody contradicts the owner, as their mail says', async () => {
    const { rentalId, orderId } = await accepting('olivia')
    const mail = { rentalId, news: 'said', to: 'renter' } as const
    expect((await noShowEmails['no-show-mail'](fixture.services, mail))?.lead).toContain(
      'the rental ends, as if you had cancelled at the last moment.',
    )
    at(11, '18:05')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('renter-no-show')
    expect(await back(orderId)).toEqual([paid - day + deposit - day])
  })

  it('is nothing but the deposit when the owner accepted what the renter asked for, as their mail says', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'flexible' })
    at(10, '08:00')
    const asked = { rentalId, kind: 'money', text: 'A part is missing.', askedCentavos: 10_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.ramon), asked))
    const accepts = { what: 'demand', centavos: 10_000 } as const
    accepted(await acceptDispute(by(fixture.services, fixture.cast.olivia), { rentalId, accepts }))
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    const mail = { rentalId, news: 'said', to: 'renter' } as const
    expect((await noShowEmails['no-show-mail'](fixture.services, mail))?.lead).toContain(
      'the rental ends, and ₱500.00 of the deposit goes back to you: the dispute about it has settled what its owner',
    )
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await back(orderId)).toEqual([10_000, 50_000])
  })
})

describe('a dispute about who did not come', () => {
  const file = (rentalId: string, who: Who, kind: 'no-show' | 'not-handed-over' = 'no-show') =>
    fileDispute(by(fixture.services, fixture.cast[who]), {
      rentalId,
      kind,
      text: 'I was there from five to seven.',
    })
  const answer = (rentalId: string, who: Who) =>
    answerDispute(by(fixture.services, fixture.cast[who]), { rentalId, text: 'I was there.' })
  const end = async () => {
    at(25, '20:00')
    await sweepDisputes(fixture.services)
    await sweepRentals(fixture.services)
  }

  it('is no silence, also when who is said not to have come opens or answers it', async () => {
    for (const replies of [
      async (rentalId: string) => accepted(await file(rentalId, 'ramon')),
      async (rentalId: string) => accepted(await file(rentalId, 'ramon', 'not-handed-over')),
      async (rentalId: string) => {
        accepted(await file(rentalId, 'olivia'))
        accepted(await answer(rentalId, 'ramon'))
      },
    ]) {
      await reset()
      const { rentalId } = await approved()
      at(10, '18:00')
      accepted(await say(rentalId, 'olivia'))
      at(10, '19:00')
      await replies(rentalId)
      expect(await say(rentalId, 'ramon')).toMatchObject({ reason: 'answered' })
      await end()
      expect(await lastAction(rentalId)).toBe('lapse')
    }
  })

  it('is no silence either when the owner answers what the renter reported as not handed over', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'ramon'))
    accepted(await file(rentalId, 'ramon', 'not-handed-over'))
    accepted(await answer(rentalId, 'olivia'))
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'answered' })
    await end()
    expect(await lastAction(rentalId)).toBe('lapse')
  })

  it('answered after the 24 hours does not undo the silence before', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    accepted(await file(rentalId, 'olivia'))
    at(11, '18:00')
    accepted(await answer(rentalId, 'ramon'))
    await end()
    expect(await lastAction(rentalId)).toBe('renter-no-show')
  })

  it.each(['no-show', 'not-handed-over'] as const)(
    'as %s contradicts what the other side says later, and stays open when they take that back',
    async (kind) => {
      const { rentalId } = await approved()
      at(10, '12:00')
      accepted(await file(rentalId, 'ramon', kind))
      at(10, '18:10')
      expect(accepted(await say(rentalId, 'olivia'))).toMatchObject({ contradicted: true })
      for (const who of ['olivia', 'ramon'] as const) accepted(await takeBack(rentalId, who))
      expect(await disputesOf(rentalId)).toMatchObject([{ openedBy: 'renter', closedAt: null }])
    },
  )

  it('alone says nothing of the other side: the rental lapses after it', async () => {
    const { rentalId } = await approved()
    at(10, '18:05')
    accepted(await file(rentalId, 'ramon'))
    await end()
    expect(await lastAction(rentalId)).toBe('lapse')
  })
})
