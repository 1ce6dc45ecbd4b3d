import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/period.ts'
import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { asReviewer } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import { addFavorite } from '#server/favorite/add-favorite.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { subscribeBrowser } from '#server/notification/subscribe-browser.ts'
import { makeFeed } from '#server/calendar-feed/change-feed.ts'
import { unsubscribePath } from '#server/notification/unsubscribe-link.ts'
import { uploadPrivatePhoto } from '#server/photo/upload-photo.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { reviewIdOf } from '#server/review/queries.ts'
import { writeReview } from '#server/review/write-review.ts'
import { addTag } from '#server/tag/add-tag.ts'
import { listSitemapParts } from '#server/discovery/queries.ts'
import { deposits } from '#tests/support/deposits.ts'
import { makeSamples, oweFor } from '#tests/support/page-samples.ts'
import { fillPasskeys } from '#tests/support/passkey.ts'
import {
  aCheckout,
  asAdmin,
  fillCart,
  listThing,
  PASSWORD,
  rent,
  tinyJpeg,
  uploadTiny,
} from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { Site } from '#tests/support/with-site.ts'

export type Who = 'ramon' | 'olivia' | 'katrina' | 'diego' | 'amihan' | 'miguel'
export type Samples = Record<string, string>

export const AGREEMENT = '{{renterName}} borrows {{items}}.'

/** An address at the push service of the tests, and keys of the right form. */
export const pushTarget = (name: string) => ({
  endpoint: `https://push.test/${name}`,
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
})

/**
 * One of everything: Ramon is the renter, and Olivia the owner; what has one person only is Ramon's. The others of the
 * cast are strangers to all of it.
 */
