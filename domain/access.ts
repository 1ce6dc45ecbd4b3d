import { isInArea, type AdminArea } from './account/admin-area.ts'
import type { Actor, User } from './actor.ts'
import { isProofRecent } from './account/proof.ts'
import { loginToAsk } from './assistant/assistant.ts'
import { loginToChat } from './chat/chat.ts'
import { loginToFavorite } from './favorite/favorite.ts'
import type { ListingStatus } from './listing/listing.ts'
import type { Visitor } from './pages.ts'
import { loginToReview } from './review/review.ts'
import { loginFirst, notFound, type Refusal, refuse, type Verdict } from './verdict.ts'
import { onlyFor, type Side } from './side.ts'

/**
 * All rules about who may do what. Authority is a type: only this file creates a value of a type that is `Proven`,
 * such as `Admin` or `RentalParty`, so a use case that needs one does not compile without it.
 */
declare const proof: unique symbol
type Proven<Kind extends string> = { readonly [proof]: { readonly [K in Kind]: true } }

/** Someone logged in who may rent: renters and owners. */
export type Renter = User & Proven<'Renter'>
/** Someone logged in who may list things. */
export type Owner = User & Proven<'Owner'>
/** Someone logged in who may review what others list: renters and owners. */
export type Reviewer = User & Proven<'Reviewer'>
/** An admin of any area. */
export type Admin = User & Proven<'Admin'>
/** An admin for people and what they publish. */
export type SupportAdmin = Admin & Proven<'SupportAdmin'>
/** An admin for money. */
export type MoneyAdmin = Admin & Proven<'MoneyAdmin'>
/** An admin for everything, other admins included. */
export type HeadAdmin = SupportAdmin & MoneyAdmin & Proven<'HeadAdmin'>
/** An admin for money who lets a movement of money take effect. With four eyes `proposedBy` is another admin. */
export type Confirmer = MoneyAdmin & { readonly proposedBy: string } & Proven<'Confirmer'>
/** The owner of the requested listing. */
export type ListingOwner = User & Proven<'ListingOwner'>
/** One of the two people of the requested rental, and which side they are on. */
export type RentalParty = { user: User; side: Side } & Proven<'RentalParty'>

/** Someone who may delete the requested account: its person, or an admin for anyone else. */
export type AccountRemover = User & Proven<'AccountRemover'>

/** Someone logged in who proved within 15 minutes who they are. */
export type Recent = User & Proven<'Recent'>

/** Someone logged in, who has a conversation with the assistant. */
export type Asker = User & Proven<'Asker'>

/** One of the two people of the requested thread, and which side they are on. */
export type ThreadParty = { user: User; side: Side } & Proven<'ThreadParty'>

/** The refusals of this file that denied access to what belongs to another person or to admins. */
const denials = new WeakSet<Refusal>()

function deny(refusal: Refusal): Refusal {
  denials.add(refusal)
  return refusal
}

/** Whether a refusal denied access to what belongs to another person or to admins. The audit log records these. */
export const isDenial = (refusal: Refusal): boolean => denials.has(refusal)

const loginToRent = () => refuse('login', 'Please login to rent an item.')

/** Renters and owners rent; admins don't. */
export function asRenter(actor: Actor): Verdict<{ renter: Renter }> {
  if (actor.kind !== 'user') return loginToRent()
  if (actor.role === 'admin') return refuse('role', 'Admins can’t rent items. Please use a renter account.')
  return { ok: true, renter: actor as Renter }
}

/** Renters and owners review what others list; admins only moderate the reviews. */
export function asReviewer(actor: Actor): Verdict<{ reviewer: Reviewer }> {
  if (actor.kind !== 'user') return refuse('login', loginToReview)
  if (actor.role === 'admin') return refuse('role', 'Admins don’t write reviews.')
  return { ok: true, reviewer: actor as Reviewer }
}

/** Renters and owners may have favourites. */
export function asFavoriting(actor: Actor): Verdict<{ renter: Renter }> {
  if (actor.kind !== 'user') return refuse('login', loginToFavorite)
  if (actor.role === 'admin')
    return refuse('role', 'Admins can’t favorite items. Please use a renter account.')
  return { ok: true, renter: actor as Renter }
}

/** Only owners list things. */
export function asOwner(actor: Actor): Verdict<{ owner: Owner }> {
  if (actor.kind !== 'user') return refuse('login', 'You must be logged in to add an item.')
  if (actor.role !== 'owner') return deny(refuse('role', 'Only owners can list items.'))
  return { ok: true, owner: actor as Owner }
}

/** Whether an admin has the factors that their log-in needs; without them they are no admin. */
const mayAct = (actor: User) => !actor.lacksTwoFactor

/** Whether someone may see what only the admins of an area see; by default what every admin sees. */
export const seesAsAdmin = (actor: Actor, area: AdminArea | 'any' = 'any'): boolean =>
  actor.kind === 'user' && actor.role === 'admin' && mayAct(actor) && isInArea(actor.adminArea, area)

