import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentMethod } from '#domain/status.ts'
import { noAward } from '#domain/dispute/dispute.ts'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, noLimits, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { whatHappened } from '#app/routes/rental/rental-events.ts'
import { answerChange } from '../change/answer-change.ts'
import { askChange } from '../change/ask-change.ts'
import { acceptDispute } from '../dispute/accept-dispute.ts'
import { answerDispute } from '../dispute/answer-dispute.ts'
import { decideDispute } from '../dispute/decide-dispute.ts'
import { fileDispute } from '../dispute/file-dispute.ts'
import { sweepDisputes } from '../dispute/sweep-disputes.ts'
import { confirmWord } from '../handover/answer-word.ts'
import { digitsOf } from '../handover/codes.ts'
import { enterCode } from '../handover/enter-code.ts'
import { readCode } from '../handover/queries.ts'
import { disputeEmails } from '../notification/dispute-mail.ts'
import { noShowEmails } from '../notification/no-show-mail.ts'
import { rentalEmails } from '../notification/rental-mail.ts'
import { placeOrder } from '../order/place-order.ts'
import { findRental } from './find-rental.ts'
import { sayNoShow, takeBackNoShow } from './say-no-show.ts'
import { sweepLate } from './sweep-late.ts'
import { sweepRentals } from './sweep-rentals.ts'
import { takeAdminAction, takePartyAction } from './take-action.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], { limits: noLimits })
const { list, paid, refundsOf, balances, reset } = paying(fixture)
beforeEach(reset)

type Who = keyof typeof fixture.cast
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
  const { rentalId, id: orderId } = await paid(fixture.cast.ramon, { deposit: 50_000, ...changes })
  accepted(await act(rentalId, 'approve'))
  return { rentalId, orderId }
}

describe('someone who did not come', () => {
  it('as a renter pays for one day at least, and the rest goes back', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'flexible' })
    at(10, '17:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(10, '18:00')
    expect(await say(rentalId, 'diego')).toMatchObject({ reason: 'not-found' })
    expect(accepted(await say(rentalId, 'olivia'))).toMatchObject({ contradicted: false })
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'answered' })
    at(11, '17:59')
    expect(await sweepRentals(fixture.services)).toBe(0)
    at(11, '18:00')
    expect(await sweepRentals(fixture.services)).toBe(1)
    expect([await statusOf(rentalId), await lastAction(rentalId)]).toEqual(['Cancelled', 'renter-no-show'])
    const paidCentavos = 3 * 45_000 + 6_750 + 50_000
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'renter-no-show', centavos: paidCentavos - 45_000 },
    ])
    expect(await balances(orderId)).toMatchObject({ owner_payable: -45_000 })
  })

  it('as a renter pays what the policy takes at the last moment', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'strict' })
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await refundsOf(orderId)).toMatchObject([{ centavos: 6_750 + 50_000 }])
  })

  it('as an owner pays everything back', async () => {
    const { rentalId, orderId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'ramon'))
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('owner-no-show')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'owner-no-show', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
  })
})

