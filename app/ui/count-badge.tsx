/** A number on the corner of an icon; the icon's accessible name contains it for screen readers. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className={
        'absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 ' +
        'text-xs font-bold text-on-accent tabular-nums'
      }
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
