import { sql } from 'kysely'
import { asHeadAdmin, asOwner } from '#domain/access.ts'
import type { VerificationDecision } from '#domain/account/verification.ts'
import type { User } from '#domain/actor.ts'
import { listingForm } from '#domain/listing/listing-form.ts'
import { DAY_MS, HOUR_MS, hoursAfter } from '#domain/time.ts'
import { setVerification } from '#server/account/set-verification.ts'
import { openAccount } from '#server/account/open-account.ts'
import type { Services } from '#server/context.ts'
import { addListing } from '#server/listing/add-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { accepted, act, actorOf } from './act.ts'
import { recordBankMovements } from './demo-data/bank-movements.ts'
import { createDateBlocks } from './demo-data/availability.ts'
import { createPickUps } from './demo-data/places.ts'
import { type Person, cast } from './demo-data/cast.ts'
import { type DemoListing, demoListings } from './demo-data/catalogue.ts'
import { encodedNow } from './demo-data/photos.ts'
import { listingPicture } from './demo-data/pictures.ts'
import type { DemoData } from './demo-data/people-and-listings.ts'
import { createConversations } from './demo-data/conversations.ts'
import { addFavorites } from './demo-data/favorites.ts'
import type { DemoPayments } from './demo-data/payments.ts'
import { changePlans } from './demo-data/plans.ts'
import { createReports } from './demo-data/reports.ts'
import { createRentals } from './demo-data/rentals.ts'
import { writeReviews } from './demo-data/reviews.ts'

/** The password of every account of the demo. */
export const demoPassword = 'hiram-demo-2026'

/** Amihan's decisions about her neighbours; the others wait. */
const verifications: Record<string, VerificationDecision> = {
  olivia: 'verified',
  ernesto: 'verified',
  teresa: 'verified',
  bea: 'verified',
  miguel: 'verified',
  katrina: 'verified',
  benjie: 'rejected',
}

/**
 * Builds the demo data in an empty database by calling the server's use cases as its people would: they sign up, list
 * their things with photos, an admin reviews them, and rentals in every status are created; also ones paid online, if
 * `payments` is given. `say` is called with the progress. Today is now; all events are in the past. `listings` maps
 * the keys of the demo's listings to ids. `images` stores the pictures.
 */
export async function buildDemoData(
  services: Services,
  say: (message: string) => void,
  payments: DemoPayments | null = null,
  images = encodedNow(services.images),
): Promise<DemoData> {
  const now = services.clock.now()
  const closed = payments?.open()
  try {
    return await runDemoScenarios({ ...services, images }, say, now, payments)
  } finally {
    closed?.()
  }
}

async function runDemoScenarios(
  services: Services,
  say: (message: string) => void,
  now: Date,
  payments: DemoPayments | null,
): Promise<DemoData> {
  say(`${cast.length} people move in`)
  const people = new Map<string, User>()
  // All have the same password, and a hash is a tenth of a second of work.
  const hashed = services.passwords.hash(demoPassword)
  const withHash = { ...services, passwords: { ...services.passwords, hash: () => hashed } }
  for (const [i, person] of cast.entries())
    people.set(person.key, await moveIn(withHash, person, daysBefore(now, movedIn(person, i))))
  for (const [key, decision] of Object.entries(verifications))
    await verify(services, people, key, decision, daysBefore(now, 20))

  const listings = new Map<string, string>()
  for (const [i, thing] of demoListings.entries()) {
    if (i % 12 === 0) say(`listing things, ${i} of ${demoListings.length}`)
    const listedAt = new Date(now.getTime() - (demoListings.length - i) * 30 * HOUR_MS)
    listings.set(thing.key, await list(services, people, thing, i, listedAt))
  }
  say('neighbours rent from each other')
  const demo = { people, listings }
  await addFavorites(services, demo, now)
  await createRentals(services, demo, now, payments)
  if (payments) await recordBankMovements(services, demo, now, payments)
  await createConversations(services, demo, now)
  await createReports(services, demo, now)
  await writeReviews(services, demo, now)
  await createDateBlocks(services, demo, now)
  await changePlans(services, demo, now)
  await createPickUps(services, demo, now)
  return demo
}

/** How many days ago a person signed up: owners before they listed anything, most renters one by one since then. */
function movedIn({ role }: Person, i: number): number {
  return role === 'renter' && i > 10 ? 120 - (i - 11) * 15 : 200 - i * 5
}

async function verify(
  services: Services,
  people: DemoData['people'],
  key: string,
  decision: VerificationDecision,
  at: Date,
) {
  const ctx = act(services, people.get('amihan'), at)
  const { admin } = accepted(asHeadAdmin(ctx.actor))
  accepted(await setVerification(ctx, admin, { accountId: people.get(key)!.id, decision }))
}

async function moveIn(services: Services, person: Person, since: Date): Promise<User> {
  const { accountId } = accepted(await openAccount(services, { ...person, password: demoPassword }))
  await sql`update account set created_at = ${since}, image = ${`/avatars/${person.avatar}.svg`},
    email_verified = ${person.key !== 'grace'} where id = ${accountId}`.execute(services.db)
  return actorOf(services, person.email)
}

async function list(services: Services, people: DemoData['people'], thing: DemoListing, i: number, at: Date) {
  const ctx = act(services, people.get(thing.ownerKey), at)
  const { owner } = accepted(asOwner(ctx.actor))
  const views = i % 3 === 0 ? ([0, 1] as const) : ([0] as const)
  const photoIds = []
  for (const view of views)
    photoIds.push(accepted(await uploadPhoto(ctx, owner, listingPicture(thing.key, view))).photo.id)
  const category = await services.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', thing.category)
    .executeTakeFirstOrThrow()
  const form = listingForm.parse({
    title: thing.title,
    description: thing.description,
    categoryId: String(category.id),
    pricePerDay: thing.pricePerDay,
    tags: thing.tags.join(', '),
    location: thing.location,
    ownerTerms: thing.ownerTerms,
    bookableWhileRented: thing.bookableWhileRented ? 'on' : undefined,
    cancellationPolicy: thing.cancellationPolicy,
    deposit: thing.deposit,
    photoIds,
  })
  const { listingId } = accepted(await addListing(ctx, owner, form))
  if (thing.moderation === 'waiting') return listingId
  const review = act(services, people.get('amihan'), hoursAfter(at, 1))
  const { admin } = accepted(asHeadAdmin(review.actor))
  accepted(await moderateListing(review, admin, { listingId, decision: thing.moderation }))
  return listingId
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
