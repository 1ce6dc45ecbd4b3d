import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { statusWording } from '#domain/listing/listing.ts'
import { formatPeso } from '#domain/money.ts'
import type { Suggestion } from '#server/catalogue/suggest-listings.ts'
import { Link } from '#app/ui/link.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { SuggestAnswer } from './use-suggestions.ts'

type Props = {
  listId: string
  typed: string
  active: number | null
  answer: SuggestAnswer
  /** The address of each option. */
  options: readonly string[]
  isAdmin: boolean
  onPoint: (index: number) => void
  /** Called when an option was clicked, which navigates. */
  onChoose: () => void
  /** Tells whether the panel is on the page; it must stay the same function. */
  onShow: (isShown: boolean) => void
}

/** The suggestions below the box. Focus stays in the box, which names the active option. */
export function SuggestionPanel({
  listId,
  typed,
  active,
  answer,
  options,
  isAdmin,
  onPoint,
  onChoose,
  onShow,
}: Props) {
  useEffect(() => {
    onShow(true)
    return () => onShow(false)
  }, [onShow])
  const found = answer.state === 'failed' ? [] : answer.suggestions
  const option = (index: number) => ({
    id: `${listId}-${index}`,
    to: options[index]!,
    isActive: index === active,
    onPoint: () => onPoint(index),
    onChoose,
  })
  const note = noteOf(answer, typed)
  return (
    <div
      className={
        'absolute inset-x-0 top-full z-50 mt-2.5 max-h-[min(34rem,calc(100dvh-9rem))] ' +
        'overflow-y-auto rounded-xl border border-line bg-card p-2 shadow-lift md:left-auto md:w-104'
      }
    >
      <p role="status" className={note.shown ? 'px-3 py-2.5 text-muted' : 'sr-only'}>
        {note.text}
      </p>
      <div id={listId} role="listbox" aria-label="Suggestions" aria-busy={answer.state === 'waiting'}>
        {found.map((listing, i) => (
          <Option key={listing.id} {...option(i)}>
            <Found listing={listing} isAdmin={isAdmin} />
          </Option>
        ))}
        <Option {...option(found.length)}>
          <span className="flex items-center justify-between gap-3 px-1 py-1.5 font-semibold text-accent">
            <span className="min-w-0 wrap-anywhere">See all results for “{typed}”</span>
            <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
          </span>
        </Option>
      </div>
    </div>
  )
}

function noteOf(answer: SuggestAnswer, typed: string): { text: string; shown: boolean } {
  if (answer.state === 'failed') return { text: answer.message, shown: true }
  const { length } = answer.suggestions
  if (answer.state === 'waiting') return { text: 'Searching...', shown: length === 0 }
  if (length === 0) return { text: `Nothing is called “${typed}”.`, shown: true }
  return { text: length === 1 ? '1 suggestion' : `${length} suggestions`, shown: false }
}

type OptionProps = {
  id: string
  to: string
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
  children: ReactNode
}

function Option({ id, to, isActive, onPoint, onChoose, children }: OptionProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(item) => {
        if (isActive) item?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      className={
        'block min-h-11 rounded-md px-2 py-1.5 focus-visible:outline-offset-0 ' +
        'aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 ' +
        'aria-selected:outline-ring'
      }
    >
      {children}
    </Link>
  )
}

function Found({ listing, isAdmin }: { listing: Suggestion; isAdmin: boolean }) {
  return (
    <span className="flex items-center gap-3">
      <ListingPhoto
        photo={listing.photo}
        alt=""
        sizes="64px"
        className="w-16 shrink-0 rounded-md border border-line"
      />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 leading-snug font-semibold">{listing.title}</span>
        <span className="block truncate text-sm text-muted">
          {listing.categoryName}, {formatPeso(listing.pricePerDayCentavos)} a day
        </span>
      </span>
      {isAdmin ? (
        <ListingStatusBadge status={listing.status} wording={statusWording(listing.status)} />
      ) : null}
    </span>
  )
}