/** An admin of any area. Refusals: `login`, `role`, `two-factor` (it is required, and not set up). */
export const asAdmin = (actor: Actor): Verdict<{ admin: Admin }> => adminOf<Admin>(actor, 'any')

/** An admin who may do what belongs to support. Refusals: as `asAdmin`; `role` also in another area. */
export const asSupportAdmin = (actor: Actor) => adminOf<SupportAdmin>(actor, 'support')

/** An admin who may do what belongs to money. Refusals: as `asAdmin`; `role` also in another area. */
export const asMoneyAdmin = (actor: Actor) => adminOf<MoneyAdmin>(actor, 'money')

/** An admin who may do everything. Refusals: as `asAdmin`; `role` also for admins of one area. */
export const asHeadAdmin = (actor: Actor) => adminOf<HeadAdmin>(actor, 'all')

function adminOf<A extends Admin>(actor: Actor, area: AdminArea | 'any'): Verdict<{ admin: A }> {
  if (actor.kind !== 'user') return refuse('login', 'Please log in as an admin.')
  if (actor.role !== 'admin') return deny(refuse('role', 'Only admins can do this.'))
  if (!mayAct(actor)) return refuse('two-factor', 'Please set up two-factor log-in first.')
  if (!isInArea(actor.adminArea, area)) return deny(refuse('role', otherArea))
  return { ok: true, admin: actor as A }
}

/** Whether an admin for money may let a movement take effect. Refusal: `own` (with four eyes, one's own proposal). */
export function asConfirmer<A extends MoneyAdmin>(
  admin: A,
  { fourEyes, proposedBy }: { fourEyes: boolean; proposedBy: string },
): Verdict<{ confirmer: A & Confirmer }> {
  if (fourEyes && proposedBy === admin.id)
    return refuse('own', 'You proposed this yourself. Another admin has to confirm it.')
  return { ok: true, confirmer: { ...admin, proposedBy } as A & Confirmer }
}

const otherArea = 'This is not in the area of your admin account. Please ask an admin who may do everything.'

/**
 * Someone who proved within 15 minutes who they are, for what can't be undone. Refusals: `login`, `proof`.
 */
export function asRecent(actor: Actor, now: Date): Verdict<{ user: Recent }> {
  if (actor.kind !== 'user') return loginFirst()
  if (!isProofRecent(actor.provedAt, now)) return refuse('proof', 'Please confirm that it is you.')
  return { ok: true, user: actor as Recent }
}

/** Only its owner edits, deletes or pauses a listing, or blocks days of it. */
export function asListingOwner(
  actor: Actor,
  listing: { ownerId: string },
  intent: 'edit' | 'delete' | 'pause' | 'resume' | 'block days of',
): Verdict<{ owner: ListingOwner }> {
  if (actor.kind !== 'user' || actor.role !== 'owner' || actor.id !== listing.ownerId)
    return deny(refuse('not-owner', `You don't have permission to ${intent} this item.`))
  return { ok: true, owner: actor as ListingOwner }
}

/** The two people of a rental see it; for everyone else the answer is `not-found`. */
export function asRentalParty(
  actor: Actor,
  rental: { renterId: string; ownerId: string },
): Verdict<{ party: RentalParty }> {
  if (actor.kind !== 'user') return deny(notFound())
  if (actor.id === rental.ownerId) return { ok: true, party: { user: actor, side: 'owner' } as RentalParty }
  if (actor.id === rental.renterId) return { ok: true, party: { user: actor, side: 'renter' } as RentalParty }
  return deny(notFound())
}

/**
 * As `asRentalParty`, for what was looked up, and with `only` for that side alone. Refusals: `not-found` (also when
 * there is nothing), `side`.
 */
export function asPartyOf<Rental extends { renterId: string; ownerId: string }>(
  actor: Actor,
  rental: Rental | undefined,
  only?: Side,
): Verdict<{ rental: Rental; party: RentalParty }> {
  if (!rental) return notFound()
  const gate = asRentalParty(actor, rental)
  if (!gate.ok) return gate
  return only && gate.party.side !== only ? onlyFor(only) : { ok: true, rental, party: gate.party }
}

/**
 * People delete their own account, admins for everything anyone else's. Refusals: `login`, `own-admin`, `role` (an
 * admin of one area), `not-found`.
 */
export function asAccountRemover(actor: Actor, accountId: string): Verdict<{ remover: AccountRemover }> {
  if (actor.kind !== 'user') return loginFirst()
  if (actor.role === 'admin' && actor.id === accountId)
    return refuse('own-admin', 'Admins can’t delete their own account. Another admin can do it for you.')
  if (actor.id === accountId) return { ok: true, remover: actor as AccountRemover }
  if (!seesAsAdmin(actor)) return deny(notFound())
  if (!seesAsAdmin(actor, 'all')) return deny(refuse('role', otherArea))
  return { ok: true, remover: actor as AccountRemover }
}

