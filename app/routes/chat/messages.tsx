import { messagePreview } from '#domain/chat/chat.ts'
import { formatInstant } from '#domain/period.ts'
import { viewerOf } from '#server/names.ts'
import { listThreads } from '#server/chat/queries.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { titleOf } from '#app/title.ts'
import { admit } from '#app/request.ts'
import { shortCount } from '#app/ui/count-badge.tsx'
import { Link } from '#app/ui/link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Route } from './+types/messages.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const { db, actor } = ctx
  const after = args.url.searchParams.get('after')
  const { threads, next } = await listThreads(db, viewerOf(actor, ctx), after)
  return {
    threads: threads.map(({ lastMessage, lastMessageAt, ...thread }) => ({
      ...thread,
      preview: messagePreview(lastMessage),
      at: formatInstant(lastMessageAt),
    })),
    next,
    isFirst: after === null,
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Messages', matches) }]

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { threads, next, isFirst } = loaderData
  useReloadOn('message', 'read')
  return (
    <>
      <PageHeading title="My Conversations" lead="What you and other people wrote about a listing." />
      {threads.length === 0 ? (
        <EmptyState
          art="letter"
          title={isFirst ? 'You have no active conversations.' : 'There are no older conversations.'}
          action={<ButtonLink to="/products">Browse Items</ButtonLink>}
        >
          Open a listing and press “Chat with Owner” to start one.
        </EmptyState>
      ) : (
        <ul className="overflow-hidden rounded-xl border border-line bg-card shadow-card">
          {threads.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isFirst ? null : (
          <ButtonLink to="/profile/messages" variant="secondary">
            Newest conversations
          </ButtonLink>
        )}
        {next ? (
          <ButtonLink to={`/profile/messages?after=${next}`} variant="secondary">
            Older conversations
          </ButtonLink>
        ) : null}
      </div>
    </>
  )
}

type Thread = Route.ComponentProps['loaderData']['threads'][number]

function ThreadRow({ thread }: { thread: Thread }) {
  return (
    <li
      className={
        'relative flex flex-wrap items-start gap-4 border-line p-4 not-last:border-b hover:bg-sunken sm:p-5'
      }
    >
      <PersonPicture picture={thread.partnerPicture} size={56} className="size-12 bg-sunken sm:size-14" />
      <div className="min-w-[min(100%,9rem)] grow basis-0">
        <h2 className="text-base/snug font-semibold max-sm:pr-10">
          <Link
            to={`/chat?thread_id=${thread.id}`}
            className={
              'wrap-anywhere after:absolute after:inset-0 focus-visible:after:outline-3 ' +
              'focus-visible:after:-outline-offset-3 focus-visible:after:outline-ring'
            }
          >
            {thread.partnerName}
          </Link>
        </h2>
        <p className="truncate text-sm text-muted">{thread.title}</p>
        <p className={`mt-1 truncate ${thread.unread > 0 ? 'font-semibold' : ''}`}>{thread.preview}</p>
        <p className="mt-1 text-sm text-muted sm:hidden">{thread.at}</p>
      </div>
      <div className={'flex shrink-0 flex-col items-end gap-2 max-sm:absolute max-sm:top-4 max-sm:right-4'}>
        <p className="hidden text-sm text-muted tabular-nums sm:block">{thread.at}</p>
        {thread.unread > 0 ? (
          <p
            className={
              'grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-sm font-bold ' +
              'text-on-accent tabular-nums'
            }
          >
            {shortCount(thread.unread)}
            <span className="sr-only"> unread</span>
          </p>
        ) : null}
      </div>
    </li>
  )
}
