import {
  AlarmClock,
  Ban,
  BadgeCheck,
  CalendarCheck,
  CalendarClock,
  CalendarHeart,
  CalendarPlus,
  CalendarSync,
  CalendarX,
  CircleCheck,
  Gavel,
  HandCoins,
  Handshake,
  type LucideIcon,
  MessageCircle,
  Store,
  Undo2,
  Wallet,
} from 'lucide-react'
import { type NoticeIcon, notificationKinds, type SiteKind } from '#domain/notification/kinds.ts'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { Unbroken } from '#app/ui/unbroken.tsx'

const icons: Record<NoticeIcon, LucideIcon> = {
  gavel: Gavel,
  'calendar-plus': CalendarPlus,
  'circle-check': CircleCheck,
  'calendar-x': CalendarX,
  ban: Ban,
  handshake: Handshake,
  wallet: Wallet,
  undo: Undo2,
  'hand-coins': HandCoins,
  'calendar-clock': CalendarClock,
  'calendar-sync': CalendarSync,
  'calendar-heart': CalendarHeart,
  'calendar-check': CalendarCheck,
  'alarm-clock': AlarmClock,
  'message-circle': MessageCircle,
  store: Store,
  'badge-check': BadgeCheck,
}

export type ShownNotice = {
  id: string
  kind: SiteKind
  title: string
  text: string
  isRead: boolean
  /** The day in Manila: `Today`, or `Mon, Nov 16`. */
  day: string
  time: string
}

/** A notice; the whole item is a link to its subject, and marks it as read. */
export function NoticeItem({ notice }: { notice: ShownNotice }) {
  const { id, kind, title, text, isRead, time } = notice
  const Icon = icons[notificationKinds[kind].icon]
  return (
    <li
      className={
        'relative flex flex-wrap items-start gap-4 border-line p-4 not-last:border-b hover:bg-sunken sm:p-5'
      }
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-11 shrink-0 place-items-center rounded-full',
          isRead ? 'bg-sunken text-muted' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon className="size-5.5" />
      </span>
      <div className="min-w-[min(100%,9rem)] grow basis-0">
        <h3 className={cx('text-base/snug wrap-anywhere', isRead ? 'font-medium' : 'font-semibold')}>
          <Link
            to={`/profile/notices/${id}`}
            className={
              'after:absolute after:inset-0 focus-visible:after:outline-3 ' +
              'focus-visible:after:-outline-offset-3 focus-visible:after:outline-ring'
            }
          >
            {isRead ? null : <span className="sr-only">Unread: </span>}
            <Unbroken>{title}</Unbroken>
          </Link>
        </h3>
        <p className="mt-1 wrap-anywhere text-muted">{text}</p>
        <p className="mt-1 text-sm text-muted tabular-nums sm:hidden">{time}</p>
      </div>
      <div className="flex shrink-0 items-center gap-3 pt-0.5 max-sm:absolute max-sm:top-2.5 max-sm:left-12">
        <p className="hidden text-sm text-muted tabular-nums sm:block">{time}</p>
        <span
          aria-hidden="true"
          className={cx('mt-1.5 size-2.5 rounded-full sm:mt-0', isRead ? '' : 'bg-accent')}
        />
      </div>
    </li>
  )
}
