import { asHeadAdmin, asReviewer } from '#domain/access.ts'
import type { Rating } from '#domain/review/rating.ts'
import type { ReviewDecision } from '#domain/review/review.ts'
import { DAY_MS } from '#domain/time.ts'
import { sendContactMessage } from '#server/contact/send-contact-message.ts'
import type { Services } from '#server/context.ts'
import { moderateReview } from '#server/review/moderate-review.ts'
import { reviewIdOf } from '#server/review/queries.ts'
import { writeReview } from '#server/review/write-review.ts'
import { accepted, act } from '../act.ts'
import type { DemoData } from './people-and-listings.ts'

type Written = [author: string, thing: string, daysAgo: number, rating: Rating, body: string]

/** Reviews by people who completed the rental in `rentals.ts`. */
// oxfmt-ignore
const ofRenters: Written[] = [
  ['miguel', 'fujifilm-xt30', 83, 5, ("Shot my sister’s debut with it. The 35mm is sharp even in a dim " +
"function hall, and Olivia showed me the film simulations before I left.")],
  ['fatima', 'fujifilm-xt30', 47, 4, ("Great camera for a week in Batanes. One of the two batteries ran down " +
"quickly in the cold, so ask for the spare.")],
  ['ramon', 'fujifilm-xt30', 24, 5, ("Clean, complete, and exactly as in the photos. Handing over in " +
"Mandaluyong took five minutes.\n\nWould borrow again.")],
  ['katrina', 'fujifilm-xt30', 18, 5, 'For a one-day product shoot. It came with an empty card and a full battery.'],
  ['benjie', 'fujifilm-xt30', 11, 3, ("The camera is lovely. Pick-up was an hour later than we had agreed, " +
"though Olivia said sorry and we settled it.")],
  ['fatima', 'hammock-stand', 45, 5, ("Sturdy stand, and the weave is beautiful. The " +
"children did not want to give it back.")],
  ['grace', 'hammock-stand', 16, 4, ("Fits a small terrace, barely. Measure first: the " +
"stand is almost three metres long.")],
  ['joaquin', 'nintendo-switch', 36, 5, ("Four controllers, all charged, and Mario Kart " +
"ready to go. Our Noche Buena was saved.")],
  ['joaquin', 'dome-tent', 57, 5, ("It rained the whole night in Tanay and we stayed dry. " +
"Everything was labelled, even the pegs.")],
  ['benjie', 'dome-tent', 34, 5, 'Up in ten minutes, the second time.'],
  ['miguel', 'dome-tent', 22, 4, ("Four people is honest if nobody brings a big bag. One peg was bent; Diego " +
"already knew and gave us a spare.")],
  ['ramon', 'dome-tent', 14, 4, 'Solid tent. Bring your own mat, the floor is thin.'],
  ['fatima', 'canon-r50', 14, 4, 'Easy for a beginner like me. The kit lens is a bit slow indoors.'],
  ['joaquin', 'hammer-drill', 14, 5, ("Eleven holes in concrete, one afternoon. Mang " +
"Ernie even lent me his dust mask.")],
  ['rosalinda', 'stand-mixer', 11, 5, ("Ensaymada for sixty. It did not even get warm. Ma. " +
"Teresa wrote down her own recipe for me!")],
]

/** Reviews by people who did not rent: the second half of them waits for an admin. */
// oxfmt-ignore
const ofOthers: (Written | [...Written, ReviewDecision])[] = [
  ['rosalinda', 'fujifilm-xt30', 40, 5, ("My daughter rented this through a friend and " +
"came home with wonderful pictures."), 'publish'],
  ['katrina', 'hammer-drill', 30, 4, ("Used it at Mang Ernie’s own house when he helped " +
"us hang shelves. A serious machine."), 'publish'],
  ['benjie', 'bouncy-castle', 20, 1, 'Selling a better one for cheap, message me on my page!!!', 'reject'],
  ['grace', 'canon-r50', 6, 2, 'Looks good but the price is high compared with the others here.'],
  ['fatima', 'videoke-machine', 2, 5, 'Our neighbours had it all weekend. Loud, and the song list is very complete.'],
  ['joaquin', 'cooler-box', 1, 4, 'Borrowed it from Jun last summer, before this site. The ice lasted two days.'],
]

/** Writes the demo's reviews, an admin's decisions on some of them, and two contact messages. */
export async function writeReviews(services: Services, demo: DemoData, now: Date): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
  for (const [author, thing, daysAgo, rating, body, decision] of [...ofRenters, ...ofOthers] as [
    ...Written,
    ReviewDecision?,
  ][]) {
    const ctx = act(services, demo.people.get(author), at(daysAgo))
    const { reviewer } = accepted(asReviewer(ctx.actor))
    const listingId = demo.listings.get(thing)!
    const { status } = accepted(await writeReview(ctx, reviewer, { listingId, rating, body }))
    if (ofRenters.some((each) => each[4] === body) && status !== 'published')
      throw new Error(`${author} reviews ${thing} as someone who rented it, and no rental says so`)
    if (!decision) continue
    const moderating = act(services, demo.people.get('amihan'), at(daysAgo - 0.5))
    const { admin } = accepted(asHeadAdmin(moderating.actor))
    const reviewId = reviewIdOf(listingId, reviewer.id)
    accepted(await moderateReview(moderating, admin, { reviewId, decision }))
  }
  for (const { author, daysAgo, ...review } of reviews) {
    const ctx = act(services, author ? demo.people.get(author) : undefined, at(daysAgo))
    accepted(await sendContactMessage(ctx, { ...review, website: '' }))
  }
}

const reviews = [
  {
    author: 'grace',
    daysAgo: 3,
    name: 'Mary Grace Manalo',
    email: 'grace@hiram.test',
    subject: 'Two names on one rental',
    message: 'My husband picks the car seat up on Saturday. Do you need his name as well?',
  },
  {
    author: null,
    daysAgo: 1,
    name: 'Kapitan Rey Salonga',
    email: 'kapitan@barangay.test',
    subject: 'A shelf for our barangay',
    message:
      'Magandang araw po.\n\nOur barangay hall has forty monobloc chairs and a sound system that rest ' +
      'most of the month. May a barangay list things as an owner, and who would sign?',
  },
]
