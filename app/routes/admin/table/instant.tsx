import { dayInManila, formatDay, formatTime } from '#domain/period.ts'

/** An instant in a narrow column: on a wide screen a line breaks only between the day and the time. */
export function Instant({ at }: { at: Date }) {
  return (
    <span>
      <span className="whitespace-nowrap">{`${formatDay(dayInManila(at))},`}</span>{' '}
      <span className="whitespace-nowrap">{formatTime(at)}</span>
    </span>
  )
}