describe('what was said', () => {
  it('becomes a dispute when both say so: the rental waits for it and lapses after it, and an admin can end it', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    at(11, '17:00')
    expect(accepted(await say(rentalId, 'ramon'))).toMatchObject({ contradicted: true })
    at(14, '00:00')
    expect(await sweepRentals(fixture.services)).toBe(0)
    expect(await disputesOf(rentalId)).toMatchObject([
      { kind: 'no-show', openedBy: 'system', closedAt: null },
    ])
    at(25, '17:00')
    await sweepDisputes(fixture.services)
    expect(await sweepRentals(fixture.services)).toBe(0)
    at(25, '17:01')
    await sweepDisputes(fixture.services)
    expect(await disputesOf(rentalId)).toMatchObject([{ outcome: 'undecided' }])
    expect(await sweepRentals(fixture.services)).toBe(1)
    expect(await lastAction(rentalId)).toBe('lapse')

    await reset()
    const { rentalId: other } = await approved()
    await fixture.services.db
      .insertInto('noShow')
      .values(
        (['owner', 'renter'] as const).map((saidBy) => ({ rentalId: other, saidBy, saidAt: new Date() })),
      )
      .execute()
    const admin = people.asAdmin(fixture.services, fixture.cast.amihan)
    accepted(await takeAdminAction(...admin, { rentalId: other, action: 'cancel-by-admin' }))
  })

  it('can be taken back by whoever said so, and a hand-over ends it', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    expect(await takeBack(rentalId, 'ramon')).toMatchObject({ reason: 'gone' })
    accepted(await takeBack(rentalId, 'olivia'))
    accepted(await say(rentalId, 'ramon'))
    accepted(await act(rentalId, 'activate'))
    at(11, '18:00')
    expect(await sweepRentals(fixture.services)).toBe(0)
    expect(await statusOf(rentalId)).toBe('Active')
    expect(await say(rentalId, 'ramon')).toMatchObject({ reason: 'status' })
  })

  it('by both and taken back by both has no dispute any more: nothing moves, and the rental goes on', async () => {
    const { rentalId } = await approved()
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    accepted(await takeBack(rentalId, 'olivia'))
    expect(await disputesOf(rentalId)).toMatchObject([{ closedAt: null }])
    accepted(await takeBack(rentalId, 'ramon'))
    expect(await disputesOf(rentalId)).toMatchObject([
      { outcome: 'taken-back', depositMoved: 0, rentMoved: 0, owed: 0 },
    ])
    const refunds = await fixture.services.db
      .selectFrom('refund')
      .select('id')
      .where('rentalId', '=', rentalId)
      .execute()
    expect(refunds).toEqual([])
    accepted(await act(rentalId, 'activate'))
    expect(await statusOf(rentalId)).toBe('Active')
  })

  it('and taken back by one is not nothing while the other’s stands, and the mail to the other says so', async () => {
    const { rentalId } = await approved()
    const mail = (to: 'owner' | 'renter') =>
      noShowEmails['no-show-mail'](fixture.services, { rentalId, news: 'taken-back', to })
    at(10, '18:00')
    for (const who of ['olivia', 'ramon'] as const) accepted(await say(rentalId, who))
    accepted(await takeBack(rentalId, 'ramon'))
    expect((await mail('owner'))?.lead).toBe(
      'They no longer say that you did not come. What you said stands, and the rental ends by it unless you take it ' +
        'back, too.',
    )
    accepted(await takeBack(rentalId, 'olivia'))
    for (const to of ['owner', 'renter'] as const)
      expect((await mail(to))?.lead).toContain('The rental goes on.')
  })

  it('about a one-day rental waits past the time in which it can be said', async () => {
    const { services, cast } = fixture
    const { rentalId } = await people.rent(services, cast.ramon, [await list()])
    accepted(await act(rentalId, 'approve'))
    at(4, '20:00')
    accepted(await say(rentalId, 'olivia'))
    at(5, '09:00')
    expect(await sweepRentals(services)).toBe(0)
    at(5, '20:00')
    expect(await sweepRentals(services)).toBe(1)
    expect(await lastAction(rentalId)).toBe('renter-no-show')
  })
})

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

describe('a no-show after a dispute has settled the money', () => {
  it('takes what that left the owner, and the mail to the renter says what goes back', async () => {
    const { rentalId, orderId } = await approved({ cancellationPolicy: 'flexible' })
    at(10, '08:00')
    const [ramon, olivia] = [
      by(fixture.services, fixture.cast.ramon),
      by(fixture.services, fixture.cast.olivia),
    ]
    const asked = { rentalId, kind: 'money', text: 'A part is missing.', askedCentavos: 10_000 } as const
    accepted(await fileDispute(olivia, asked))
    accepted(await acceptDispute(ramon, { rentalId, accepts: { what: 'demand', centavos: 10_000 } }))
    at(10, '18:00')
    accepted(await say(rentalId, 'olivia'))
    const mail = { rentalId, news: 'said', to: 'renter' } as const
    expect((await noShowEmails['no-show-mail'](fixture.services, mail))?.lead).toContain(
      'the rental ends, and ₱400.00 of the deposit goes back to you: the dispute about it has settled what its owner',
    )
    at(11, '18:00')
    await sweepRentals(fixture.services)
    expect(await refundsOf(orderId)).toMatchObject([{ reason: 'renter-no-show', centavos: 40_000 }])
  })
})

