import { expect, test } from 'vitest'
import type { User } from '#domain/actor.ts'
import { totalsOf } from '#domain/book/money-line.ts'
import { periodOf } from '#domain/period.ts'
import { noLateFee } from '#domain/rental/late-fee.ts'
import { onlyRental } from '#tests/support/lifecycle-facts.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { shownRental } from './shown-rental.ts'

const lines = [{ kind: 'rent' as const, centavos: 99_999 }]
const [ownerId, renterId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const tracked: TrackedRental = {
  id: '00000000-0000-4000-8000-000000000003',
  orderNumber: 'HRM-1',
  listingId: '00000000-0000-4000-8000-000000000004',
  listingIsPublic: true,
  listingStatus: 'approved',
  listingTakenDownAt: null,
  listingOwnerSuspended: false,
  listingArchivedAt: null,
  hasCompletedRental: false,
  title: 'Canon EOS R6',
  renterId,
  ownerId,
  partnerName: 'Ramon Reyes',
  photo: null,
  durationDays: 3,
  deliveryOption: 'pickup',
  period: periodOf('2026-12-24', 3),
  earliestStart: null,
  status: 'Pending',
  statusChangedAt: new Date('2026-12-01T00:00:00Z'),
  depositDueAt: null,
  totals: totalsOf(lines),
  orderStatus: 'confirmed',
  holdsUntil: null,
  answerBy: new Date('2026-12-03T00:00:00Z'),
  paymentMethod: 'online',
  cancellationPolicy: 'moderate',
  lines,
  refunds: [],
  paidFacts: null,
  possession: {
    handedOverAt: null,
    handoverProof: null,
    handoverObjectedAt: null,
    returnedAt: null,
    returnProof: null,
    returnObjectedAt: null,
    broughtBackAt: null,
    broughtBackObjectedAt: null,
  },
  change: null,
  claim: null,
  lateCentavos: 0,
  pricePerDayCentavos: 33_333,
  lateFee: noLateFee,
  ...onlyRental,
  cancelledBy: null,
  category: null,
  dispute: null,
}

test('a field of a rental that its page does not name goes to neither of its two people', () => {
  const dispute = { isOpen: true, isDecided: false, granted: null, dueAt: null, secret: 'secret' }
  const possession = { ...tracked.possession, secret: 'secret' }
  const more = { ...tracked, dispute, possession, secret: 'secret' }
  for (const [id, role, view] of [
    [ownerId, 'owner', 'lent'],
    [renterId, 'renter', 'rented'],
  ] as const) {
    const shown = shownRental(
      more,
      { kind: 'user', id, role } as User,
      view,
      new Date('2026-12-02T00:00:00Z'),
    )
    expect(shown).toMatchObject({ title: 'Canon EOS R6', dispute: { isOpen: true } })
    expect(JSON.stringify(shown)).not.toContain('secret')
  }
})

test('both people of a rental can write to each other after its end, unless it did not take place', () => {
  const chatTo = (status: TrackedRental['status'], [id, view]: readonly [string, 'lent' | 'rented']) =>
    shownRental({ ...tracked, status }, { kind: 'user', id } as User, view, new Date('2026-12-30T00:00:00Z'))
      .chatTo
  const { listingId } = tracked
  for (const status of ['Pending', 'Approved', 'Active', 'Completed'] as const) {
    expect(chatTo(status, [renterId, 'rented'])).toBe(`/chat?listingId=${listingId}`)
    expect(chatTo(status, [ownerId, 'lent'])).toContain(`renterId=${renterId}`)
  }
  for (const status of ['Rejected', 'Cancelled'] as const)
    expect([chatTo(status, [renterId, 'rented']), chatTo(status, [ownerId, 'lent'])]).toEqual([null, null])
})
