import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  editedText,
  decideDeletion,
  decideModeration,
  type ListingStatus,
  listingStatuses,
  MAX_TAGS,
  readTags,
  statusWording,
} from './listing.ts'

describe('tags', () => {
  // Spec: S5.15, S5.16
  test('are trimmed, lowercased, each once, in the order typed, and unknown ones dropped', () => {
    expect(readTags('Camping, TENT, rare-word, tent', ['camping', 'tent'])).toEqual(['camping', 'tent'])
    expect(readTags(' tent ,camping', ['camping', 'tent'])).toEqual(['tent', 'camping'])
  })

  test('of an empty field are none', () => {
    expect(readTags('', ['tent'])).toEqual([])
    expect(readTags(' , ,', ['tent'])).toEqual([])
  })

  test('match however an accent was typed', () => {
    expect(readTags('Pin\u0303ata', ['pi\u00f1ata'])).toEqual(['pi\u00f1ata'])
  })

  test('are all returned, also when they are more than a listing can have', () => {
    const known = Array.from({ length: MAX_TAGS + 5 }, (_, i) => `tag-${i}`)
    expect(readTags(known.join(','), known)).toEqual(known)
  })

  test('are all known and all different, and reading them again changes nothing', () => {
    const known = ['camping', 'tent', 'power tool', 'pi\u00f1ata', 'party']
    const typed = fc.array(
      fc.oneof(fc.constantFrom(...known, 'TENT', ' Party ', 'Pin\u0303ata'), fc.string()),
    )
    fc.assert(
      fc.property(typed, (parts) => {
        const tags = readTags(parts.join(','), known)
        expect(tags.every((tag) => known.includes(tag))).toBe(true)
        expect(new Set(tags).size).toBe(tags.length)
        expect(readTags(tags.join(', '), known)).toEqual(tags)
      }),
    )
  })
})

describe('moderation', () => {
  test('is told that an owner edited what was accepted, or what was rejected', () => {
    expect(editedText('approved')).toBe('Edited since approval')
    expect(editedText('unavailable')).toBe('Edited since approval')
    expect(editedText('rejected')).toBe('Edited since rejection')
  })

  const [then, since] = [new Date(0), new Date(1000)]
  const looked = {
    status: 'available' as ListingStatus,
    archivedAt: null,
    takenDownAt: null,
    editedAt: null,
    moderatedAt: then,
  }
  const allowed = (decision: 'approved' | 'rejected', editedAt: Date | null = null) =>
    listingStatuses.filter((status) => decideModeration({ ...looked, status, editedAt }, decision).ok)

  test('accepts what is new or was rejected, and rejects what is new or was accepted', () => {
    expect(allowed('approved')).toEqual(['available', 'rejected'])
    expect(allowed('rejected')).toEqual(['available', 'approved'])
  })

  test('waits for a listing that is rented out', () => {
    expect(decideModeration({ ...looked, status: 'unavailable' }, 'rejected')).toMatchObject({
      reason: 'rented',
    })
  })

  test('is refused once the listing was deleted', () => {
    for (const status of listingStatuses)
      expect(decideModeration({ ...looked, status, archivedAt: then }, 'approved')).toMatchObject({
        reason: 'deleted',
      })
  })

  test('accepts an edit, also while the listing is rented, and then changes no status', () => {
    expect(allowed('approved', since)).toEqual(['available', 'approved', 'rejected', 'unavailable'])
    const edited = { ...looked, editedAt: since }
    for (const status of ['approved', 'unavailable'] as const)
      expect(decideModeration({ ...edited, status }, 'approved')).toEqual({ ok: true, edit: true })
    for (const status of ['available', 'rejected'] as const)
      expect(decideModeration({ ...edited, status }, 'approved')).toEqual({ ok: true, edit: false })
  })

  test('does not accept what is taken down', () => {
    for (const status of listingStatuses)
      expect(decideModeration({ ...looked, status, takenDownAt: then }, 'approved')).toMatchObject({
        reason: 'taken-down',
      })
  })

  test('is refused when it would change nothing', () => {
    expect(decideModeration({ ...looked, status: 'rejected' }, 'rejected')).toEqual({
      ok: false,
      reason: 'unchanged',
      message: 'This listing is already rejected.',
    })
  })
})

describe('deleting', () => {
  test('erases a listing that was never rented and archives one that was', () => {
    expect(decideDeletion({ holdingRentals: 0, pastRentals: 0 })).toEqual({ ok: true, how: 'erase' })
    expect(decideDeletion({ holdingRentals: 0, pastRentals: 3 })).toEqual({ ok: true, how: 'archive' })
  })

  test('is refused while a rental is open', () => {
    expect(decideDeletion({ holdingRentals: 1, pastRentals: 3 })).toMatchObject({
      ok: false,
      reason: 'rented',
    })
  })
})

// Spec: D8
test('each status has words for the owner, paused or not', () => {
  expect(listingStatuses.map((status) => statusWording(status))).toEqual([
    'Waiting for review',
    'Approved',
    'Rejected',
    'Rented out',
  ])
  expect(listingStatuses.map((status) => statusWording(status, true))).toEqual([
    'Waiting for review, paused',
    'Paused',
    'Rejected, paused',
    'Rented out, paused',
  ])
})
