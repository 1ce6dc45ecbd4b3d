import { useEffect, useRef } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { loginHref } from '#domain/account/return-path.ts'
import type { Direction } from '#domain/handover/code.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { dropCopy, keepCopy } from '#app/ui/keep-copy.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { showHandover } from '#server/handover/show-handover.ts'
import { findRental } from '#server/rental/find-rental.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit, ctxOf, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { answerHandoverPost } from './answer-handover-post.ts'
import { BroughtBackSection, CheckSection } from './check-section.tsx'
import { CodeSection } from './code-section.tsx'
import { WordSection } from './word-section.tsx'
import type { Route } from './+types/handover.ts'

/** The context of someone who rents or lends. Redirects a guest to the log-in, which leads back to the path `to`. */
function contextOfMember(args: Parameters<typeof ctxOf>[0], to: string) {
  if (ctxOf(args).actor.kind !== 'user') throw redirect(loginHref(to))
  return admit(args, 'profile')
}

export async function loader(args: Route.LoaderArgs) {
  const { url, params } = args
  const ctx = contextOfMember(args, url.pathname + url.search)
  const found = foundOf(recordDenial(ctx, await findRental(ctx, uuidOf(params.rentalId))))
  const { id, title, partnerName } = found.rental
  const { word, ...handover } = await showHandover(ctx, found)
  const asked = word?.asks === found.party.side ? word : null
  const { side } = found.party
  const { isHandoverInDoubt } = found.rental
  return { id, title, partnerName, side, isHandoverInDoubt, ...handover, word: asked }
}

export async function action(args: Route.ActionArgs) {
  const ctx = contextOfMember(args, args.url.pathname)
  const rentalId = uuidOf(args.params.rentalId)
  foundOf(recordDenial(ctx, await findRental(ctx, rentalId)))
  return answerHandoverPost(ctx, rentalId, args.request)
}

/** After a refusal the page shows the current state. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Handover of ${loaderData.title}` : 'Handover', matches) },
  { name: 'robots', content: 'noindex' },
]

export default function HandoverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, partnerName, task, word, mayCheck, mayBringBack } = loaderData
  const keeping = { keepAs: `${id}-${loaderData.side}`, saved: loaderData.savedPhotoIds }
  const [query] = useSearchParams()
  const problem = actionData && 'errors' in actionData ? actionData : undefined
  useReloadOn('rental')
  const page = useRef<HTMLDivElement>(null)
  const shown = task && (task.does === 'show' ? task.digits : task.direction)
  useEffect(() => {
    const path = `/handover/${id}`
    void (shown ? keepCopy(path, page.current!) : dropCopy(path))
  }, [id, shown])
  // The key: another rental's page has other forms, with their own codes and photos.
  return (
    <div key={id} ref={page} className="page max-w-xl py-6 md:py-10">
      <BackLink to={rentalPath(id)}>The rental</BackLink>
      <PageHeading title={headingOf(task?.direction)} lead={`${title}, with ${partnerName}`} />
      <div className="grid gap-6">
        {loaderData.returnObjectionWaits ? (
          <Alert tone="info" title={`${partnerName} says that you have not brought it back.`}>
            <p>A dispute about it opens when the one before is over.</p>
          </Alert>
        ) : null}
        {word ? (
          <WordSection
            word={word}
            partner={partnerName}
            problem={problem?.intent === 'object' ? problem : undefined}
          />
        ) : null}
        {task ? (
          <CodeSection
            rentalId={id}
            task={task}
            partner={partnerName}
            title={title}
            token={problem ? null : query.get('token')}
            problem={problem?.intent === 'enter' ? problem : undefined}
          />
        ) : null}
        {mayCheck ? <CheckSection problem={problem} partner={partnerName} {...keeping} /> : null}
        {mayBringBack ? (
          <BroughtBackSection
            problem={problem}
            partner={partnerName}
            isHandoverInDoubt={loaderData.isHandoverInDoubt}
            {...keeping}
          />
        ) : null}
        {!task && !word && !mayCheck ? (
          <div>
            <p>There is nothing to confirm now.</p>
            <ButtonLink to={rentalPath(id)} variant="secondary" className="mt-4">
              See the rental
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </div>
  )
}

function headingOf(direction: Direction | undefined): string {
  if (!direction) return 'Handover and return'
  return direction === 'out' ? 'Handover' : 'Return'
}
