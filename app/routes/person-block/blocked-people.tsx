import { z } from 'zod'
import { dayInManila, formatDay } from '#domain/period.ts'
import { viewerOf } from '#server/names.ts'
import { listPersonBlocks } from '#server/person-block/queries.ts'
import { unblockPerson } from '#server/person-block/unblock-person.ts'
import { answerButton } from '#app/answer-form.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { LoadMore } from '#app/ui/load-more.tsx'
import { useMore } from '#app/ui/use-more.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Route } from './+types/blocked-people.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

const here = '/profile/settings/blocked'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const { actor, db } = ctx
  const after = args.url.searchParams.get('after')
  const { items, next } = await listPersonBlocks(db, viewerOf(actor, ctx), after)
  const people = items.map(({ blockedAt, ...person }) => ({
    ...person,
    since: formatDay(dayInManila(blockedAt)),
  }))
  return { people: { items: people, next } }
}

const unblockForm = z.strictObject({ intent: z.literal('unblock'), personId: z.uuid() })

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerButton(ctx, await formDataOf(args.request), {
    schema: unblockForm,
    act: (form) => unblockPerson(ctx, form),
    to: here,
    done: 'Unblocked. Your block no longer stops messages or rentals between you.',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('People you blocked', matches) }]

const afterPeople = (after: string) => `${here}?after=${after}`
const peopleOf = ({ people }: Route.ComponentProps['loaderData']) => people

export default function BlockedPeople({ loaderData }: Route.ComponentProps) {
  const { items: people, more, loading, load } = useMore(loaderData.people, peopleOf, afterPeople)
  return (
    <>
      <BackLink to="/profile/settings">Settings</BackLink>
      <PageHeading
        title="People you blocked"
        lead="They can’t write to you or ask for your things, nor you for theirs."
      />
      {people.length === 0 ? (
        <EmptyState art="letter" title="You haven’t blocked anyone.">
          You can block someone from your conversation with them.
        </EmptyState>
      ) : (
        <ul role="list" className="overflow-hidden rounded-xl border border-line bg-card shadow-card">
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
      {more ? <LoadMore to={more} of="people" loading={loading} load={load} /> : null}
    </>
  )
}

type Blocked = Route.ComponentProps['loaderData']['people']['items'][number]

function Person({ person: { id, name, picture, since } }: { person: Blocked }) {
  return (
    <li className="flex flex-wrap items-center gap-4 border-line p-4 not-last:border-b sm:p-5">
      <PersonPicture picture={picture} size={48} className="size-12 bg-sunken" />
      <div className="min-w-0 grow">
        <h2 className="text-base font-semibold">{name}</h2>
        <p className="text-sm text-muted">Since {since}</p>
      </div>
      <ButtonForm
        hidden={{ intent: 'unblock', personId: id }}
        variant="secondary"
        aria-label={`Unblock ${name}`}
        busyText="Saving..."
      >
        Unblock
      </ButtonForm>
    </li>
  )
}
