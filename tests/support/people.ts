import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import {
  asConfirmer,
  asHeadAdmin,
  type Confirmer,
  asOwner,
  asRenter,
  type HeadAdmin,
  type Owner,
  type Renter,
} from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import type { ListingForm } from '#domain/listing/listing-form.ts'
import { addDays, type Day } from '#domain/period.ts'
import type { DeliveryOption, DurationDays } from '#domain/pricing/pricing.ts'
import { accepted, actorOf } from '#seeds/act.ts'
import { cast } from '#seeds/demo-data/cast.ts'
import type { Viewer } from '#server/names.ts'
import { createSession } from '#server/account/begin-session.ts'
import { openAccount } from '#server/account/open-account.ts'
import { sessionCookie } from '#server/account/open-session.ts'
import { findSession } from '#server/account/queries.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { readCart } from '#server/cart/read-cart.ts'
import { addListing } from '#server/listing/add-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { quoteFor, readAgreementTemplate } from '#server/order/quote.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { leastForm } from './listing-forms.ts'
import { by, NOW, TODAY, type TestServices } from './services.ts'

export const PASSWORD = 'jeepney ride at dusk'

/** A logged-in person of the demo: `cookie` and `sessionId` are their session's. */
export type Person = User & { cookie: string; sessionId: string }

/**
 * Creates the accounts of demo people by their keys, through the sign-up use case, and logs them in; their emails are
 * confirmed. They share a password.
 */
export async function openPeople<K extends string>(
  services: TestServices,
  ...keys: K[]
): Promise<Record<K, Person>> {
  const people: [string, Person][] = []
  for (const key of keys) {
    const person = cast.find((each) => each.key === key)
    if (!person) throw new Error(`nobody of the demo data has the key ${key}`)
    accepted(await openAccount(services, { ...person, password: PASSWORD }))
    people.push([key, await loggedIn(services, person.email)])
  }
  // Unconfirmed accounts may rent only a little at a time, and get no mail.
  const ids = people.map(([, { id }]) => id)
  if (ids.length > 0) {
    const provedAt = services.clock.now()
    await services.db.updateTable('account').set({ emailVerified: true }).where('id', 'in', ids).execute()
    await services.db.updateTable('session').set({ provedAt }).where('userId', 'in', ids).execute()
  }
  return Object.fromEntries(people) as Record<K, Person>
}

/** A person with a new session, which no use case has recorded. */
export async function loggedIn(services: TestServices, email: string): Promise<Person> {
  const person = await actorOf(services, email)
  const token = await createSession(services, person)
  const cookie = cookieOf([sessionCookie(services, token!)])
  const session = await findSession(services, new Headers({ cookie }))
  return { ...person, cookie, sessionId: session!.id }
}

/** Creates `n` renters who never log in, in one statement. */
export async function openManyAccounts(services: TestServices, n: number): Promise<User[]> {
  const rows = Array.from({ length: n }, (_, i) => ({
    id: randomUUID(),
    name: `Renter ${i}`,
    firstName: 'Renter',
    lastName: `Number ${i}`,
    username: `crowd-${i}`,
    email: `crowd-${i}@hiram.test`,
    emailVerified: true,
  }))
  await services.db.insertInto('account').values(rows).execute()
  return rows.map(({ id, firstName, lastName, email }) => ({
    kind: 'user',
    id,
    role: 'renter',
    firstName,
    lastName,
    email,
    picture: null,
  }))
}

/** The Cookie header that a browser sends after these Set-Cookie headers. */
export function cookieOf(setCookie: readonly string[]): string {
  return setCookie.map((cookie) => cookie.split(';')[0]!).join('; ')
}

/** A person as a `Viewer`. */
export const seenBy = ({ id }: { id: string }, now = NOW): Viewer => ({ id, now })

export const owner = (person: User): Owner => accepted(asOwner(person)).owner
export const renter = (person: User): Renter => accepted(asRenter(person)).renter
/** An admin for everything, by whom money moves without a second pair of eyes. */
export const admin = (person: User): HeadAdmin & Confirmer =>
  accepted(asConfirmer(accepted(asHeadAdmin(person)).admin, { fourEyes: false, proposedBy: person.id }))
    .confirmer

