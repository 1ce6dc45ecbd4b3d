import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asAdmin, asRentalParty } from '../access.ts'
import { system, type User } from '../actor.ts'
import { orderStatuses, type RentalStatus, rentalStatuses } from '../status.ts'
import { addDays, periodOf } from '../period.ts'
import {
  decide,
  holdingStatuses,
  holdsDates,
  lifecycle,
  rentalActions,
  type RentalAction,
  type RentalInLife,
} from './lifecycle.ts'
import { notYetReturned } from './not-back.ts'
import { buttonsFor } from './action-buttons.ts'
import { onlyRental } from '#tests/support/lifecycle-facts.ts'
import { requestAnswerBy } from './answer-by.ts'
import { datesHeld, isUndo, type UndoFacts } from './undo.ts'

const userOf = (role: User['role']): User => ({
  kind: 'user',
  id: role,
  role,
  adminArea: role === 'admin' ? 'all' : null,
  firstName: 'Ana',
  lastName: 'Cruz',
  email: '',
  picture: null,
})
function partyOf(side: 'renter' | 'owner') {
  const verdict = asRentalParty(userOf(side), { renterId: 'renter', ownerId: 'owner' })
  if (!verdict.ok) throw new Error(verdict.message)
  return verdict.party
}
function anAdmin() {
  const verdict = asAdmin(userOf('admin'))
  if (!verdict.ok) throw new Error(verdict.message)
  return verdict.admin
}
const sides = { owner: partyOf('owner'), renter: partyOf('renter'), admin: anAdmin(), system }
type Side = keyof typeof sides

/** Three days: November 21, 22 and 23. */
const period = periodOf('2026-11-21', 3)
/** Nothing happened since its last action. */
const nothing: UndoFacts = {
  listingIsGone: false,
  personIsGone: false,
  datesAreHeld: false,
  depositMoved: false,
  ownerWasPaid: false,
}
/** The request was made long before, with so many hours that the deadline is the end of the start date. */
const asked = {
  period,
  orderStatus: 'confirmed' as const,
  answerBy: requestAnswerBy(new Date('2026-11-01T00:00:00Z'), period, 720),
  ...onlyRental,
  statusChangedAt: new Date('2026-11-01T00:00:00Z'),
  undoFacts: nothing,
  // At noon of November 22 the renter says that it is back.
  broughtBackAt: new Date('2026-11-22T04:00:00Z'),
  broughtBackObjectedAt: null,
}
const days = Array.from({ length: 12 }, (_, i) => addDays('2026-11-16', i))
const noon = (day: string) => new Date(`${day}T04:00:00Z`)

/**
 * Every possible action, written out: side, action, from, to, and the first and last day on which it is possible for
 * the rental above.
 */
const moves: [Side, RentalAction, RentalStatus, RentalStatus, from: string, until: string][] = [
  ['owner', 'approve', 'Pending', 'Approved', '0000', '2026-11-21'],
  ['owner', 'reject', 'Pending', 'Rejected', '0000', '9999'],
  ['owner', 'activate', 'Approved', 'Active', '2026-11-20', '2026-11-23'],
  ['owner', 'complete', 'Active', 'Completed', '0000', '9999'],
  ['owner', 'withdraw', 'Approved', 'Cancelled', '0000', '9999'],
  ['renter', 'cancel', 'Pending', 'Cancelled', '0000', '9999'],
  ['renter', 'cancel', 'Approved', 'Cancelled', '0000', '2026-11-20'],
  ['system', 'complete-by-code', 'Active', 'Completed', '0000', '9999'],
  ['system', 'complete-by-silence', 'Active', 'Completed', '2026-11-24', '9999'],
  ['system', 'expire', 'Pending', 'Rejected', '2026-11-22', '9999'],
  ['system', 'lapse', 'Approved', 'Cancelled', '2026-11-25', '9999'],
  ['admin', 'reject-by-admin', 'Pending', 'Rejected', '0000', '9999'],
  ['admin', 'cancel-by-admin', 'Approved', 'Cancelled', '0000', '9999'],
  ['admin', 'end-by-admin', 'Active', 'Completed', '0000', '9999'],
  ['admin', 'end-lost-by-admin', 'Active', 'Completed', '0000', '9999'],
  ['admin', 'undo-activate', 'Active', 'Approved', '0000', '9999'],
  ['admin', 'undo-complete', 'Completed', 'Active', '0000', '9999'],
]

