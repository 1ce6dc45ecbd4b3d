import { sql } from 'kysely'
import { asAdmin, asOwner } from '#domain/access.ts'
import type { VerificationDecision } from '#domain/account/verification.ts'
import type { User } from '#domain/actor.ts'
import { parsePeso } from '#domain/money.ts'
import { setVerification } from '#server/account/set-verification.ts'
import { openAccount } from '#server/account/sign-up.ts'
import type { Services } from '#server/context.ts'
import { addListing } from '#server/listing/add-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { accepted, act, actorOf } from './act.ts'
import { keepBooks } from './town/bank.ts'
import { limitAvailability } from './town/availability.ts'
import { type Person, cast } from './town/cast.ts'
import { type TownListing, townListings } from './town/catalogue.ts'
import { renderPhoto } from './town/drawing/index.ts'
import { playConversations } from './town/conversations.ts'
import { pressHearts } from './town/favorites.ts'
import type { Till } from './town/till.ts'
import { playReports } from './town/reports.ts'
import { playRentals } from './town/rentals.ts'
import { writeReviews } from './town/reviews.ts'

/** The password of every account of the town. */
export const townPassword = 'hiram-demo-2026'

/** What Amihan has decided about her neighbours; the others wait. */
const verifications: Record<string, VerificationDecision> = {
  olivia: 'verified',
  ernesto: 'verified',
  teresa: 'verified',
  bea: 'verified',
  miguel: 'verified',
  katrina: 'verified',
  benjie: 'rejected',
}

const DAY_MS = 86_400_000

export type Town = { people: Map<string, User>; listings: Map<string, string> }

/**
 * Builds the town in an empty database by calling the server's verbs as its people would: they sign up, list their
 * things with photos, an admin reviews them, and rentals of every state are played; those paid online too, where
 * `till` is given. `say` hears what is being done. Today is now; everything before it happens in the past. `listings`
 * maps the keys of the town's listings to ids.
 */
export async function buildTown(
  services: Services,
  say: (step: string) => void,
  till: Till | null = null,
): Promise<Town> {
  const now = services.clock.now()
  const closed = till?.open()
  try {
    return await playTown(services, say, now, till)
  } finally {
    closed?.()
  }
}

async function playTown(
  services: Services,
  say: (step: string) => void,
  now: Date,
  till: Till | null,
): Promise<Town> {
  say(`${cast.length} people move in`)
  const people = new Map<string, User>()
  for (const [i, person] of cast.entries())
    people.set(person.key, await moveIn(services, person, daysBefore(now, movedIn(person, i))))
  for (const [key, decision] of Object.entries(verifications))
    await verify(services, people, key, decision, daysBefore(now, 20))

  const listings = new Map<string, string>()
  for (const [i, thing] of townListings.entries()) {
    if (i % 12 === 0) say(`drawing and listing things, ${i} of ${townListings.length}`)
    const listedAt = new Date(now.getTime() - (townListings.length - i) * 30 * 3_600_000)
    listings.set(thing.key, await list(services, people, thing, i, listedAt))
  }
  say('neighbours rent from each other')
  const town = { people, listings }
  await pressHearts(services, town, now)
  await playRentals(services, town, now, till)
  if (till) await keepBooks(services, town, now, till)
  await playConversations(services, town, now)
  await playReports(services, town, now)
  await writeReviews(services, town, now)
  await limitAvailability(services, town, now)
  return town
}

/** How many days ago: owners before they listed anything, most renters one by one since then. */
function movedIn({ role }: Person, i: number): number {
  return role === 'renter' && i > 10 ? 120 - (i - 11) * 15 : 200 - i * 5
}

async function verify(
  services: Services,
  people: Town['people'],
  key: string,
  decision: VerificationDecision,
  at: Date,
) {
  const ctx = act(services, people.get('amihan'), at)
  const { admin } = accepted(asAdmin(ctx.actor))
  accepted(await setVerification(ctx, admin, { accountId: people.get(key)!.id, decision }))
}

async function moveIn(services: Services, person: Person, since: Date): Promise<User> {
  const { accountId } = accepted(await openAccount(services, { ...person, password: townPassword }))
  await sql`update account set created_at = ${since}, image = ${`/avatars/${person.avatar}.svg`}, email_verified = ${person.key !== 'grace'} where id = ${accountId}`.execute(
    services.db,
  )
  await services.db.deleteFrom('session').where('userId', '=', accountId).execute()
  return actorOf(services, person.email)
}

async function list(services: Services, people: Town['people'], thing: TownListing, i: number, at: Date) {
  const ctx = act(services, people.get(thing.ownerKey), at)
  const { owner } = accepted(asOwner(ctx.actor))
  const views = i % 3 === 0 ? ([0, 1] as const) : ([0] as const)
  const photoIds = []
  for (const view of views)
    photoIds.push(accepted(await uploadPhoto(ctx, owner, await renderPhoto(thing.key, view))).photo.id)
  const category = await services.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', thing.category)
    .executeTakeFirstOrThrow()
  const { listingId } = accepted(
    await addListing(ctx, owner, {
      title: thing.title,
      description: thing.description,
      categoryId: category.id,
      pricePerDay: parsePeso(thing.pricePerDay)!,
      tags: thing.tags.join(', '),
      location: thing.location,
      ownerTerms: thing.ownerTerms,
      bookableWhileRented: thing.bookableWhileRented,
      cancellationPolicy: thing.cancellationPolicy ?? 'flexible',
      deposit: thing.deposit ? parsePeso(thing.deposit)! : 0,
      photoIds,
    }),
  )
  if (thing.fate === 'waiting') return listingId
  const review = act(services, people.get('amihan'), new Date(at.getTime() + 3_600_000))
  const { admin } = accepted(asAdmin(review.actor))
  accepted(await moderateListing(review, admin, { listingId, decision: thing.fate }))
  return listingId
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