/** Renters may ask an owner about a listing, and so may owners about what others list. */
export function asInquirer(actor: Actor, listing: { ownerId: string }): Verdict<{ renter: Renter }> {
  if (actor.kind !== 'user') return refuse('login', loginToChat)
  if (actor.role === 'admin')
    return refuse('role', 'Admins can’t chat with owners. Please use a renter account.')
  if (actor.id === listing.ownerId) return refuse('own', 'This is your own listing.')
  return { ok: true, renter: actor as Renter }
}

/** Everyone who is logged in may ask the assistant, and has a conversation of their own with it. */
export function asAsker(actor: Actor): Verdict<{ asker: Asker }> {
  if (actor.kind !== 'user') return refuse('login', loginToAsk)
  return { ok: true, asker: actor as Asker }
}

/** The two people of a thread read and write it; for everyone else the answer is `not-found`. */
export function asThreadParty(
  actor: Actor,
  thread: { renterId: string; ownerId: string },
): Verdict<{ party: ThreadParty }> {
  if (actor.kind !== 'user') return deny(notFound())
  if (actor.id === thread.ownerId) return { ok: true, party: { user: actor, side: 'owner' } as ThreadParty }
  if (actor.id === thread.renterId) return { ok: true, party: { user: actor, side: 'renter' } as ThreadParty }
  return deny(notFound())
}

/** What decides who sees a listing. `isPublic` is `listing.is_public` of the database. */
export type SeenListing = {
  ownerId: string
  isPublic: boolean
  status: ListingStatus
  takenDownAt: Date | null
  ownerSuspended: boolean
  archivedAt: Date | null
}

/**
 * Everybody sees a public listing; its owner and admins see it in any state until it is archived. Who completed a
 * rental of it sees it, to review it, also while it is paused or rented, but not while it waits for an admin, is
 * rejected or taken down, or its owner is suspended.
 */
export function maySeeListing(
  actor: Actor,
  listing: SeenListing,
  { hasCompletedRental = false }: { hasCompletedRental?: boolean } = {},
): boolean {
  if (listing.archivedAt) return false
  if (listing.isPublic || seesAsAdmin(actor)) return true
  if (actor.kind !== 'user') return false
  return actor.id === listing.ownerId || (hasCompletedRental && isShownToPastRenters(listing))
}

/** Whether a listing that is not public is still seen by who completed a rental of it. */
export const isShownToPastRenters = ({
  status,
  takenDownAt,
  ownerSuspended,
}: Pick<SeenListing, 'status' | 'takenDownAt' | 'ownerSuspended'>): boolean =>
  (status === 'approved' || status === 'unavailable') && !takenDownAt && !ownerSuspended

type Area = {
  allows: readonly Visitor[]
  sendsAway: Partial<Record<Visitor, string>>
  /** The visitors whose attempt to enter is written into the audit log. */
  watches?: readonly Visitor[]
}

/** The parts of the site that aren't for everyone, and where each other visitor is sent instead. */
export const areas = {
  profile: { allows: ['renter', 'owner'], sendsAway: { guest: '/', admin: '/admin' } },
  ownListings: {
    allows: ['owner'],
    sendsAway: { guest: '/', renter: '/profile', admin: '/admin' },
    watches: ['renter'],
  },
  becomeOwner: {
    allows: ['renter'],
    sendsAway: { guest: '/', owner: '/profile/listings', admin: '/admin' },
  },
  admin: {
    allows: ['admin'],
    sendsAway: { guest: '/', renter: '/', owner: '/' },
    watches: ['guest', 'renter', 'owner'],
  },
  cart: { allows: ['guest', 'renter', 'owner'], sendsAway: { admin: '/admin' } },
  chat: { allows: ['renter', 'owner'], sendsAway: { guest: '/login', admin: '/admin' } },
  checkout: { allows: ['renter', 'owner'], sendsAway: { guest: '/items', admin: '/items' } },
  guestOnly: { allows: ['guest'], sendsAway: { renter: '/profile', owner: '/profile', admin: '/admin' } },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
/** An area that only people who are logged in may enter. */
export type AreaOfUsers = {
  [Name in AreaName]: 'guest' extends (typeof areas)[Name]['allows'][number] ? never : Name
}[AreaName]

/**
 * Whether a visitor may enter an area; if not, where they are sent, and whether the attempt is written into the audit
 * log.
 */
export function enter(
  name: AreaName,
  actor: Actor,
): { ok: true } | { ok: false; goTo: string; isWatched: boolean } {
  const area: Area = areas[name]
  const visitor: Visitor = actor.kind === 'user' ? actor.role : 'guest'
  if (area.allows.includes(visitor)) return { ok: true }
  return {
    ok: false,
    goTo: area.sendsAway[visitor] ?? '/',
    isWatched: area.watches?.includes(visitor) ?? false,
  }
}
