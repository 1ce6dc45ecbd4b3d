import { describe, expect, test } from 'vitest'
import {
  areas,
  type AreaName,
  asAccountRemover,
  asAdmin,
  asHeadAdmin,
  asListingOwner,
  asMoneyAdmin,
  asOwner,
  asRenter,
  asPartyOf,
  asRentalParty,
  asSupportAdmin,
  enter,
  maySeeListing,
  type SeenListing,
} from './access.ts'
import { type Actor, guest, system, type User } from './actor.ts'
import type { Role } from './account/account.ts'

function someone(role: Role, id: string = role): User {
  return {
    kind: 'user',
    id,
    role,
    firstName: 'Ana',
    lastName: 'Cruz',
    email: `${id}@example.com`,
    picture: null,
    adminArea: role === 'admin' ? 'all' : null,
  }
}
const renter = someone('renter')
const owner = someone('owner')
const admin = someone('admin')

const visitors = { guest, renter, owner, admin }

/** Where each visitor ends up: `in`, or the page they are sent to. */
const expected: Record<AreaName, Record<keyof typeof visitors, string>> = {
  profile: { guest: '/', renter: 'in', owner: 'in', admin: '/admin' },
  ownListings: { guest: '/', renter: '/profile', owner: 'in', admin: '/admin' },
  becomeOwner: { guest: '/', renter: 'in', owner: '/profile/listings', admin: '/admin' },
  admin: { guest: '/', renter: '/', owner: '/', admin: 'in' },
  cart: { guest: 'in', renter: 'in', owner: 'in', admin: '/admin' },
  chat: { guest: '/login', renter: 'in', owner: 'in', admin: '/admin' },
  checkout: { guest: '/items', renter: 'in', owner: 'in', admin: '/items' },
  guestOnly: { guest: 'in', renter: '/profile', owner: '/profile', admin: '/admin' },
}

/** The areas and visitors whose attempt to enter is written into the audit log. */
const watched = new Set(['ownListings renter', 'admin guest', 'admin renter', 'admin owner'])

describe('areas of the site', () => {
  const cases = Object.entries(expected).flatMap(([area, row]) =>
    Object.entries(row).map(([visitor, result]) => [area, visitor, result] as const),
  )

  // Spec: D1
  test.each(cases)('%s: a visitor who is %s gets %s', (area, visitor, result) => {
    const verdict = enter(area as AreaName, visitors[visitor as keyof typeof visitors])
    const isWatched = watched.has(`${area} ${visitor}`)
    expect(verdict).toEqual(result === 'in' ? { ok: true } : { ok: false, goTo: result, isWatched })
  })

  // Spec: D1
  test('are all in this table', () => {
    expect(Object.keys(areas).sort()).toEqual(Object.keys(expected).sort())
  })

  test('never redirect a visitor to an area that redirects them again', () => {
    const areaAt: Record<string, AreaName> = { '/profile': 'profile', '/admin': 'admin' }
    for (const area of Object.keys(areas) as AreaName[])
      for (const actor of Object.values(visitors)) {
        const verdict = enter(area, actor)
        const next = verdict.ok ? undefined : areaAt[verdict.goTo]
        if (next) expect(enter(next, actor)).toEqual({ ok: true })
      }
  })
})

