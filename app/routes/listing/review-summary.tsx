import { formatRating } from '#domain/review/review.ts'
import { Stars, starsLabel } from '#app/ui/stars.tsx'
import type { RatingSpread } from '#server/review/queries.ts'

type ReviewSummaryProps = { average: number; count: number; spread: RatingSpread }

/** The average of the verified reviews, and how many reviews gave each number of stars. */
export function ReviewSummary({ average, count, spread }: ReviewSummaryProps) {
  const shown = formatRating(average)
  return (
    <div
      className={
        'mt-5 grid grid-cols-1 items-center gap-x-10 gap-y-5 rounded-xl border border-line bg-card p-5 ' +
        'shadow-card sm:grid-cols-[auto_minmax(0,1fr)] sm:p-6'
      }
    >
      <div className="flex flex-wrap items-center gap-4 sm:flex-col sm:items-start sm:gap-1.5">
        <p className="font-display text-4xl font-bold">{shown}</p>
        <div>
          <Stars rating={average} label={starsLabel(shown)} className="h-6" />
          <p className="mt-1 text-sm text-muted">
            {count === 1 ? '1 verified rental' : `${count} verified rentals`}
          </p>
        </div>
      </div>
      <ol aria-label="Ratings" reversed className="grid gap-1.5 text-sm">
        {([5, 4, 3, 2, 1] as const).map((stars) => (
          <SpreadRow key={stars} stars={stars} given={spread[stars - 1]!} count={count} />
        ))}
      </ol>
    </div>
  )
}

function SpreadRow({ stars, given, count }: { stars: number; given: number; count: number }) {
  const share = count === 0 ? 0 : (given / count) * 100
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)_min(2rem,12%)] items-center gap-3">
      <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
      <svg aria-hidden="true" className="h-2.5 w-full overflow-hidden rounded-full bg-sunken">
        <rect width={`${share}%`} height="100%" rx="5" className="fill-accent" />
      </svg>
      <span className="text-right text-muted tabular-nums">
        <span className="sr-only">: </span>
        {given}
      </span>
    </li>
  )
}