describe('a rental of which nobody said anything', () => {
  const sweep = async (rentalId: string) => {
    await sweepRentals(fixture.services)
    return statusOf(rentalId)
  }
  const oneDay = async (listingId: string, who: Who = 'ramon', day = 1) => {
    const { services, cast } = fixture
    const wanted = { startDate: addDays(TODAY, day), durationDays: 1 as const }
    const { rentalId } = await people.rent(services, cast[who], [listingId], wanted)
    accepted(await act(rentalId, 'approve'))
    return rentalId
  }

  it('of three days waits for 72 hours after its first day, in which each side can say so', async () => {
    const { rentalId, orderId } = await approved()
    at(13, '23:59')
    expect(await sweep(rentalId)).toBe('Approved')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    accepted(await say(rentalId, 'ramon'))
    accepted(await takeBack(rentalId, 'ramon'))
    at(14, '00:00')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'late' })
    expect(await sweep(rentalId)).toBe('Cancelled')
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'lapse', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
  })

  it('of one day, approved in the evening of that day, waits until 72 hours after it can first be said', async () => {
    const { services, cast } = fixture
    const { rentalId } = await people.rent(services, cast.ramon, [await list()], {
      startDate: TODAY,
      durationDays: 1,
    })
    at(0, '19:00')
    accepted(await act(rentalId, 'approve'))
    at(0, '23:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(1, '00:00')
    expect(await sweep(rentalId)).toBe('Approved')
    at(1, '01:00')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(4, '00:59')
    expect(await sweep(rentalId)).toBe('Approved')
    at(4, '01:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })

  it('waits 6 and 72 hours after the renter before brought the item back, and not for later renters', async () => {
    const listingId = await list({ bookableWhileRented: true })
    const before = await oneDay(listingId, 'diego', 0)
    const rentalId = await oneDay(listingId, 'ramon', 1)
    const later = await oneDay(listingId, 'katrina', 2)
    at(0, '19:00')
    accepted(await act(before, 'activate'))
    at(1, '20:00')
    accepted(await act(before, 'complete'))
    at(2, '09:00')
    accepted(await act(later, 'activate'))
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(3, '09:00')
    await sweepLate(fixture.services)
    expect(
      await takePartyAction(by(fixture.services, fixture.cast.ramon), {
        rentalId,
        action: 'cancel-not-back',
      }),
    ).toMatchObject({ reason: 'day' })
    accepted(await act(later, 'complete'))
    at(5, '01:59')
    expect(await sweep(rentalId)).toBe('Approved')
    at(5, '02:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })

  it('waits no longer when the item came back from the renter before only after its last day', async () => {
    const listingId = await list({ bookableWhileRented: true })
    const before = await oneDay(listingId, 'diego', 0)
    const rentalId = await oneDay(listingId, 'ramon', 1)
    at(0, '19:00')
    accepted(await act(before, 'activate'))
    at(4, '20:00')
    accepted(await act(before, 'complete'))
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'day' })
    at(5, '00:00')
    expect(await sweep(rentalId)).toBe('Cancelled')
  })
})

describe('an owner who did not mark a hand-over', () => {
  it('reads after the last day what to do, and a problem that they report keeps the rental', async () => {
    const { rentalId } = await approved()
    at(13, '10:00')
    expect(await act(rentalId, 'activate')).toMatchObject({
      message: expect.stringMatching(
        /^Its last day has passed\. If the renter has it, please report a problem/,
      ),
    })
    const problem = { rentalId, kind: 'money', text: 'They have it.', askedCentavos: 50_000 } as const
    accepted(await fileDispute(by(fixture.services, fixture.cast.olivia), problem))
    at(14, '00:00')
    await sweepRentals(fixture.services)
    expect(await statusOf(rentalId)).toBe('Approved')
  })

  it('reads after it has lapsed to write to us, and the renter does not', async () => {
    const { rentalId } = await approved()
    const linksFor = async (who: 'olivia' | 'ramon') => {
      const { rental } = accepted(await findRental(by(fixture.services, fixture.cast[who]), rentalId))
      const { links } = whatHappened(
        rental,
        who === 'olivia' ? 'lent' : 'rented',
        fixture.services.clock.now(),
      )
      return links.map(({ to }) => to)
    }
    at(14, '00:00')
    await sweepRentals(fixture.services)
    expect(await lastAction(rentalId)).toBe('lapse')
    expect(await linksFor('olivia')).toEqual(['/contact'])
    expect(await linksFor('ramon')).toEqual([])
    const mail = { rentalId, action: 'lapse', to: 'owner' } as const
    expect((await rentalEmails['rental-mail'](fixture.services, mail))?.lead).toContain('please write to us')
    at(27, '00:00')
    expect(await linksFor('olivia')).toEqual([])
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

it('two no-shows of a renter in cash end Cash on Delivery for them for 90 days', async () => {
  const { services, cast } = fixture
  for (const _ of [1, 2]) {
    services.clock.set(new Date(`${TODAY}T10:15:00+08:00`))
    const { rentalId } = await people.rent(services, cast.katrina, [await list()])
    accepted(await act(rentalId, 'approve'))
    at(1, '20:00')
    accepted(await say(rentalId, 'olivia'))
    at(2, '20:00')
    await sweepRentals(services)
  }
  const order = async (paymentMethod: PaymentMethod, payments = services.payments) => {
    await services.db.deleteFrom('cartLine').execute()
    const today = new Date(services.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    await people.fillCart(services, cast.katrina, [await list()], { startDate: addDays(today, 2) })
    const checkout = { ...(await people.aCheckout(services, cast.katrina)), paymentMethod }
    return placeOrder({ ...by(services, cast.katrina), payments }, people.renter(cast.katrina), checkout)
  }
  expect(await order('cash_on_delivery')).toMatchObject({
    reason: 'cod-limit',
    message: expect.stringContaining('so please pay online until'),
  })
  expect(await order('cash_on_delivery', null)).toMatchObject({
    reason: 'cod-limit',
    message: expect.stringContaining('so you can order again from'),
  })
  expect(await order('online')).toMatchObject({ ok: true })
  at(92, '20:01')
  expect(await order('cash_on_delivery')).toMatchObject({ ok: true })
})

describe('an owner who withdraws', () => {
  it('gives everything back, keeps the days blocked, also those of a lapsed hold, and the renter is told', async () => {
    const { rentalId, orderId } = await approved()
    const { listingId } = await fixture.services.db
      .selectFrom('rental')
      .select('listingId')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow()
    at(11, '09:00')
    await fixture.services.db
      .insertInto('blockedPeriod')
      .values({
        id: uuid(),
        listingId,
        period: `[${addDays(TODAY, 12)},${addDays(TODAY, 14)})`,
        createdAt: fixture.services.clock.now(),
        heldFor: fixture.cast.katrina.id,
        heldUntil: fixture.services.clock.now(),
        reason: 'offer',
      })
      .execute()
    expect(
      await takePartyAction(by(fixture.services, fixture.cast.ramon), { rentalId, action: 'withdraw' }),
    ).toMatchObject({ reason: 'side' })
    accepted(await act(rentalId, 'withdraw'))
    expect(await refundsOf(orderId)).toMatchObject([
      { reason: 'withdraw', centavos: 3 * 45_000 + 6_750 + 50_000 },
    ])
    const blocks = await fixture.services.db
      .selectFrom('blockedPeriod')
      .select('period')
      .where('listingId', '=', listingId)
      .execute()
    expect(blocks).toEqual([{ period: `[${addDays(TODAY, 11)},${addDays(TODAY, 13)})` }])
    expect(await act(rentalId, 'withdraw')).toMatchObject({ reason: 'status' })
  })

  it('can’t after the hand-over', async () => {
    const { rentalId } = await approved()
    at(10, '09:00')
    accepted(await act(rentalId, 'activate'))
    expect(await act(rentalId, 'withdraw')).toMatchObject({ reason: 'status' })
  })
})

it('that someone did not come can be said, and taken back, ten times by each side', async () => {
  const { rentalId } = await approved()
  at(10, '18:00')
  for (let i = 0; i < 10; i++) {
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
  }
  expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'limit' })
  accepted(await say(rentalId, 'ramon'))
})

describe('a no-show can’t be said yet', () => {
  it('by either side within 6 hours of the approval', async () => {
    const { rentalId } = await approved()
    at(10, '23:50')
    await fixture.services.db
      .updateTable('rental')
      .set({ statusChangedAt: fixture.services.clock.now() })
      .where('id', '=', rentalId)
      .execute()
    at(11, '05:49')
    for (const who of ['olivia', 'ramon'] as const)
      expect(await say(rentalId, who)).toMatchObject({ reason: 'early' })
    at(11, '05:50')
    accepted(await say(rentalId, 'olivia'))
  })

  it('by either side within 6 hours of a move of its first day', async () => {
    const { rentalId } = await approved({ bookableWhileRented: true })
    at(8, '21:00')
    const ask = { rentalId, request: { what: 'move', start: addDays(TODAY, 8) } } as const
    const { changeId } = accepted(await askChange(by(fixture.services, fixture.cast.ramon), ask))
    accepted(await answerChange(by(fixture.services, fixture.cast.olivia), { changeId, yes: true }))
    for (const who of ['olivia', 'ramon'] as const)
      expect(await say(rentalId, who)).toMatchObject({ reason: 'early' })
    at(9, '02:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(9, '03:00')
    accepted(await say(rentalId, 'olivia'))
  })

  it('by the owner within 6 hours of the return from the renter before, and the renter can say so', async () => {
    const { services, cast } = fixture
    const listingId = await list()
    const before = await people.rent(services, cast.diego, [listingId])
    accepted(await act(before.rentalId, 'approve'))
    const bookable = { bookableWhileRented: true, status: 'approved' as const }
    await services.db.updateTable('listing').set(bookable).where('id', '=', listingId).execute()
    const { rentalId } = await people.rent(services, cast.ramon, [listingId], {
      startDate: addDays(TODAY, 2),
    })
    accepted(await act(rentalId, 'approve'))
    at(1, '09:00')
    accepted(await act(before.rentalId, 'activate'))
    at(2, '20:00')
    accepted(await act(before.rentalId, 'complete'))
    at(2, '20:05')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(3, '01:59')
    expect(await say(rentalId, 'olivia')).toMatchObject({ reason: 'early' })
    at(3, '02:00')
    accepted(await say(rentalId, 'olivia'))
    accepted(await takeBack(rentalId, 'olivia'))
    at(2, '20:05')
    accepted(await say(rentalId, 'ramon'))
  })
})
