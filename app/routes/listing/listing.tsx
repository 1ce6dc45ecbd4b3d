import { redirect } from 'react-router'
import { z } from 'zod'
import { maySeeListing } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { decideRental } from '#domain/order/order.ts'
import { rentalForm } from '#domain/order/rental-form.ts'
import { addDays, BOOKING_HORIZON_DAYS, dayInManila, nearestFreeStart } from '#domain/period.ts'
import { durations } from '#domain/pricing/pricing.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { findListing } from '#server/listing/queries.ts'
import { redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf, typed } from '#app/request.ts'
import { answerReview, isAboutReview } from './answer-review.ts'
import { ChatLink } from './chat-link.tsx'
import { ListingDetails } from './listing-details.tsx'
import { PhotoGallery } from './photo-gallery.tsx'
import { readReviews } from './read-reviews.ts'
import { RentalForm } from './rental-form.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import type { Route } from './+types/listing.ts'

const listingNotFound = 'Sorry, that listing could not be found.'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const now = ctx.clock.now()
  const today = dayInManila(now)
  const id = z.uuid().safeParse(params.listingId)
  const listing = id.success ? await findListing(ctx.db, id.data, today, ctx.actor) : null
  if (!listing || !maySeeListing(ctx.actor, listing))
    throw await redirectWithToast('/products', { kind: 'error', text: listingNotFound })
  const viewer = ctx.actor.kind === 'user' ? ctx.actor : null
  const until = addDays(today, BOOKING_HORIZON_DAYS)
  const firstFree = nearestFreeStart(listing.takenPeriods, durations[0], today, until) ?? today
  const rentable = decideRental(listing, { startDate: firstFree, durationDays: 1 }, viewer?.id ?? '', now)
  return {
    listing,
    reviews: await readReviews(ctx, listing, new URL(request.url).searchParams),
    today,
    until,
    firstFree,
    viewer: viewer && { id: viewer.id, role: viewer.role, isOwner: viewer.id === listing.ownerId },
    /** Why nobody, or not this person, can rent it whatever the dates; null when they can. */
    obstacle: rentable.ok || rentable.reason === 'dates-taken' ? null : rentable.message,
  }
}

/** A refused wish may mean that the dates have gone meanwhile: the page is read again after it. */
export const shouldRevalidate = () => true

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  if (isAboutReview(formData)) return answerReview(ctx, params.listingId, formData)
  const form = readForm(rentalForm, formData)
  if (!form.ok) return answerProblem(form)
  if (form.value.listingId !== params.listingId) return redirect(`/listing/${form.value.listingId}`)
  const added = await addToCart(ctx, form.value)
  if (added.ok)
    return redirectWithToast(`/listing/${params.listingId}`, { kind: 'success', text: 'Item added to cart!' })
  if (added.reason === 'not-found' || added.reason === 'gone')
    return redirectWithToast('/products', { kind: 'error', text: listingNotFound })
  const beside = ['start-date', 'dates-taken'].includes(added.reason) ? 'startDate' : undefined
  return answerRefusal(added, { field: beside, values: typed(formData) })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `${loaderData.listing.title} for rent` : 'Listing', matches) },
  { name: 'description', content: loaderData?.listing.description.slice(0, 155) ?? '' },
]

export default function ListingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, reviews, viewer } = loaderData
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  const isReview = problem?.values.intent === 'write-review'
  return (
    <div className="page py-8 md:py-12">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.35fr)_minmax(20rem,1fr)] lg:gap-12">
        <PhotoGallery photos={listing.photos} title={listing.title} />
        <div className="grid gap-8 lg:row-span-2">
          <RentalForm key={listing.id} {...loaderData} problem={isReview ? undefined : problem} />
          {viewer?.isOwner || viewer?.role === 'admin' ? null : (
            <ChatLink listing={listing} viewerId={viewer?.id ?? null} />
          )}
        </div>
        <ListingDetails listing={listing}>
          <ReviewsSection
            key={listing.id}
            listing={listing}
            reviews={reviews}
            problem={isReview ? problem : undefined}
          />
        </ListingDetails>
      </div>
    </div>
  )
}
