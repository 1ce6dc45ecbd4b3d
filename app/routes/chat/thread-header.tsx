import { ChevronLeft } from 'lucide-react'
import { Link } from '#app/ui/link.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { ThreadMenu } from './thread-menu.tsx'
import type { ThreadView } from './thread-view.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

type ThreadHeaderProps = Pick<ThreadView, 'threadId' | 'partner' | 'listing' | 'safety'>

/** The other person and the listing of a thread. */
export function ThreadHeader({ threadId, partner, listing, safety }: ThreadHeaderProps) {
  return (
    <header className="flex items-center gap-2.5 border-b border-line px-2 py-2.5 sm:gap-4 sm:px-4">
      <Link
        to="/profile/messages"
        aria-label="My Conversations"
        title="My Conversations"
        className={
          '-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken ' +
          'focus-visible:rounded-full'
        }
      >
        <ChevronLeft aria-hidden="true" className="size-6" />
      </Link>
      <PersonPicture picture={partner.picture} size={48} className="size-11 bg-sunken sm:size-12" />
      <div className="min-w-0 grow">
        <h1 tabIndex={-1} className="truncate text-base/tight sm:text-lg/tight">
          <bdi>{partner.name}</bdi>
        </h1>
        <p className="truncate text-sm text-muted">
          About{' '}
          {listing.href ? (
            <Link to={listing.href} className="underline underline-offset-4 hover:text-accent">
              <bdi>{listing.title}</bdi>
            </Link>
          ) : (
            <bdi>{listing.title}</bdi>
          )}
        </p>
      </div>
      <div className="w-12 shrink-0 overflow-hidden max-[27rem]:hidden rounded-md sm:w-14">
        <ListingPhoto photo={listing.photo} alt="" sizes="56px" shape="square" />
      </div>
      {threadId && !partner.left ? (
        <ThreadMenu threadId={threadId} partnerName={partner.name} blockedByMe={safety.blockedByMe} />
      ) : null}
    </header>
  )
}
