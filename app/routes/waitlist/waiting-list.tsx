import { asRenter } from '#domain/access.ts'
import { formatPeso } from '#domain/money.ts'
import { formatInstant, formatPeriod } from '#domain/period.ts'
import { waitAnswerForm } from '#domain/waitlist/wait-form.ts'
import { waitStateText } from '#domain/waitlist/waitlist.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { LoadMore } from '#app/ui/load-more.tsx'
import { useMore } from '#app/ui/use-more.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { leaveWaitlist } from '#server/waitlist/leave-waitlist.ts'
import { listWaiting, type Waiting } from '#server/waitlist/queries.ts'
import { rentOffered } from '#server/waitlist/rent-offered.ts'
import { answerButton } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { trackerOf } from '#app/tracker-path.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/waiting-list.ts'

const here = '/profile/waiting-list'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const gate = asRenter(ctx.actor)
  const after = args.url.searchParams.get('after')
  const entries = gate.ok
    ? await listWaiting(ctx.db, gate.renter, ctx.clock.now(), after)
    : { items: [], next: null }
  return { entries }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const formData = await formDataOf(args.request)
  const gate = asRenter(ctx.actor)
  if (!gate.ok) return redirectWithToast(here, { kind: 'error', text: gate.message })
  const { renter } = gate
  return answerButton(ctx, formData, {
    schema: waitAnswerForm,
    act: ({ intent, entryId, shownPrice }) =>
      intent === 'rent'
        ? rentOffered(ctx, renter, { entryId, seenPriceCentavos: shownPrice })
        : leaveWaitlist(ctx, renter, { entryId, declines: intent === 'decline' }),
    to: formData.get('intent') === 'rent' ? '/cart' : here,
    refusedAt: here,
    done: (_, { intent }) =>
      ({
        rent: 'In your cart. Check out before the offer ends.',
        decline: 'Declined. We ask the next one.',
        leave: 'You left the list.',
      })[intent],
  })
}

const afterEntries = (after: string) => `${here}?after=${after}`
const entriesOf = ({ entries }: Route.ComponentProps['loaderData']) => entries

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Waiting list', matches) }]

export default function WaitingList({ loaderData }: Route.ComponentProps) {
  useReloadOn('notice')
  const { items: entries, more, loading, load } = useMore(loaderData.entries, entriesOf, afterEntries)
  return (
    <>
      <PageHeading title="Waiting list" lead="Days that you wait for, and those that are free for you." />
      {entries.length === 0 ? (
        <EmptyState
          art="calendar"
          title="You wait for nothing"
          action={<ButtonLink to="/products">Browse Items</ButtonLink>}
        >
          When the days you would like are taken, leave them on the item’s page. We tell you when they are
          free.
        </EmptyState>
      ) : (
        <ul role="list" className="grid max-w-3xl gap-4">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {more ? <LoadMore to={more} of="entries" loading={loading} load={load} /> : null}
    </>
  )
}

function Entry({ entry }: { entry: Waiting }) {
  const { title, listingId, period, state, offeredUntil, isOrdered, pricePerDayCentavos, canOpen } = entry
  return (
    <Card as="article" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="text-lg/snug">
          {canOpen ? (
            <Link to={`/listing/${listingId}`} className="hover:text-accent hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p>{formatPeriod(period)}</p>
        <p className="text-sm text-muted">
          {isOrdered
            ? 'In your order, which waits for its payment'
            : state === 'offered' && offeredUntil
              ? `${waitStateText(state)} until ${formatInstant(offeredUntil)}, at ` +
                `${formatPeso(pricePerDayCentavos)} a day`
              : waitStateText(state)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isOrdered ? (
          <ButtonLink to={trackerOf('renter')} size="sm">
            See your order
          </ButtonLink>
        ) : null}
        {state === 'offered' && !isOrdered ? (
          <>
            <EntryButton entry={entry} intent="rent" label="Rent it" variant="primary" />
            <EntryButton entry={entry} intent="decline" label="No, thanks" variant="secondary" />
          </>
        ) : null}
        {state === 'waiting' ? (
          <EntryButton entry={entry} intent="leave" label="Leave the list" variant="secondary" />
        ) : null}
      </div>
    </Card>
  )
}

type EntryButtonProps = { entry: Waiting; intent: string; label: string; variant: 'primary' | 'secondary' }

function EntryButton({ entry, intent, label, variant }: EntryButtonProps) {
  const shownPrice = intent === 'rent' ? entry.pricePerDayCentavos : undefined
  return (
    <ButtonForm
      hidden={{ intent, entryId: entry.id, shownPrice }}
      variant={variant}
      size="sm"
      aria-label={`${label}: ${entry.title}, ${formatPeriod(entry.period)}`}
      busyText="Saving..."
    >
      {label}
    </ButtonForm>
  )
}
