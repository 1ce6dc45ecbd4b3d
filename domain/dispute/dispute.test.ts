import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MoneyLine } from '../book/money-line.ts'
import { type Award, disputeAnswerBy, appealBy, appealDecidedBy, noAward, undecidedAt } from './dispute.ts'
import {
  boundsOf,
  decideAward,
  type DisputedMoney,
  goodwillBound,
  depositLeft,
  settlementOf,
} from './award.ts'
import { decideAsked, decideOpening, kindsToOpen } from './open.ts'
import {
  decideAccepting,
  decideAppealing,
  decideDeciding,
  decideAnswering,
  type DisputeFacts,
  stageOf,
} from './stage.ts'

const decision = { what: 'decision' } as const

/** A tent at ₱333.33 a day for 3 days, with delivery, fee and a deposit of ₱2,000.00. */
const tent: MoneyLine[] = [
  { kind: 'rent', centavos: 99_999 },
  { kind: 'service_fee', centavos: 5_000 },
  { kind: 'delivery', centavos: 1_500 },
  { kind: 'deposit', centavos: 200_000 },
]
const money: DisputedMoney = {
  lines: tent,
  grantedBefore: 0,
  lateCentavos: 0,
  lateOpenCentavos: 0,
  goodwillGiven: { renter: 0, owner: 0 },
  inCash: false,
  ownerAsked: null,
  renterAsked: null,
}
const at = (text: string) => new Date(`2026-${text}:00+08:00`)
const sum = (lines: readonly { centavos: number }[]) => lines.reduce((n, { centavos }) => n + centavos, 0)

describe('the clocks', () => {
  test('filed Nov 25, 18:00: answered by Nov 28, 18:00, and over on Dec 9 without a decision', () => {
    expect(disputeAnswerBy(at('11-25T18:00'))).toEqual(at('11-28T18:00'))
    expect(undecidedAt(at('11-25T18:00'))).toEqual(at('12-09T18:00'))
  })

  test('decided on Dec 1, 09:00: an appeal by Dec 8, 09:00, decided 7 days later', () => {
    expect(appealBy(at('12-01T09:00'))).toEqual(at('12-08T09:00'))
    expect(appealDecidedBy(at('12-08T09:00'))).toEqual(at('12-15T09:00'))
  })
})

describe('a dispute', () => {
  const period = { start: '2026-11-21', end: '2026-11-24' }
  const back = { status: 'Completed', period, statusChangedAt: at('11-24T10:00') } as const
  const out = { status: 'Active', period, statusChangedAt: at('11-21T10:00') } as const

  test('back on Nov 24, 10:00, can be opened until Nov 26, 10:00', () => {
    expect(decideOpening(back, 'money', 'renter', at('11-26T10:00')).ok).toBe(true)
    expect(decideOpening(back, 'money', 'owner', at('11-26T10:01'))).toMatchObject({ reason: 'late' })
  })

  test('about what never came back can be opened for 14 days after the last day, by the system also later', () => {
    expect(decideOpening(out, 'not-returned', 'owner', at('12-07T23:59')).ok).toBe(true)
    expect(decideOpening(out, 'not-returned', 'owner', at('12-08T00:00'))).toMatchObject({ reason: 'late' })
    expect(decideOpening(out, 'not-returned', 'system', at('12-31T00:00')).ok).toBe(true)
  })

  test('about what was not handed over can be opened from the day it should have been', () => {
    const approved = { ...out, status: 'Approved' } as const
    expect(decideOpening(approved, 'not-handed-over', 'renter', at('11-20T23:59'))).toMatchObject({
      reason: 'early',
    })
    expect(kindsToOpen(approved, 'renter', at('11-21T00:00'))).toEqual([
      'not-handed-over',
      'no-show',
      'money',
    ])
    for (const status of ['Pending', 'Rejected', 'Cancelled'] as const)
      expect(kindsToOpen({ ...out, status }, 'owner', at('11-21T12:00'))).toEqual([])
  })

  test('asks for as much as an order can be, which is more than a deposit', () => {
    for (const side of ['owner', 'renter'] as const) expect(decideAsked(999_999_999, side).ok).toBe(true)
    expect(decideAsked(1_000_000_000, 'owner')).toMatchObject({ reason: 'amount' })
    expect(decideAsked(1_000_000_000, 'system').ok).toBe(true)
  })

  test('is opened by the side that can know', () => {
    expect(decideOpening(out, 'damage', 'renter', at('11-22T00:00'))).toMatchObject({ reason: 'side' })
    expect(decideOpening(out, 'not-as-described', 'owner', at('11-22T00:00'))).toMatchObject({
      reason: 'side',
    })
  })
})