describe('the life of a rental', () => {
  // Spec: S4.8, S4.13, D22
  test.each(rentalStatuses)(
    'from %s, on every day, each side can make exactly the moves written out',
    (status) => {
      for (const side of Object.keys(sides) as Side[])
        for (const action of rentalActions)
          for (const day of days) {
            const move = moves.find(
              ([s, a, from, , first, last]) =>
                s === side && a === action && from === status && day >= first && day <= last,
            )
            const verdict = decide({ status, ...asked }, action, sides[side], noon(day))
            const outcome = verdict.ok ? [verdict.from, verdict.to] : null
            expect([side, action, day, outcome]).toEqual([
              side,
              action,
              day,
              move ? [move[2], move[3]] : null,
            ])
          }
    },
  )

  // Spec: S4.11
  test('nothing leaves Completed, Rejected or Cancelled, but a return undone and what was given up unpaid and is paid late', () => {
    const leaving = rentalActions.filter((action) =>
      lifecycle[action].from.some((from) => ['Completed', 'Rejected', 'Cancelled'].includes(from)),
    )
    expect(leaving).toEqual(['retake', 'undo-complete'])
    for (const orderStatus of orderStatuses)
      expect([
        orderStatus,
        decide({ ...asked, status: 'Cancelled', orderStatus }, 'retake', system, noon('2026-11-20')).ok,
      ]).toEqual([orderStatus, orderStatus === 'expired' || orderStatus === 'cancelled'])
  })

  test('every sequence of actions without an undo ends, and never returns to an earlier status', () => {
    const anyWay = fc.array(
      fc.tuple(
        fc.constantFrom(...rentalActions.filter((action) => !isUndo(action))),
        fc.constantFrom<Side>('owner', 'renter', 'admin', 'system'),
        fc.constantFrom(...days),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(anyWay, (tries) => {
        const seen: RentalStatus[] = ['Pending']
        for (const [action, side, day] of tries) {
          const verdict = decide({ status: seen.at(-1)!, ...asked }, action, sides[side], noon(day))
          if (verdict.ok) seen.push(verdict.to)
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.length).toBeLessThanOrEqual(4)
      }),
    )
  })

  test('every status except Pending can be reached', () => {
    expect(new Set(['Pending', ...Object.values(lifecycle).map((rule) => rule.to)])).toEqual(
      new Set(rentalStatuses),
    )
  })

  test('days change at midnight in Manila', () => {
    const pending: RentalInLife = { ...asked, status: 'Pending' }
    expect(decide(pending, 'approve', sides.owner, new Date('2026-11-21T15:59:59Z')).ok).toBe(true)
    expect(decide(pending, 'approve', sides.owner, new Date('2026-11-21T16:00:00Z')).ok).toBe(false)
    expect(decide(pending, 'expire', system, new Date('2026-11-21T15:59:59Z')).ok).toBe(false)
    expect(decide(pending, 'expire', system, new Date('2026-11-21T16:00:00Z')).ok).toBe(true)
  })

  test('at every instant, a request either can be approved or expires', () => {
    const at = fc.date({ min: new Date('2026-11-19'), max: new Date('2026-11-26'), noInvalidDate: true })
    fc.assert(
      fc.property(at, (now) => {
        const pending: RentalInLife = { ...asked, status: 'Pending' }
        expect(decide(pending, 'approve', sides.owner, now).ok).toBe(
          !decide(pending, 'expire', system, now).ok,
        )
      }),
    )
  })

  // Spec: D41
  test('an owner has so many hours to answer, and never longer than the start date', () => {
    const noonOf = (day: string) => new Date(`${day}T04:00:00Z`)
    expect(requestAnswerBy(noonOf('2026-11-10'), period, 48)).toEqual(noonOf('2026-11-12'))
    expect(requestAnswerBy(noonOf('2026-11-20'), period, 48)).toEqual(new Date('2026-11-21T16:00:00Z'))
    const pending: RentalInLife = { ...asked, status: 'Pending', answerBy: noonOf('2026-11-12') }
    const before = new Date('2026-11-12T03:59:59Z')
    expect(decide(pending, 'approve', sides.owner, before).ok).toBe(true)
    expect(decide(pending, 'expire', system, before).ok).toBe(false)
    expect(decide(pending, 'expire', system, noonOf('2026-11-12')).ok).toBe(true)
    expect(decide(pending, 'approve', sides.owner, noonOf('2026-11-12'))).toEqual({
      ok: false,
      reason: 'day',
      message: 'It could be answered until Nov 12, 2026, 12:00 PM.',
    })
    expect(decide(pending, 'reject', sides.owner, noonOf('2026-11-20')).ok).toBe(true)
  })

  test('an item that another renter has can’t be handed over', () => {
    const approved: RentalInLife = { ...asked, status: 'Approved', outEnd: '2026-11-21' }
    expect(decide(approved, 'activate', sides.owner, noon('2026-11-21'))).toEqual({
      ok: false,
      reason: 'day',
      message: notYetReturned,
    })
    const said = (facts: Partial<RentalInLife>) =>
      decide({ ...approved, ...facts }, 'activate', sides.owner, noon('2026-11-21'))
    expect(said({ isOtherHandoverContested: true })).toMatchObject({
      message: 'It is not free yet because of a disagreement about the rental before.',
    })
    expect(said({ isOutToRenter: true, renterHasOrLostIt: true })).toMatchObject({
      message: 'The renter still has it from another rental. Mark that one as returned first.',
    })
    expect(said({ isOutToRenter: true })).toMatchObject({
      message: 'The renter says that it is back from another rental. Mark that one as returned first.',
    })
  })

  test.each<[string, Partial<UndoFacts>]>([
    ['Its listing was deleted.', { listingIsGone: true }],
    ['The account of one of its two people was deleted.', { personIsGone: true }],
    ['A dispute about it is open or decided, or has moved money.', { disputeStands: true }],
    ['Its deposit went back or was claimed since.', { depositMoved: true }],
    ['Its late fee was charged since.', { lateFeeCharged: true }],
    ['It made a debt of one of its two people.', { madeDebt: true }],
    [
      'More days were paid for after a dispute had settled its money: nothing of them would go back.',
      { paidAfterDispute: true },
    ],
    [
      'A payment to or from its owner was recorded since. Take that back first, under Payouts.',
      { ownerWasPaid: true },
    ],
    [datesHeld, { datesAreHeld: true }],
  ])('a hand-over or a return can’t be undone after this: %s', (message, facts) => {
    const late = { ...asked, undoFacts: { ...nothing, ...facts } }
    const refusal = { ok: false, reason: 'day', message }
    expect(decide({ ...late, status: 'Active' }, 'undo-activate', sides.admin, noon('2026-11-21'))).toEqual(
      refusal,
    )
    expect(
      decide({ ...late, status: 'Completed' }, 'undo-complete', sides.admin, noon('2026-11-21')),
    ).toEqual(refusal)
  })

  test('the next renter gets all back only while the item is out late and their day has come or comes next', () => {
    const next = { status: 'Approved' as const, ...asked, awaitedEnd: '2026-11-21' }
    const at = (time: string, changes = {}) =>
      decide({ ...next, ...changes }, 'cancel-not-back', sides.renter, new Date(time)).ok
    expect(at('2026-11-20T11:59:59Z')).toBe(false)
    expect(at('2026-11-20T12:00:00Z')).toBe(true)
    expect(at('2026-11-22T04:00:00Z')).toBe(true)
    expect(at('2026-11-22T04:00:00Z', { awaitedEnd: null, outEnd: '2026-11-21' })).toBe(false)
    expect(at('2026-11-19T04:00:00Z', { awaitedEnd: '2026-11-19' })).toBe(false)
    expect(at('2026-11-20T00:00:00Z', { awaitedEnd: '2026-11-19' })).toBe(true)
    // Never returned: however long before it begins.
    expect(at('2026-11-02T00:00:00Z', { awaitedEnd: null, isItemLost: true })).toBe(true)
    const labels = buttonsFor({ ...next }, sides.renter, new Date('2026-11-20T12:00:00Z')).map(
      ({ label }) => label,
    )
    expect(labels).toEqual(['Get all money back'])
  })

  test('who did not come, and was silent, ends an approved rental, and what was said keeps it from lapsing', () => {
    const said = new Date('2026-11-21T12:00:00Z')
    const hours = (n: number) => new Date(said.getTime() + n * 3_600_000)
    const of = (noShow: { owner: Date | null; renter: Date | null }, action: RentalAction, at: Date) =>
      decide({ status: 'Approved', ...asked, noShow }, action, system, at).ok
    const byOwner = { owner: said, renter: null }
    const both = { owner: said, renter: hours(20) }
    expect(of(byOwner, 'renter-no-show', hours(23.9))).toBe(false)
    expect(of(byOwner, 'renter-no-show', hours(24))).toBe(true)
    expect(of(byOwner, 'owner-no-show', hours(24))).toBe(false)
    expect(of({ owner: null, renter: said }, 'owner-no-show', hours(24))).toBe(true)
    expect(of(byOwner, 'lapse', hours(100))).toBe(false)
    for (const action of ['renter-no-show', 'owner-no-show'] as const)
      expect(of(both, action, hours(900))).toBe(false)
    expect(of(both, 'lapse', hours(100))).toBe(true)
  })

  test('what nobody did has no effect while a dispute is open', () => {
    const noShow = { owner: new Date('2026-11-21T12:00:00Z'), renter: null }
    const late = noon('2026-11-27')
    for (const [action, facts] of [
      ['lapse', { status: 'Approved' }],
      ['renter-no-show', { status: 'Approved', noShow }],
      ['owner-no-show', { status: 'Approved', noShow: { owner: null, renter: noShow.owner } }],
      ['complete-by-silence', { status: 'Active' }],
      ['end-not-returned', { status: 'Active', isGivenUp: true, broughtBackAt: null }],
    ] as const) {
      expect(decide({ ...asked, ...facts }, action, system, late)).toMatchObject({ ok: true })
      expect(decide({ ...asked, ...facts, isDisputed: true }, action, system, late)).toMatchObject({
        message: 'A dispute about it is open.',
      })
    }
  })

  test('an item that is not returned ends its rental once the dispute about it is over, unless its renter says that it is back', () => {
    const out: RentalInLife = { ...asked, status: 'Active', broughtBackAt: null, isGivenUp: true }
    const ends = (facts: Partial<RentalInLife>) =>
      decide({ ...out, ...facts }, 'end-not-returned', system, noon('2026-12-20')).ok
    expect(ends({})).toBe(true)
    expect(ends({ isGivenUp: false })).toBe(false)
    expect(ends({ isHandoverInDoubt: true })).toBe(false)
    expect(ends({ broughtBackAt: noon('2026-12-19') })).toBe(false)
    expect(ends({ broughtBackAt: noon('2026-12-19'), broughtBackObjectedAt: noon('2026-12-19') })).toBe(true)
  })

  test('a return can’t be undone while another renter has the item, and nothing can be undone without facts about what happened since', () => {
    const over: RentalInLife = { ...asked, status: 'Completed', outEnd: '2026-11-21' }
    expect(decide(over, 'undo-complete', sides.admin, noon('2026-11-21'))).toMatchObject({
      message: notYetReturned,
    })
    const theirs = { ...over, isOutToRenter: true }
    expect(decide(theirs, 'undo-complete', sides.admin, noon('2026-11-21'))).toMatchObject({
      message: 'The renter has this item from another rental. Mark that one as returned first.',
    })
    const unseen = { ...over, outEnd: null, undoFacts: undefined }
    expect(decide(unseen, 'undo-complete', sides.admin, noon('2026-11-21')).ok).toBe(false)
  })

  test('a refusal says whether it is the side, the state or the day', () => {
    const approved: RentalInLife = { status: 'Approved', ...asked }
    expect(decide(approved, 'activate', sides.renter, noon('2026-11-21'))).toMatchObject({
      reason: 'side',
      message: 'Only the owner can do this.',
    })
    expect(decide(approved, 'approve', sides.owner, noon('2026-11-21'))).toMatchObject({
      reason: 'status',
      message: 'This rental is Approved now. Nothing was changed.',
    })
    expect(decide(approved, 'activate', sides.owner, noon('2026-11-19'))).toMatchObject({
      reason: 'day',
      message: 'It can be handed over from Nov 20, 2026, the day before it starts.',
    })
    expect(decide(approved, 'cancel', sides.renter, noon('2026-11-21'))).toMatchObject({ reason: 'day' })
  })

  test('while its order is not paid, only the system can end it, by release', () => {
    for (const status of rentalStatuses)
      for (const side of Object.keys(sides) as Side[])
        for (const action of rentalActions) {
          const verdict = decide(
            { status, ...asked, orderStatus: 'awaiting_payment' },
            action,
            sides[side],
            noon('2026-11-20'),
          )
          expect([status, side, action, verdict.ok]).toEqual([
            status,
            side,
            action,
            status === 'Pending' && side === 'system' && action === 'release',
          ])
        }
    expect(
      decide(
        { status: 'Pending', ...asked, orderStatus: 'awaiting_payment' },
        'approve',
        sides.owner,
        noon('2026-11-20'),
      ),
    ).toMatchObject({ reason: 'unpaid' })
  })

  test('an end before the hand-over refunds everything, or by policy when the renter cancels', () => {
    const refunds = rentalActions.flatMap((action) => {
      const rule = lifecycle[action]
      return 'refund' in rule ? [[action, rule.refund]] : []
    })
    expect(refunds).toEqual([
      ['reject', 'all'],
      ['cancel', 'policy'],
      ['cancel-not-back', 'all'],
      ['withdraw', 'all'],
      ['end-never-got', 'all'],
      ['expire', 'all'],
      ['lapse', 'all'],
      ['renter-no-show', 'no-show'],
      ['owner-no-show', 'all'],
      ['reject-by-admin', 'all'],
      ['cancel-by-admin', 'all'],
    ])
  })

  test('the other side is notified of every action, and both of the system’s', () => {
    for (const [action, rule] of Object.entries(lifecycle)) {
      // These two notify nobody: only the renter knew of a rental that was never paid.
      if (action === 'release' || action === 'retake') continue
      const others = (['owner', 'renter'] as const).filter((side) => side !== rule.by)
      expect([...rule.notifies].sort()).toEqual(others)
    }
  })

  test('dates are held while Pending, Approved or Active', () => {
    expect(rentalStatuses.filter(holdsDates)).toEqual([...holdingStatuses])
    expect(rentalStatuses.filter(holdsDates)).toEqual(['Pending', 'Approved', 'Active'])
  })
})

describe('the buttons', () => {
  const shown = (status: RentalStatus, side: 'owner' | 'renter' | 'admin', day: string) =>
    buttonsFor({ status, ...asked }, sides[side], noon(day)).map(({ label, refusal }) =>
      refusal ? `(${label})` : label,
    )

  test.each([
    ['Pending', ['Approve', 'Reject'], ['Cancel rental'], ['Reject']],
    ['Approved', ['(Mark as Active)', 'Withdraw'], ['Cancel rental'], ['Cancel rental']],
    ['Active', ['Mark as Returned'], [], ['Mark as Returned', 'End as lost', 'Undo the hand-over']],
    ['Completed', [], [], ['Undo the return']],
    ['Rejected', [], [], []],
    ['Cancelled', [], [], []],
  ] as const)('of a rental that is %s, well before it starts', (status, owners, renters, admins) => {
    expect(shown(status, 'owner', '2026-11-18')).toEqual(owners)
    expect(shown(status, 'renter', '2026-11-18')).toEqual(renters)
    expect(shown(status, 'admin', '2026-11-18')).toEqual(admins)
  })

  test('are disabled until their day, with the reason', () => {
    expect(shown('Approved', 'owner', '2026-11-20')).toEqual(['Mark as Active', 'Withdraw'])
    expect(shown('Approved', 'renter', '2026-11-21')).toEqual(['(Cancel rental)'])
    expect(shown('Pending', 'owner', '2026-11-22')).toEqual(['(Approve)', 'Reject'])
  })

  test('exist exactly for actions of the side and the status, and are enabled exactly when the action is allowed', () => {
    for (const status of rentalStatuses)
      for (const side of ['owner', 'renter', 'admin'] as const)
        for (const day of days) {
          const open = buttonsFor({ status, ...asked }, sides[side], noon(day)).filter(
            (button) => button.refusal === null,
          )
          const allowed = rentalActions.filter(
            (action) => decide({ status, ...asked }, action, sides[side], noon(day)).ok,
          )
          expect(open.map((button) => button.action)).toEqual(allowed)
        }
  })

  test('that book money or cannot be taken back ask first', () => {
    const asking = rentalActions.filter((action) => 'confirm' in lifecycle[action])
    expect(asking).toEqual([
      'reject',
      'activate',
      'complete',
      'cancel',
      'cancel-not-back',
      'withdraw',
      'reject-by-admin',
      'cancel-by-admin',
      'end-by-admin',
      'end-lost-by-admin',
      'undo-activate',
      'undo-complete',
    ])
  })
})