/** The context of an admin and their authority, as the use cases of admins take them. */
export const asAdmin = (services: TestServices, person: User) =>
  [by(services, person), admin(person)] as const

let tiny: Promise<Uint8Array> | undefined

/** A small JPEG. */
export function tinyJpeg(): Promise<Uint8Array> {
  tiny ??= sharp({ create: { width: 40, height: 30, channels: 3, background: '#c66b3d' } })
    .jpeg()
    .toBuffer()
  return tiny
}

/** Uploads a small photo and returns its id. */
export async function uploadTiny(services: TestServices, person: User): Promise<string> {
  return accepted(await uploadPhoto(by(services, person), owner(person), await tinyJpeg())).photo.id
}

/** The schema's result for a listing form, of a tent by default. */
export function aForm(changes: Partial<ListingForm> = {}): ListingForm {
  return {
    ...leastForm,
    description: 'Dry in any rain. Comes with pegs and a mallet.',
    categoryId: 2,
    pricePerDay: 45_000,
    tags: 'camping',
    location: 'Quezon City, Metro Manila',
    ...changes,
  }
}

/** Adds a listing with a photo; it waits for review. */
export async function listThing(services: TestServices, person: User, changes: Partial<ListingForm> = {}) {
  const photoIds = changes.photoIds ?? [await uploadTiny(services, person)]
  const form = aForm({ ...changes, photoIds })
  return accepted(await addListing(by(services, person), owner(person), form)).listingId
}

/** Makes an admin’s decision on a listing; it is accepted by default. */
export async function review(
  services: TestServices,
  person: User,
  listingId: string,
  decision: 'approved' | 'rejected' = 'approved',
) {
  accepted(await moderateListing(by(services, person), admin(person), { listingId, decision }))
}

/** Adds a listing and approves it. */
export async function listApproved(
  services: TestServices,
  { owner: lister, admin: reviewer }: { owner: User; admin: User },
  changes: Partial<ListingForm> = {},
) {
  const listingId = await listThing(services, lister, changes)
  await review(services, reviewer, listingId)
  return listingId
}

export type Wanted = {
  startDate?: Day
  durationDays?: DurationDays
  deliveryOption?: DeliveryOption
}

/** A request for a listing: one day from tomorrow, picked up, by default. */
export function rentalRequest(listingId: string, wanted: Wanted = {}) {
  return {
    listingId,
    startDate: addDays(TODAY, 1),
    durationDays: 1 as DurationDays,
    deliveryOption: 'pickup' as DeliveryOption,
    ...wanted,
  }
}

/** Adds listings to a cart. */
export async function fillCart(
  services: TestServices,
  person: User,
  listingIds: readonly string[],
  wanted?: Wanted,
) {
  for (const listingId of listingIds)
    accepted(await addToCart(by(services, person), rentalRequest(listingId, wanted)))
}

/** The quote for a cart as the checkout page shows it. */
export async function seenQuote(services: TestServices, person: User) {
  const who = renter(person)
  return quoteFor(await readAgreementTemplate(services.db), who, await readCart(by(services, person), who))
}

/** The fields of a person's checkout form. */
export async function aCheckout(services: TestServices, person: User) {
  const { fingerprint } = await seenQuote(services, person)
  return { idempotencyKey: randomUUID(), paymentMethod: 'cash_on_delivery' as const, quoteSeen: fingerprint }
}

/** Rents listings in one order; `rentalIds` in the order of `listingIds`. */
export async function rent(
  services: TestServices,
  person: User,
  listingIds: readonly string[],
  wanted?: Wanted,
) {
  await fillCart(services, person, listingIds, wanted)
  const checkout = await aCheckout(services, person)
  const { orderNumber } = accepted(await placeOrder(by(services, person), renter(person), checkout))
  const rentals = await services.db
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .select(['rental.id', 'rental.listingId', 'rental.orderId'])
    .where('order.number', '=', orderNumber)
    .execute()
  const rentalIds = listingIds.map((id) => rentals.find((rental) => rental.listingId === id)!.id)
  return { orderNumber, orderId: rentals[0]!.orderId, rentalId: rentalIds[0]!, rentalIds }
}