describe('gates', () => {
  const everyone: [string, Actor][] = [...Object.entries(visitors), ['system', system]]
  const passes = (gate: (actor: Actor) => { ok: boolean }) =>
    everyone.filter(([, actor]) => gate(actor).ok).map(([name]) => name)

  // Spec: S6.2
  test('renters and owners rent, owners list, admins moderate', () => {
    expect(passes(asRenter)).toEqual(['renter', 'owner'])
    expect(passes(asOwner)).toEqual(['owner'])
    expect(passes(asAdmin)).toEqual(['admin'])
  })

  test('a guest is asked to log in, with the reason for this action', () => {
    expect(asRenter(guest)).toEqual({ ok: false, reason: 'login', message: 'Please login to rent an item.' })
    expect(asOwner(guest)).toEqual({
      ok: false,
      reason: 'login',
      message: 'You must be logged in to add an item.',
    })
    expect(asAdmin(guest)).toMatchObject({ ok: false, reason: 'login' })
  })

  test('someone with another role is refused with that reason', () => {
    expect(asRenter(admin)).toMatchObject({ ok: false, reason: 'role' })
    expect(asOwner(renter)).toMatchObject({ ok: false, reason: 'role' })
    expect(asAdmin(owner)).toMatchObject({ ok: false, reason: 'role' })
  })

  // Spec: D1
  test.each([
    ['all', [true, true, true, true]],
    ['support', [true, true, false, false]],
    ['money', [true, false, true, false]],
    [null, [false, false, false, false]],
  ] as const)(
    'an admin of the area %s may do what is for every admin, support, money, all: %j',
    (area, may) => {
      const actor = { ...admin, adminArea: area }
      const gates = [asAdmin, asSupportAdmin, asMoneyAdmin, asHeadAdmin].map((gate) => gate(actor))
      expect(gates.map(({ ok }) => ok)).toEqual(may)
      for (const gate of gates) if (!gate.ok) expect(gate.reason).toBe('role')
      expect(asAccountRemover(actor, 'renter').ok).toBe(area === 'all')
    },
  )

  test('an area is nothing without the role', () => {
    expect(asSupportAdmin({ ...owner, adminArea: 'all' })).toMatchObject({ reason: 'role' })
  })

  // Spec: S5.22
  test('only its owner edits or deletes a listing, not an admin nor another owner', () => {
    const listing = { ownerId: 'owner' }
    expect(passes((actor) => asListingOwner(actor, listing, 'edit'))).toEqual(['owner'])
    expect(asListingOwner(owner, listing, 'edit')).toEqual({ ok: true, owner })
    for (const intent of ['edit', 'delete'] as const)
      expect(asListingOwner(someone('owner', 'other'), listing, intent)).toEqual({
        ok: false,
        reason: 'not-owner',
        message: `You don't have permission to ${intent} this item.`,
      })
  })

  test('an owner who became a renter can’t edit their old listings', () => {
    expect(asListingOwner(someone('renter', 'owner'), { ownerId: 'owner' }, 'edit').ok).toBe(false)
  })

  test('only the two people of a rental see it, each on their side', () => {
    const rental = { renterId: 'renter', ownerId: 'owner' }
    expect(asRentalParty(renter, rental)).toEqual({ ok: true, party: { user: renter, side: 'renter' } })
    expect(asRentalParty(owner, rental)).toEqual({ ok: true, party: { user: owner, side: 'owner' } })
    for (const actor of [guest, system, admin, someone('renter', 'other'), someone('owner', 'other')])
      expect(asRentalParty(actor, rental)).toMatchObject({ ok: false, reason: 'not-found' })
  })

  test('what belongs to one side is refused to the other, and what does not exist to everyone', () => {
    const rental = { renterId: 'renter', ownerId: 'owner' }
    expect(asPartyOf(owner, rental, 'owner')).toMatchObject({ ok: true, rental, party: { side: 'owner' } })
    expect(asPartyOf(renter, rental, 'owner')).toMatchObject({ ok: false, reason: 'side' })
    expect(asPartyOf(someone('owner', 'other'), rental, 'owner')).toMatchObject({ reason: 'not-found' })
    expect(asPartyOf(owner, undefined)).toMatchObject({ ok: false, reason: 'not-found' })
  })

  test('an owner who rents from another owner is on the renter’s side', () => {
    const rental = { renterId: 'owner', ownerId: 'other' }
    expect(asRentalParty(owner, rental)).toMatchObject({ ok: true, party: { side: 'renter' } })
  })
})

describe('who sees a listing', () => {
  const at = new Date(0)
  const hidden: SeenListing = {
    ownerId: 'owner',
    isPublic: false,
    status: 'approved',
    takenDownAt: null,
    ownerSuspended: false,
    archivedAt: null,
  }
  const seenBy = (isPublic: boolean, archivedAt: Date | null = null) =>
    Object.entries({ ...visitors, other: someone('owner', 'other') })
      .filter(([, actor]) => maySeeListing(actor, { ...hidden, isPublic, archivedAt }))
      .map(([name]) => name)

  test('everyone, while it is public', () => {
    expect(seenBy(true)).toEqual(['guest', 'renter', 'owner', 'admin', 'other'])
  })

  // Spec: D9
  test('its owner and admins, while it is not', () => {
    expect(seenBy(false)).toEqual(['owner', 'admin'])
  })

  test('who completed a rental of it, to review it, while it is paused or rented', () => {
    for (const status of ['approved', 'unavailable'] as const)
      expect(maySeeListing(renter, { ...hidden, status }, { hasCompletedRental: true })).toBe(true)
  })

  // Spec: D9, D43
  test.each<[string, Partial<SeenListing>]>([
    ['waits for an admin', { status: 'available' }],
    ['is rejected', { status: 'rejected' }],
    ['is taken down', { takenDownAt: at }],
    ['has a suspended owner', { ownerSuspended: true }],
  ])('not who completed a rental of it, once it %s; its owner and admins do', (_, listing) => {
    const sees = (actor: Actor) =>
      maySeeListing(actor, { ...hidden, ...listing }, { hasCompletedRental: actor === renter })
    expect([renter, owner, admin].map(sees)).toEqual([false, true, true])
  })

  test('nobody, once it is deleted', () => {
    expect(seenBy(true, at)).toEqual([])
    expect(maySeeListing(renter, { ...hidden, archivedAt: at }, { hasCompletedRental: true })).toBe(false)
  })
})
