import type { Role } from './account/account.ts'
import type { Actor, User } from './actor.ts'
import { loginToAsk } from './assistant/assistant.ts'
import { loginToChat } from './chat/chat.ts'
import { loginToFavorite } from './favorite/favorite.ts'
import { loginToReview } from './review/review.ts'
import { notFound, refuse, type Refusal, type Verdict } from './verdict.ts'

/**
 * Who may do what, all in one place. Authority is a type: a value of `Admin`, `ListingOwner` or `RentalParty`
 * can only come from here, and a verb that needs one does not compile without it.
 */
declare const proof: unique symbol
type Proven<Kind extends string> = { readonly [proof]: Kind }

/** Someone logged in who may rent: renters and owners. */
export type Renter = User & Proven<'Renter'>
/** Someone logged in who may list things. */
export type Owner = User & Proven<'Owner'>
/** Someone logged in who may review what others list: renters and owners. */
export type Reviewer = User & Proven<'Reviewer'>
/** Someone who keeps the site in order. */
export type Admin = User & Proven<'Admin'>
/** The owner of the listing that was asked for. */
export type ListingOwner = User & Proven<'ListingOwner'>
/** One of the two people of the rental that was asked for, and which side they are on. */
export type RentalParty = { user: User; side: 'renter' | 'owner' } & Proven<'RentalParty'>

/** Someone who may have the account that was asked for deleted: its person, or an admin for anyone else. */
export type AccountRemover = User & Proven<'AccountRemover'>

/** Someone logged in, who has a conversation with the assistant. */
export type Asker = User & Proven<'Asker'>

/** One of the two people of the thread that was asked for, and which side they are on. */
export type ThreadParty = { user: User; side: 'renter' | 'owner' } & Proven<'ThreadParty'>

/** The refusals of this file that kept someone from what is another’s or an admin’s. */
const denials = new WeakSet<Refusal>()

function deny(refusal: Refusal): Refusal {
  denials.add(refusal)
  return refusal
}

/** Whether a refusal kept someone from what is another’s or an admin’s: such are written into the audit log. */
export const isDenial = (refusal: Refusal): boolean => denials.has(refusal)

const loginToRent = () => refuse('login', 'Please login to rent an item.')

/** Renters and owners rent; admins don't. */
export function asRenter(actor: Actor): Verdict<{ renter: Renter }> {
  if (actor.kind !== 'user') return loginToRent()
  if (actor.role === 'admin') return refuse('role', 'Admins can’t rent items. Please use a renter account.')
  return { ok: true, renter: actor as Renter }
}

/** Renters and owners review what others list; admins look the reviews over. */
export function asReviewer(actor: Actor): Verdict<{ reviewer: Reviewer }> {
  if (actor.kind !== 'user') return refuse('login', loginToReview)
  if (actor.role === 'admin') return refuse('role', 'Admins don’t write reviews.')
  return { ok: true, reviewer: actor as Reviewer }
}

/** Renters and owners keep favourites. */
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

/** Only admins moderate. */
export function asAdmin(actor: Actor): Verdict<{ admin: Admin }> {
  if (actor.kind !== 'user') return refuse('login', 'Please log in as an admin.')
  if (actor.role !== 'admin') return deny(refuse('role', 'Only admins can do this.'))
  return { ok: true, admin: actor as Admin }
}

/** Only its owner edits, deletes or pauses a listing, or blocks days of it. */
export function asListingOwner(
  actor: Actor,
  listing: { ownerId: string },
  wish: 'edit' | 'delete' | 'pause' | 'resume' | 'block days of',
): Verdict<{ owner: ListingOwner }> {
  if (actor.kind !== 'user' || actor.role !== 'owner' || actor.id !== listing.ownerId)
    return deny(refuse('not-owner', `You don't have permission to ${wish} this item.`))
  return { ok: true, owner: actor as ListingOwner }
}

/** The two people of a rental see it; to everyone else it is not there. */
export function asRentalParty(
  actor: Actor,
  rental: { renterId: string; ownerId: string },
): Verdict<{ party: RentalParty }> {
  if (actor.kind !== 'user') return deny(notFound())
  if (actor.id === rental.ownerId) return { ok: true, party: { user: actor, side: 'owner' } as RentalParty }
  if (actor.id === rental.renterId) return { ok: true, party: { user: actor, side: 'renter' } as RentalParty }
  return deny(notFound())
}

/** People delete their own account, admins anyone else's. Refusals: `login`, `own-admin`, `not-found`. */
export function asAccountRemover(actor: Actor, accountId: string): Verdict<{ remover: AccountRemover }> {
  if (actor.kind !== 'user') return refuse('login', 'Please log in first.')
  if (actor.role === 'admin' && actor.id === accountId)
    return refuse('own-admin', 'Admins can’t delete their own account. Another admin can do it for you.')
  if (actor.role !== 'admin' && actor.id !== accountId) return deny(notFound())
  return { ok: true, remover: actor as AccountRemover }
}

/** Someone may ask an owner about a listing: renters, and owners about what others list. */
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

/** The two people of a thread read and write it; to everyone else it is not there. */
export function asThreadParty(
  actor: Actor,
  thread: { renterId: string; ownerId: string },
): Verdict<{ party: ThreadParty }> {
  if (actor.kind !== 'user') return deny(notFound())
  if (actor.id === thread.ownerId) return { ok: true, party: { user: actor, side: 'owner' } as ThreadParty }
  if (actor.id === thread.renterId) return { ok: true, party: { user: actor, side: 'renter' } as ThreadParty }
  return deny(notFound())
}

/**
 * Everybody sees a public listing (`listing.is_public` of the database says which are); its owner and admins see it
 * in any state until it is archived.
 */
export function maySeeListing(
  actor: Actor,
  listing: { isPublic: boolean; ownerId: string; archivedAt: Date | null },
): boolean {
  if (listing.archivedAt) return false
  if (listing.isPublic) return true
  return actor.kind === 'user' && (actor.role === 'admin' || actor.id === listing.ownerId)
}

type Visitor = Role | 'guest'
type Area = {
  allows: readonly Visitor[]
  sendsAway: Partial<Record<Visitor, string>>
  /** Of whom it is written into the audit log that they asked for it; others are only on a wrong way. */
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

/**
 * Whether a visitor may enter an area, and otherwise where they are sent, and whether that is written into the audit
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
