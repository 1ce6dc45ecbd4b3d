import type { ComponentProps } from 'react'
import { shortCount } from './count-badge.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { cx } from './primitives/cx.ts'

type IconLinkProps = {
  to: string
  icon: ComponentProps<typeof Icon>['name']
  title: string
  /** Its accessible name, which says the count too. */
  label: string
  count: number
  /** On small screens the menu has it instead. */
  isInMenu?: boolean
}

/** A link of the header: an icon, with a count on its corner. */
export function IconLink({ to, icon, title, label, count, isInMenu }: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={title}
      className={cx(
        'relative size-11 shrink-0 place-items-center rounded-full hover:bg-sunken focus-visible:rounded-full',
        isInMenu ? 'hidden sm:grid' : 'grid',
      )}
    >
      <Icon name={icon} className="size-5.5" />
      {count === 0 ? null : (
        <span
          aria-hidden="true"
          className={
            'absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 ' +
            'text-xs font-bold text-on-accent tabular-nums'
          }
        >
          {shortCount(count)}
        </span>
      )}
    </Link>
  )
}
