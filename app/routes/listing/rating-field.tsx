import { useId, useState } from 'react'
import { ratings } from '#domain/review/rating.ts'
import { FieldError, RequiredMark } from '#app/ui/primitives/field-frame.tsx'
import { starPath } from '#app/ui/stars.tsx'

const choice =
  'group/star relative grid size-12 place-items-center rounded-full text-line-strong transition-colors ' +
  'has-checked:text-accent [&:has(~label>:checked)]:text-accent ' +
  'hover:text-accent [&:has(~label:hover)]:text-accent ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-ring'

/** One to five stars: five radios, so that arrow keys choose; the stars up to the chosen one are full. */
export function RatingField({ value, error }: { value: string | undefined; error: string | undefined }) {
  const id = useId()
  const [chosen, setChosen] = useState(value)
  const meaning = ratings.find(({ stars }) => String(stars) === chosen)?.meaning
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <legend className="font-semibold">
        Rating
        <RequiredMark />
      </legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-2 flex">
          {ratings.map(({ stars, label }) => (
            <label key={stars} className={choice}>
              <input
                type="radio"
                name="rating"
                value={stars}
                required
                defaultChecked={value === String(stars)}
                onChange={() => setChosen(String(stars))}
                data-invalid={error ? true : undefined}
                className="sr-only"
              />
              <svg aria-hidden="true" viewBox="0 0 24 24" className="size-9">
                <path
                  d={starPath}
                  stroke="currentColor"
                  strokeWidth="1.3"
                  strokeLinejoin="round"
                  className={
                    'fill-transparent group-has-checked/star:fill-current ' +
                    'group-hover/star:fill-current group-[:has(~label>:checked)]/star:fill-current ' +
                    'group-[:has(~label:hover)]/star:fill-current'
                  }
                />
              </svg>
              <span className="sr-only">{label}</span>
            </label>
          ))}
        </div>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {meaning ?? '1 is poor, 5 is excellent'}
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
