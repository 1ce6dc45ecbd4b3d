import { Flag } from 'lucide-react'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { isShownToPastRenters } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { formatPeso, pesosInFigures } from '#domain/money.ts'
import { decideRental, startWindow } from '#domain/order/order.ts'
import { rentalForm } from '#domain/order/rental-form.ts'
import { isDay, nearestFreeStart } from '#domain/period.ts'
import { deliveryOptions, durations } from '#domain/pricing/pricing.ts'
import { reliabilityTexts } from '#domain/rental/reliability.ts'
import { addToCart } from '#server/cart/add-to-cart.ts'
import { findListing } from '#server/listing/queries.ts'
import { findOwnerRecord } from '#server/rental/find-owner-record.ts'
import { seesListing } from '#server/review/queries.ts'
import { similarListings } from '#server/listing/similar-listings.ts'
import { flashCookie, redirectWithToast } from '#app/flash.ts'
import { pageMeta, siteOf, structured, summaryOf } from '#app/page-meta.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf, typedValues, uuidOf } from '#app/request.ts'
import { Link } from '#app/ui/link.tsx'
import { answerReview, isAboutReview } from './answer-review.ts'
import { Breadcrumb, crumbsOf } from './breadcrumb.tsx'
import { ChatLink } from './chat-link.tsx'
import { ListingDetails } from './listing-details.tsx'
import { ListingNotFound, listingNotFound } from './listing-not-found.tsx'
import { PhotoGallery } from './photo-gallery.tsx'
import { readReviews } from './read-reviews.ts'
import { RentalForm } from './rental-form.tsx'
import { answerWait, isAboutWaiting } from '../waitlist/answer-wait.ts'
import { WaitForm } from '../waitlist/wait-form.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { shownListing } from './shown-listing.ts'
import { ShareListing } from './share-listing.tsx'
import { SimilarItems } from './similar-items.tsx'
import { breadcrumbData, productData } from './structured-data.ts'
import type { Route } from './+types/listing.ts'

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const now = ctx.clock.now()
  const { from: today, until } = startWindow(now)
  const id = z.uuid().safeParse(params.listingId)
  const found = id.success ? await findListing(ctx.db, id.data, today, ctx.actor, now) : null
  if (!found || !(await seesListing(ctx, found))) {
    // A browser that requests only the data redirects by itself.
    const isPage = request.headers.get('accept')?.includes('text/html')
    const flash = await flashCookie({ kind: 'error', text: listingNotFound })
    const headers = isPage ? { 'Set-Cookie': flash } : undefined
    const status = found?.archivedAt ? 410 : 404
    return data({ listing: null, refresh: '0;url=/products' }, { status, headers })
  }
  const { personBlocks, status, pausedAt, takenDownAt, ownerSuspended } = found
  const listing = shownListing(found)
  const viewer = ctx.actor.kind === 'user' ? ctx.actor : null
  const isOwnerOrAdmin = viewer !== null && (viewer.role === 'admin' || viewer.id === listing.ownerId)
  const isBlocked = personBlocks.byMe || personBlocks.byThem
  const firstFree = nearestFreeStart(listing.takenPeriods, durations[0], today, until) ?? today
  const rentable = decideRental(found, { startDate: firstFree, durationDays: 1 }, viewer?.id ?? '', now)
  return {
    listing,
    /** Why it is not public, for its owner and admins; null when it is. */
    hidden:
      isOwnerOrAdmin && !listing.isPublic
        ? {
            status,
            pausedAt,
            takenDownAt,
            ownerSuspended,
            isShownToPastRenters: isShownToPastRenters(found),
          }
        : null,
    reviews: await readReviews(ctx, listing, url.searchParams),
    reliability: reliabilityTexts(await findOwnerRecord(ctx.db, listing.ownerId, now)),
    similar: await similarListings(ctx.db, listing, { viewer: ctx.actor }),
    today,
    until,
    firstFree,
    initial: requestOf(url.searchParams),
    viewer: viewer && { id: viewer.id, role: viewer.role, isOwner: viewer.id === listing.ownerId },
    mayWait: viewer !== null && !isOwnerOrAdmin && listing.isPublic && !isBlocked,
    /** Why the person can't rent it on any dates; null when they can. */
    obstacle: rentable.ok || rentable.reason === 'dates-taken' ? null : rentable.message,
  }
}

