import { useId } from 'react'
import { cx } from './primitives/cx.ts'

export const starPath = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z'

/** A rating of 0 to 5 as stars, the last one partly filled; `label` is its text. */
export function Stars({ rating, label, className }: { rating: number; label: string; className?: string }) {
  const clip = useId()
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 120 24"
      className={cx(
        'inline-block aspect-5/1 h-5 shrink-0 text-accent forced-colors:text-[CanvasText]',
        className,
      )}
    >
      <clipPath id={clip}>
        <rect width={rating * 24} height="24" />
      </clipPath>
      {[0, 1, 2, 3, 4].map((i) => (
        <path
          key={i}
          d={starPath}
          transform={`translate(${i * 24})`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      ))}
      <g clipPath={`url(#${clip})`}>
        {[0, 1, 2, 3, 4].map((i) => (
          <path key={i} d={starPath} transform={`translate(${i * 24})`} fill="currentColor" />
        ))}
      </g>
    </svg>
  )
}

/** `4 of 5 stars`, as a screen reader reads a rating. */
export const starsLabel = (rating: number | string): string => `${rating} of 5 stars`
