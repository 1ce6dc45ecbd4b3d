import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Await, useFetcher } from 'react-router'
import { dayInManila, formatDay } from '#domain/period.ts'
import { LoadMore } from '#app/ui/load-more.tsx'
import type { Page } from '#app/ui/use-more.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { OrderStatusBadge, RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { ThreadSummary } from '#server/chat/queries.ts'
import type { Purchase } from '#server/rental/queries.ts'
import { Link } from '#app/ui/link.tsx'
import { PersonPicture } from '#app/ui/person-picture.tsx'

type HistoryProps<T> = {
  id: string
  title: string
  /** Its name in the loader's data, and in the address of its later pages. */
  name: 'purchases' | 'chats'
  /** Null when it could not be read. */
  entries: Promise<Page<T> | null>
  empty: ReactNode
  children: (entry: T) => ReactNode
}

/** One of the histories below the Settings form: a list that may load later than the form. */
function HistorySection<T extends { id: string }>({
  id,
  title,
  name,
  entries,
  empty,
  children,
}: HistoryProps<T>) {
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <Suspense fallback={<LoadingDots label="Loading history..." showLabel />}>
        <Await resolve={entries}>
          {(page) =>
            page === null ? (
              <p className="mt-3 text-danger">This history could not be loaded. Please try again later.</p>
            ) : page.items.length === 0 ? (
              <p className="mt-3 text-muted">{empty}</p>
            ) : (
              <Entries key={page.items[0]!.id} name={name} first={page}>
                {children}
              </Entries>
            )
          }
        </Await>
      </Suspense>
    </Card>
  )
}

type EntriesProps<T> = { name: 'purchases' | 'chats'; first: Page<T>; children: (entry: T) => ReactNode }

function Entries<T extends { id: string }>({ name, first, children }: EntriesProps<T>) {
  const [laterPages, setLaterPages] = useState<Page<T>[]>([])
  const fetcher = useFetcher<Record<typeof name, Promise<Page<T> | null>>>()
  const { data, state } = fetcher
  const pagePromise = data?.[name]
  /** The last promise that has settled; the page in an answer may arrive after the answer itself. */
  const [settledPromise, setSettledPromise] = useState<typeof pagePromise>()
  // Without an answer there is no promise.
  const isReading = state !== 'idle' || (pagePromise !== undefined && settledPromise !== pagePromise)
  const [hasFailed, setFailed] = useState(false)
  const moreRequested = useRef(false)
  useEffect(() => {
    if (state !== 'idle') return
    // React Router repeats the last load after every action; such a page must not be appended.
    const isMore = moreRequested.current
    moreRequested.current = false
    void pagePromise
      ?.catch(() => null)
      .then((page) => {
        setSettledPromise(pagePromise)
        if (!isMore) return
        setFailed(page === null)
        if (page) setLaterPages((pages) => [...pages, page])
      })
  }, [state, pagePromise])
  const pages = [first, ...laterPages]
  const next = pages.at(-1)!.next
  return (
    <>
      <ul role="list" className="mt-3 divide-y divide-line">
        {pages
          .flatMap(({ items }) => items)
          .map((entry) => (
            <li key={entry.id}>{children(entry)}</li>
          ))}
      </ul>
      {hasFailed ? (
        <p role="alert" className="mt-3 text-danger">
          More could not be loaded. Please try again later.
        </p>
      ) : null}
      {next ? (
        <LoadMore
          to={`/profile/settings?${name}=${next}`}
          of={name}
          loading={isReading}
          load={(href) => {
            if (isReading) return
            moreRequested.current = true
            setFailed(false)
            void fetcher.load(href)
          }}
        />
      ) : null}
    </>
  )
}

/**
 * The person's rentals as a renter, each with the listing's title, the start date and the rental's status, or the
 * order's while it awaits payment.
 */
export function PurchaseHistory({ purchases }: { purchases: Promise<Page<Purchase> | null> }) {
  return (
    <HistorySection
      id="purchases"
      title="Purchase History"
      name="purchases"
      entries={purchases}
      empty="You haven’t rented anything yet."
    >
      {({ title, status, start, orderNumber, orderStatus }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <Link
            to={`/receipt/${orderNumber}`}
            className="min-w-0 py-1 font-semibold wrap-anywhere hover:text-accent hover:underline"
          >
            {title}
          </Link>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-sm text-muted">Starts {formatDay(start)}</span>
            {orderStatus === 'awaiting_payment' ? (
              <OrderStatusBadge status={orderStatus} />
            ) : (
              <RentalStatusBadge status={status} />
            )}
          </span>
        </div>
      )}
    </HistorySection>
  )
}

/** The person's chats: the other person, and the listing. */
export function ChatHistory({ chats }: { chats: Promise<Page<ThreadSummary> | null> }) {
  return (
    <HistorySection
      id="chats"
      title="Chat History"
      name="chats"
      entries={chats}
      empty="You haven’t written to anyone yet."
    >
      {({ id, partnerName, partnerPicture, title, lastMessageAt }) => (
        <div className="flex items-center gap-3 py-3">
          <PersonPicture picture={partnerPicture} size={40} className="size-10 bg-sunken" />
          <div className="min-w-0 grow">
            <Link
              to={`/chat?thread_id=${id}`}
              className="inline-block py-1 font-semibold wrap-anywhere hover:text-accent hover:underline"
            >
              {partnerName}
            </Link>
            <p className="truncate text-sm text-muted">{title}</p>
          </div>
          <span className="text-sm text-muted">{formatDay(dayInManila(lastMessageAt))}</span>
        </div>
      )}
    </HistorySection>
  )
}
