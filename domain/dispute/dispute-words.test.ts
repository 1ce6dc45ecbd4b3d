import { expect, it } from 'vitest'
import { type DisputeOutcome, undecidedAt } from './dispute.ts'
import { nextStep } from './dispute-words.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const closed = (closedAt: Date, outcome: DisputeOutcome = 'undecided', decidedAt: Date | null = null) =>
  nextStep(
    {
      openedBy: 'renter',
      openedAt: at(1),
      answerBy: at(4),
      ownerAsked: null,
      renterAsked: null,
      ownerAcceptedAt: null,
      renterAcceptedAt: null,
      decidedAt,
      appealedBy: null,
      dueAt: null,
      closedAt,
      said: [],
      outcome,
      depositMoved: 0,
      rentMoved: 0,
      goodwillMoved: 0,
      goodwillTo: null,
    },
    { owner: 'Olivia', renter: 'Ramon' },
    at(20),
  )

it('a dispute that ended before its time without a decision that counts had nothing left to decide', () => {
  const nothingLeft =
    'Closed: the rental was cancelled or its hand-over or return undone, so there was nothing to decide any more.'
  expect(closed(at(2))).toBe(nothingLeft)
  expect(closed(at(19), 'undecided', at(13))).toBe(nothingLeft)
  expect(closed(undecidedAt(at(1)))).toMatch(/^Closed without a decision/)
})

it('a dispute about who did not come says whether both took that back or confirmed the hand-over', () => {
  expect(closed(at(2), 'taken-back')).toBe('Closed: both took back what they said.')
  expect(closed(at(2), 'one-took-back')).toBe(
    'Closed: one took back what they said, and what the other said stands.',
  )
  expect(closed(at(2), 'handed-over')).toBe('Closed: both confirmed the hand-over.')
})
