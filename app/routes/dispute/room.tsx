import { z } from 'zod'
import { formatPeriod } from '#domain/period.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Context } from '#server/context.ts'
import { findRoom } from '#server/dispute/find-room.ts'
import { redirectWithToast } from '#app/flash.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { answerRoomPost } from './answer-room-post.ts'
import { RoomDeposit } from './room-deposit.tsx'
import { RoomDisputes } from './room-disputes.tsx'
import { RoomForms } from './room-forms.tsx'
import { RoomQuestion } from './room-question.tsx'
import { viewRoom } from './room-view.ts'
import { Debts } from '../debt/debts.tsx'
import { trackerOf } from '../rental/tracker-path.ts'
import type { Route } from './+types/room.ts'

const tracker = '/profile/rental-tracker'

/** The room in the address, for one of its two people; everyone else is redirected to their tracker. */
async function roomOf(ctx: Context, rentalId: string) {
  const found = z.uuid().safeParse(rentalId).success ? recordDenial(ctx, await findRoom(ctx, rentalId)) : null
  if (!found?.ok || found.room.orderStatus !== 'confirmed')
    throw await redirectWithToast(tracker, { kind: 'error', text: 'Sorry, that could not be found.' })
  return found.room
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  return viewRoom(ctx, await roomOf(ctx, args.params.rentalId))
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerRoomPost(ctx, await roomOf(ctx, args.params.rentalId), args.request)
}

/** After a refusal the page shows the current room. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Deposit for ${loaderData.rental.title}` : 'Deposit', matches) },
]

export default function RoomPage({ loaderData: room, actionData }: Route.ComponentProps) {
  const { rental, side, names, disputes, depositStatus, may, debts } = room
  const here = `${tracker}/${rental.rentalId}/claim`
  return (
    <>
      <BackLink to={trackerOf(side)}>Rental Tracker</BackLink>
      <PageHeading
        title={depositStatus ? 'Deposit' : 'Problems'}
        lead={`${rental.title}, ${formatPeriod(rental.period)}.`}
      />
      <RoomQuestion room={room} here={here} />
      <div className="grid max-w-3xl gap-10">
        <RoomDeposit room={room} here={here} />
        <RoomDisputes room={room} here={here} />
        <Debts {...{ debts, names, rental }} />
        <RoomForms room={room} problem={actionData} />
        {disputes.length === 0 && may.kinds.length === 0 && !depositStatus ? (
          <EmptyState art="letter" title="No problems here">
            You can report one from the day of the hand-over until 48 hours after the return.
          </EmptyState>
        ) : null}
      </div>
    </>
  )
}
