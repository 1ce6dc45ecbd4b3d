import { beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '../account/delete-account.ts'
import { setVerification } from '../account/set-verification.ts'
import { deleteListing } from '../listing/delete-listing.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { auditFilters, auditTable } from './audit-table.ts'
import { exportTable } from '../export-table.ts'
import { readTable } from '../admin-table.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
let kept: string
let gone: string

beforeAll(async () => {
  const { services, cast } = fixture
  const ctx = by(services, cast.amihan)
  const admin = people.admin(cast.amihan)
  const later = (minutes: number) => services.clock.set(new Date(NOW.getTime() + minutes * 60_000))
  kept = await people.listThing(services, cast.olivia, { title: 'Kept' })
  gone = await people.listThing(services, cast.olivia, { title: '=gone"' })
  later(1)
  await people.review(services, cast.amihan, kept, 'rejected')
  later(2)
  await people.review(services, cast.amihan, kept)
  later(3)
  accepted(await deleteListing(ctx, { listingId: gone }))
  later(4)
  accepted(await setVerification(ctx, admin, { accountId: cast.ramon.id, decision: 'verified' }))
  later(5)
  accepted(await deleteAccount(ctx, { accountId: cast.katrina.id }))
})

const read = (query: string) =>
  readTable(...people.asAdmin(fixture.services, fixture.cast.amihan), auditTable, new URLSearchParams(query))

describe('the audit log', () => {
  // Spec: D34
  it('has what admins did, the latest first, with what it was before; and nothing of anyone else', async () => {
    const { rows, total } = await read('')
    expect(total).toBe(5)
    expect(
      rows.map(({ action, subject, subjectName, subjectKey }) => [action, subject, subjectName, subjectKey]),
    ).toEqual([
      ['delete', 'account', 'Deleted user', null],
      ['verify', 'account', 'Ramon Dela Cruz', 'renter@hiram.test'],
      ['erase', 'listing', null, null],
      ['accept', 'listing', 'Kept', kept],
      ['reject', 'listing', 'Kept', kept],
    ])
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      {},
      { from: 'unverified', to: 'verified' },
      { title: '=gone"', from: 'available' },
      { from: 'rejected', to: 'approved', title: 'Kept' },
      { from: 'available', to: 'rejected', title: 'Kept' },
    ])
    expect(new Set(rows.map(({ actorEmail }) => actorEmail))).toEqual(new Set(['admin@hiram.test']))
  })

  it('keeps no personal data of someone who was deleted', async () => {
    const { rows } = await read('action=delete')
    expect(JSON.stringify(rows)).not.toMatch(/katrina|ocampo/i)
  })

  it.each([
    ['search=kept', 2],
    ['search=gone', 1],
    ['search=amihan', 5],
    ['search=rejected', 2],
    ['action=accept', 1],
    ['action=nothing', 0],
    [`action=${encodeURIComponent("'")}`, 5],
    ['subject=account', 2],
    ['subject=account&action=verify', 1],
    ['admin=0199a000-0000-7000-8000-000000000000', 0],
    ['admin=x', 5],
  ])('by %s finds %i', async (query, n) => {
    const { total } = await read(query)
    expect(total).toBe(n)
  })

  it.each(['at', '-at', 'actor', '-actor'])('in the order %s holds each once, page by page', async (sort) => {
    const seen = []
    const query = new URLSearchParams({ sort })
    for (let more = true; more;) {
      const admin = people.admin(fixture.cast.amihan)
      const page = await readTable(by(fixture.services, fixture.cast.amihan), admin, auditTable, query, {
        size: 2,
      })
      seen.push(...page.rows.map(({ id }) => id))
      more = page.next !== null
      query.set('after', page.next ?? '')
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  it('offers as filters what is in it, and every kind of access', async () => {
    const { cast, services } = fixture
    expect(await auditFilters(...people.asAdmin(services, cast.amihan))).toEqual({
      actions: ['accept', 'delete', 'erase', 'export', 'fail-log-in', 'log-in', 'refuse', 'reject', 'verify'],
      subjects: ['account', 'export', 'listing', 'page'],
      admins: [{ id: cast.amihan.id, name: 'Amihan Reyes' }],
    })
  })

  it('finds them by indexes, however many events there are', async () => {
    const { cast, services, database } = fixture
    const filters = () => auditFilters(...people.asAdmin(services, cast.amihan))
    const plans = await plansOf(database.connection, filters)
    expect(plans).not.toMatch(/Seq Scan|Sort/)
    for (const index of ['event_audited_action_idx', 'event_audited_subject_idx', 'event_by_admin_idx'])
      expect(plans).toMatch(new RegExp(`Limit.*\n.*Index Only Scan using ${index}`))
  })

  it('can be exported with its details', async () => {
    const { cast, services } = fixture
    const pieces = []
    const query = new URLSearchParams('action=erase')
    for await (const piece of exportTable(...people.asAdmin(services, cast.amihan), auditTable, query))
      pieces.push(piece)
    expect(pieces.join('')).toContain('Deleted for good,listing')
    expect(pieces.join('')).toContain('title: =gone""')
  })
})
