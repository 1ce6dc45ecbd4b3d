/** A count as it is drawn: `7`, or `99+`. */
export const shortCount = (count: number) => (count > 99 ? '99+' : String(count))

/** A count as it is read out: `7`, or `over 99`. */
export const spokenCount = (count: number) => (count > 99 ? 'over 99' : String(count))

/** For example `1 unread notice`. */
export const unreadText = (count: number, what: 'message' | 'notice') =>
  `${spokenCount(count)} unread ${count === 1 ? what : `${what}s`}`

/** The number of unread messages, at the end of a line. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      className={
        'ml-auto grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-sm ' +
        'font-bold text-on-accent tabular-nums'
      }
    >
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{unreadText(count, 'message')}</span>
    </span>
  )
}