describe('an award', () => {
  test('of ₱600.00 of the ₱900.00 that were claimed sends ₱300.00 back', () => {
    const claimed = { ...money, ownerAsked: 90_000, lines: [...tent, backOf('deposit', 110_000)] }
    expect(boundsOf(claimed)).toEqual({ owner: 90_000, rent: 106_499 })
    expect(decideAward(claimed, { ...noAward, ownerCentavos: 90_001 })).toMatchObject({ reason: 'amount' })
    const settled = settlementOf(
      claimed,
      { ...noAward, ownerCentavos: 60_000 },
      { status: 'Completed', keepsRest: false },
    )
    expect(settled).toMatchObject({
      depositToOwner: 60_000,
      depositBack: 30_000,
      owedCentavos: 0,
      rentLines: [],
    })
  })

  test('beyond the deposit is owed, and while the item is out the rest stays held', () => {
    const asked = { ...money, ownerAsked: 250_000 }
    const award = { ...noAward, ownerCentavos: 250_000 }
    expect(settlementOf(asked, award, { status: 'Completed', keepsRest: false })).toMatchObject({
      depositToOwner: 200_000,
      owedCentavos: 50_000,
      owedBy: 'renter',
    })
    expect(
      settlementOf(money, { ...noAward, ownerCentavos: 1 }, { status: 'Active', keepsRest: false }),
    ).toMatchObject({ depositToOwner: 1, depositBack: 0 })
  })

  test('that the two agree on gives the renter what they paid, and the owner owes what is beyond it', () => {
    const award = { ...noAward, rentCentavos: 150_000 }
    const how = { status: 'Completed', keepsRest: false } as const
    const agreed = settlementOf(money, award, { ...how, isAgreed: true })
    expect(sum(agreed.rentLines)).toBe(106_499)
    expect(agreed).toMatchObject({ owedCentavos: 150_000 - 106_499, owedBy: 'owner' })
    expect(settlementOf({ ...money, inCash: true }, award, { ...how, isAgreed: true })).toMatchObject({
      rentLines: [],
      owedCentavos: 150_000,
      owedBy: 'owner',
    })
    expect(settlementOf(money, award, how)).toMatchObject({ owedCentavos: 0, owedBy: null })
  })

  test('of the rent takes the rent first, then the delivery, then the fee', () => {
    const award = { ...noAward, rentCentavos: 103_000 }
    expect(settlementOf(money, award, { status: 'Completed', keepsRest: true }).rentLines).toEqual([
      { returns: 'rent', centavos: 99_999 },
      { returns: 'delivery', centavos: 1_500 },
      { returns: 'service_fee', centavos: 1_501 },
    ])
  })

  test('of goodwill: paid ₱3,064.99, back ₱2,565.00, so at most ₱499.99', () => {
    const left = {
      ...money,
      lines: [
        ...tent,
        backOf('deposit', 200_000),
        backOf('rent', 50_000),
        backOf('delivery', 1_500),
        backOf('service_fee', 5_000),
      ],
    }
    expect(sum(left.lines)).toBe(49_999)
    expect(goodwillBound(left, 'renter', noAward)).toBe(49_999)
    const goodwill = (centavos: number, goodwillTo: 'renter' | null = 'renter') =>
      decideAward(left, { ...noAward, goodwillCentavos: centavos, goodwillTo })
    expect(goodwill(49_999).ok).toBe(true)
    expect(goodwill(50_000)).toMatchObject({ reason: 'over' })
    expect(goodwill(1, null)).toMatchObject({ reason: 'over' })
    expect(
      decideAward({ ...left, inCash: true }, { ...noAward, goodwillCentavos: 1, goodwillTo: 'renter' }),
    ).toMatchObject({
      reason: 'cash',
    })
  })

  test('in cash moves the deposit in the book alone; rent given back is owed, and set off', () => {
    const award = { ...noAward, ownerCentavos: 210_000, rentCentavos: 40_000 }
    const settled = settlementOf({ ...money, inCash: true, ownerAsked: 210_000 }, award, {
      status: 'Completed',
      keepsRest: false,
    })
    expect(settled).toEqual({
      depositToOwner: 200_000,
      depositBack: 0,
      rentLines: [],
      goodwillCentavos: 0,
      goodwillTo: null,
      owedCentavos: 30_000,
      owedBy: 'owner',
    })
  })

  const centavos = fc.integer({ min: 0, max: 400_000 })
  const side = fc.constantFrom('renter', 'owner', null)
  const awards: fc.Arbitrary<Award> = fc.record({
    ownerCentavos: centavos,
    rentCentavos: centavos,
    goodwillCentavos: centavos,
    goodwillTo: side,
  })
  const moneys = fc
    .record({
      back: fc.record({
        rent: fc.nat(99_999),
        delivery: fc.nat(1_500),
        service_fee: fc.nat(5_000),
        deposit: fc.nat(200_000),
      }),
      grantedShare: fc.integer({ min: 0, max: 100 }),
      lateShare: fc.integer({ min: 0, max: 100 }),
      isTaken: fc.boolean(),
      given: fc.nat(50_000),
      ownerAsked: fc.option(fc.integer({ min: 1, max: 400_000 })),
      renterAsked: fc.option(fc.integer({ min: 1, max: 400_000 })),
      inCash: fc.boolean(),
    })
    .map(({ back, grantedShare, lateShare, isTaken, given, ...rest }): DisputedMoney => {
      const lines = [
        ...tent,
        ...(Object.keys(back) as (keyof typeof back)[]).map((of) => backOf(of, back[of])),
      ]
      const grantedBefore = Math.floor(((200_000 - back.deposit) * grantedShare) / 100)
      const unclaimed = 200_000 - back.deposit - grantedBefore
      const lateCentavos = Math.floor((unclaimed * lateShare) / 100)
      const late = { lateCentavos, lateOpenCentavos: isTaken ? 0 : lateCentavos }
      const held = unclaimed - (isTaken ? lateCentavos : 0)
      const renter = Math.min(given, Math.max(0, sum(lines) - held))
      return { ...rest, lines, grantedBefore, ...late, goodwillGiven: { renter, owner: 0 } }
    })

  test('never moves more than is held, nor sends back more than was paid, whatever was decided', () => {
    fc.assert(
      fc.property(
        moneys,
        awards,
        fc.boolean(),
        fc.constantFrom('Active', 'Completed', 'Approved'),
        (of, award, keepsRest, status) => {
          const settled = settlementOf(of, award, { status, keepsRest })
          const toRenter =
            settled.depositBack +
            sum(settled.rentLines) +
            (settled.goodwillTo === 'renter' ? settled.goodwillCentavos : 0)
          expect(settled.depositToOwner + settled.depositBack).toBeLessThanOrEqual(depositLeft(of))
          expect(toRenter).toBeLessThanOrEqual(of.inCash ? 0 : sum(of.lines) - of.goodwillGiven.renter)
          // What still is held can go back later, too, and what a late fee was to take.
          const still = depositLeft(of) - settled.depositToOwner - settled.depositBack + of.lateOpenCentavos
          if (!of.inCash)
            expect(toRenter + still).toBeLessThanOrEqual(sum(of.lines) - of.goodwillGiven.renter)
          for (const amount of [
            settled.depositToOwner,
            settled.depositBack,
            settled.goodwillCentavos,
            settled.owedCentavos,
          ])
            expect(amount).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  test('that is allowed moves exactly what it says', () => {
    fc.assert(
      fc.property(moneys, awards, (of, award) => {
        fc.pre(decideAward(of, award).ok)
        const settled = settlementOf(of, award, { status: 'Completed', keepsRest: false })
        if (!of.inCash) expect(sum(settled.rentLines)).toBe(award.rentCentavos)
        if (award.goodwillTo) expect(settled.goodwillCentavos).toBe(award.goodwillCentavos)
        const owedToOwner = settled.owedBy === 'renter' ? settled.owedCentavos : -settled.owedCentavos
        expect(settled.depositToOwner + owedToOwner + (of.inCash ? award.rentCentavos : 0)).toBe(
          award.ownerCentavos,
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('an action in a dispute', () => {
  const openedAt = at('11-25T18:00')
  const facts: DisputeFacts = {
    openedBy: 'owner',
    answerBy: disputeAnswerBy(openedAt),
    ownerAsked: 90_000,
    renterAsked: null,
    ownerAcceptedAt: null,
    renterAcceptedAt: null,
    decidedAt: null,
    appealedBy: null,
    dueAt: undecidedAt(openedAt),
    closedAt: null,
    said: [{ by: 'owner', part: 'open', kind: 'damage' }],
  }
  const heard: DisputeFacts = {
    ...facts,
    said: [...facts.said, { by: 'renter', part: 'answer', kind: null }],
  }
  const decided: DisputeFacts = { ...heard, decidedAt: at('12-01T09:00'), dueAt: at('12-08T09:00') }
  const appealed: DisputeFacts = {
    ...decided,
    appealedBy: 'renter',
    dueAt: at('12-12T09:00'),
    said: [...heard.said, { by: 'renter', part: 'appeal', kind: null }],
  }
  const now = at('11-26T09:00')
  const one = { madeFirstDecision: false, anotherCanDecide: true }

  test('follows from the one before', () => {
    expect(stageOf(facts, now)).toBe('answer')
    expect(stageOf(facts, at('11-28T18:01'))).toBe('decision')
    expect(stageOf(heard, now)).toBe('decision')
    expect(stageOf(decided, now)).toBe('decided')
    expect(stageOf(appealed, now)).toBe('appealed')
    expect(stageOf({ ...appealed, closedAt: now }, now)).toBe('closed')
  })

  test('that takes from a silent side waits until their 72 hours are over', () => {
    const take = { ownerCentavos: 1, rentCentavos: 0 }
    expect(decideDeciding(facts, take, one, at('11-28T18:00'))).toMatchObject({ reason: 'early' })
    expect(decideDeciding(facts, take, one, at('11-28T18:01'))).toEqual({ ok: true, round: 1 })
    expect(decideDeciding(heard, take, one, now)).toEqual({ ok: true, round: 1 })
    expect(decideDeciding(facts, { ...take, ownerCentavos: 0 }, one, now)).toEqual({ ok: true, round: 1 })
  })

  test('on an appeal is another admin’s, where there is one', () => {
    const of = { ownerCentavos: 1, rentCentavos: 0 }
    const first = { madeFirstDecision: true, anotherCanDecide: true }
    expect(decideDeciding(appealed, of, first, at('12-06T09:00'))).toMatchObject({ reason: 'own' })
    expect(
      decideDeciding(appealed, of, { ...first, anotherCanDecide: false }, at('12-06T09:00')),
    ).toMatchObject({
      round: 2,
    })
    expect(decideDeciding(decided, of, one, at('12-06T09:00'))).toMatchObject({ reason: 'decided' })
  })

  test('is possible until the moment its time is over', () => {
    expect(decideAppealing(decided, 'renter', at('12-08T09:00')).ok).toBe(true)
    expect(decideAppealing(decided, 'renter', at('12-08T09:01'))).toMatchObject({ reason: 'late' })
    expect(decideAccepting(decided, 'renter', decision, at('12-08T09:01'))).toMatchObject({
      reason: 'decided',
    })
    expect(decideAnswering(facts, 'renter', at('12-09T18:01'))).toMatchObject({ reason: 'decided' })
  })

  test('of accepting ends what the other asks for at once, and a decision once both have', () => {
    const demand = { what: 'demand', centavos: facts.ownerAsked } as const
    expect(decideAccepting(facts, 'renter', demand, now)).toEqual({ ok: true, ends: true })
    expect(decideAccepting(facts, 'owner', { what: 'demand', centavos: null }, now)).toMatchObject({
      reason: 'incomplete',
    })
    expect(decideAccepting(facts, 'renter', decision, now)).toMatchObject({ reason: 'stale' })
    expect(decideAccepting(decided, 'renter', demand, now)).toMatchObject({ reason: 'stale' })
    expect(decideAccepting(decided, 'renter', decision, now)).toEqual({ ok: true, ends: false })
    const half = { ...decided, ownerAcceptedAt: now }
    expect(decideAccepting(half, 'renter', decision, now)).toEqual({ ok: true, ends: true })
    expect(decideAppealing(half, 'owner', now)).toMatchObject({ reason: 'answered' })
    expect(decideAppealing(half, 'renter', now).ok).toBe(true)
  })

  test('of accepting what the other asks for is only for the amount that was seen', () => {
    const asks = { ...facts, ownerAsked: 80_000 }
    for (const centavos of [null, 0, 79_999, 80_001])
      expect(decideAccepting(asks, 'renter', { what: 'demand', centavos }, now)).toMatchObject({
        reason: 'stale',
      })
    expect(decideAccepting(asks, 'renter', { what: 'demand', centavos: 80_000 }, now).ok).toBe(true)
  })

  test('leaves every open dispute with a deadline, so that it ends by itself', () => {
    for (const open of [facts, heard, decided, appealed]) expect(open.dueAt).not.toBeNull()
  })
})

function backOf(returns: 'rent' | 'delivery' | 'service_fee' | 'deposit', centavos: number): MoneyLine {
  return { kind: 'refund', returns, centavos: -centavos }
}