/** The choices in an address; invalid ones are ignored. */
function requestOf(query: URLSearchParams) {
  const start = query.get('start') ?? ''
  return {
    start: isDay(start) ? start : '',
    days: durations.find((n) => String(n) === query.get('days')) ?? 1,
    delivery: deliveryOptions.find((option) => option === query.get('delivery')) ?? 'pickup',
  }
}

/** After a refused request the page is read again, because the dates may have been taken meanwhile. */
export const shouldRevalidate = () => true

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  if (isAboutWaiting(formData)) return answerWait(ctx, uuidOf(params.listingId), formData)
  if (isAboutReview(formData)) return answerReview(ctx, params.listingId, formData)
  const form = readForm(rentalForm, formData)
  if (!form.ok) return answerProblem(form)
  if (form.value.listingId !== params.listingId) return redirect(`/listing/${form.value.listingId}`)
  const { shownPrice, ...choice } = form.value
  const added = await addToCart(ctx, choice, { seenPriceCentavos: shownPrice })
  if (added.ok)
    return redirectWithToast(`/listing/${params.listingId}`, { kind: 'success', text: 'Item added to cart!' })
  if (['not-found', 'gone', 'paused'].includes(added.reason))
    return redirectWithToast('/products', { kind: 'error', text: listingNotFound })
  const beside = ['start-date', 'dates-taken'].includes(added.reason) ? 'startDate' : undefined
  return answerRefusal(added, { field: beside, values: typedValues(formData) })
}

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  if (!loaderData?.listing || error) return []
  const { listing } = loaderData
  const price = formatPeso(listing.pricePerDayCentavos)
  const { baseUrl } = siteOf(matches)
  const more = [
    { property: 'product:price:amount', content: pesosInFigures(listing.pricePerDayCentavos) },
    { property: 'product:price:currency', content: 'PHP' },
    structured(productData(baseUrl, listing, loaderData.reviews.reviews)),
    structured(breadcrumbData(baseUrl, crumbsOf(listing))),
  ]
  return pageMeta(matches, {
    title: `${listing.title} for rent, ${price}/day`,
    description: summaryOf(`Rent it for ${price} a day in ${listing.location}. ${listing.description}`),
    path: `/listing/${listing.id}`,
    type: 'product',
    ...(listing.isPublic
      ? { picture: { path: `/og/listing/${listing.id}.jpg`, alt: `${listing.title}, ${price} a day` }, more }
      : { unlisted: true }),
  })
}

export default function ListingPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.listing) return <ListingNotFound />
  const { listing, reviews, viewer } = loaderData
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  const isReview = problem?.values.intent === 'write-review'
  const isWait = problem?.values.intent === 'wait'
  const isOther = viewer !== null && !viewer.isOwner && viewer.role !== 'admin'
  return (
    <div key={listing.id} className="page py-6 md:py-8">
      <div className="mb-3 flex items-center justify-between gap-x-2 md:mb-5">
        <Breadcrumb crumbs={crumbsOf(listing)} />
        {listing.isPublic ? <ShareListing title={listing.title} path={`/listing/${listing.id}`} /> : null}
      </div>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.35fr)_minmax(20rem,1fr)] lg:gap-12">
        <PhotoGallery photos={listing.photos} title={listing.title} />
        <div className="grid grid-cols-1 gap-8 lg:row-span-2">
          <RentalForm {...loaderData} problem={isReview || isWait ? undefined : problem} />
          {loaderData.mayWait && (listing.takenPeriods.length > 0 || isWait) ? (
            <WaitForm
              from={loaderData.today}
              until={loaderData.until}
              problem={isWait ? problem : undefined}
            />
          ) : null}
          {viewer?.isOwner || viewer?.role === 'admin' ? null : (
            <ChatLink listing={listing} viewerId={viewer?.id ?? null} />
          )}
          {isOther ? (
            <Link
              to={`/report?listing=${listing.id}`}
              className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-sm"
            >
              <Flag aria-hidden="true" className="size-4" />
              Report this listing
            </Link>
          ) : null}
        </div>
        <ListingDetails listing={listing} reliability={loaderData.reliability}>
          <ReviewsSection
            listing={listing}
            reviews={reviews}
            mayReport={viewer !== null && viewer.role !== 'admin'}
            problem={isReview ? problem : undefined}
          />
        </ListingDetails>
      </div>
      <SimilarItems listings={loaderData.similar} />
    </div>
  )
}