export async function matrixSamples(site: Site<Who>): Promise<Samples> {
  const { services, cast } = site
  const { db } = services
  const pages = await makeSamples(site)
  const claimPhoto = await claimedWithPhoto(site)
  const rentalOnline = (await deposits(site).returned('online')).rentalId
  const debt = await oweFor(services, rentalOnline)
  const absent = await notHandedOver(site)
  const [gown, waiting] = [await site.publish({ title: 'Ball gown' }), await listThing(services, cast.olivia)]
  const template = await db
    .insertInto('agreementTemplate')
    .values({ body: `${AGREEMENT} Really.` })
    .returning('version')
    .executeTakeFirstOrThrow()
  await fillCart(services, cast.ramon, [pages.listing!], { startDate: addDays(TODAY, 10) })
  const checkout = await aCheckout(services, cast.ramon)
  accepted(await addFavorite(by(services, cast.ramon), { listingId: pages.listing! }))
  const days = { firstDay: addDays(TODAY, 40), lastDay: addDays(TODAY, 41) }
  accepted(await blockDates(by(services, cast.olivia), { listingId: gown, ...days }))
  for (const name of ['kept tag', 'other tag'])
    accepted(await addTag(...asAdmin(services, cast.amihan), { name }))
  const contact = randomUUID()
  const written = { listingId: gown, rating: 4 as const, body: 'Sturdy.' }
  accepted(await writeReview(by(services, cast.ramon), accepted(asReviewer(cast.ramon)).reviewer, written))
  const lost = { name: 'Ana', email: 'ana@hiram.test', subject: 'A peg', message: 'It is lost.' }
  await db
    .insertInto('contactMessage')
    .values({ id: contact, ...lost })
    .execute()
  accepted(await subscribeBrowser(by(services, cast.ramon), pushTarget('ramon')))
  const job = { kind: 'welcome-mail', payload: JSON.stringify({ accountId: cast.ramon.id }), dueAt: NOW }
  const { id: jobId } = await db
    .insertInto('effect')
    .values({ ...job, failedAt: NOW, lastError: 'temporary' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fillPasskeys(services, cast.ramon.id, 1)
  const passkey = await db.selectFrom('passkey').select('id').executeTakeFirstOrThrow()
  await new Visitor(site.app, services).post('/login', {
    portal: 'renter',
    email: cast.ramon.email,
    password: PASSWORD,
  })
  const chatPhoto = await sentPhoto(site, pages.thread!)
  const pending = await rentalOf(site, pages.order!)
  const entryPhoto = accepted(await uploadPrivatePhoto(by(services, cast.ramon), await tinyJpeg())).photo.id
  await db.updateTable('photo').set({ entryRentalId: pending }).where('id', '=', entryPhoto).execute()
  return {
    ...pages,
    entryPhoto,
    claimPhoto,
    chatPhoto,
    ramonMail: cast.ramon.email,
    gown,
    waiting,
    sitemap: (await listSitemapParts(db, 1))[0]!,
    contact,
    review: reviewIdOf(gown, cast.ramon.id),
    rentalOnline,
    debt,
    absent,
    quote: checkout.quoteSeen,
    key: checkout.idempotencyKey,
    job: String(jobId),
    passkey: passkey.id,
    pending,
    template: String(template.version),
    category: '2',
    dateBlock: (
      await db.selectFrom('blockedPeriod').select('id').where('heldFor', 'is', null).executeTakeFirstOrThrow()
    ).id,
    offer: await offeredTo(site, pages.listing!),
    change: (
      await db
        .selectFrom('rentalChange')
        .select('id')
        .where('rentalId', '=', pages.changing!)
        .executeTakeFirstOrThrow()
    ).id,
    message: String(
      (await db.selectFrom('message').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
    ),
    photo: await uploadTiny(services, cast.olivia),
    calendar: accepted(await makeFeed(by(services, cast.ramon))).token,
    unsubscribe: unsubscribePath(services.settings, {
      accountId: cast.ramon.id,
      kind: 'approved',
      to: cast.ramon.email,
    }).split('token=')[1]!,
    session: (
      await db
        .selectFrom('session')
        .select('id')
        .where('userId', '=', cast.ramon.id)
        .orderBy('createdAt', 'desc')
        .executeTakeFirstOrThrow()
    ).id,
    ...Object.fromEntries(Object.entries(cast).map(([name, { id }]) => [name, id])),
  }
}

/** A rental whose first day was yesterday, approved and not handed over. */
async function notHandedOver(site: Site<Who>): Promise<string> {
  const { services, cast } = site
  services.clock.set(new Date(NOW.getTime() - 24 * 3_600_000))
  const listing = await site.publish({ title: 'Kayak' })
  const wanted = { startDate: addDays(TODAY, -1), durationDays: 7 as const }
  const { rentalId } = await rent(services, cast.ramon, [listing], wanted)
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  services.clock.set(NOW)
  return rentalId
}

/** Days of a listing that are held for Ramon, who waited for them. */
async function offeredTo({ services, cast }: Site<Who>, listingId: string): Promise<string> {
  const id = randomUUID()
  const period = `[${addDays(TODAY, 100)},${addDays(TODAY, 103)})`
  const until = new Date(NOW.getTime() + 7_200_000)
  await services.db
    .insertInto('waitlistEntry')
    .values({
      id,
      listingId,
      period,
      accountId: cast.ramon.id,
      askedAt: NOW,
      state: 'offered',
      offeredUntil: until,
    })
    .execute()
  const held = { heldFor: cast.ramon.id, heldUntil: until, reason: 'offer' as const }
  await services.db
    .insertInto('blockedPeriod')
    .values({ id, listingId, period, createdAt: NOW, ...held })
    .execute()
  return id
}

/** A photo with a claim of Olivia's on a deposit of Ramon's. */
async function claimedWithPhoto(site: Site<Who>): Promise<string> {
  const { services, cast } = site
  const { rentalId } = await deposits(site).returned('cash_on_delivery')
  const photo = await uploadTiny(services, cast.olivia)
  const claim = { rentalId, centavos: 10_000, reason: 'Torn.', photoIds: [photo] }
  accepted(await claimDeposit(by(services, cast.olivia), claim))
  return photo
}

/** A photo that Ramon sent to Olivia. */
async function sentPhoto(site: Site<Who>, thread: string): Promise<string> {
  const photo = new Blob([(await tinyJpeg()) as BlobPart], { type: 'image/jpeg' })
  const fields = { intent: 'send', text: 'See', photo }
  await new Visitor(site.app, site.services, site.cast.ramon).post(`/chat?thread_id=${thread}`, fields)
  const { id } = await site.services.db
    .selectFrom('photo')
    .select('id')
    .where('inChat', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

async function rentalOf({ services }: Site<Who>, number: string): Promise<string> {
  const { id } = await services.db
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .select('rental.id')
    .where('order.number', '=', number)
    .executeTakeFirstOrThrow()
  return id
}

export type When = (site: Site<Who>, samples: Samples) => Promise<unknown>

/** The pending rental after these actions of its owner. */
export const after =
  (...actions: RentalAction[]): When =>
  async ({ services, cast }, { pending }) => {
    for (const action of actions)
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId: pending!, action }))
  }
