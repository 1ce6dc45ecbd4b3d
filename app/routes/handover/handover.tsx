import { data, redirect, useSearchParams } from 'react-router'
import { loginHref } from '#domain/account/return-path.ts'
import { checkText } from '#domain/handover/check.ts'
import {
  broughtBackForm,
  checkForm,
  codeForm,
  confirmForm,
  newCodeForm,
  objectForm,
  scanForm,
} from '#domain/handover/forms.ts'
import { refuse } from '#domain/verdict.ts'
import type { Direction } from '#domain/handover/code.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { confirmWord, objectToWord } from '#server/handover/answer-word.ts'
import { enterCode } from '#server/handover/enter-code.ts'
import { renewCode } from '#server/handover/renew-code.ts'
import { saveCheck } from '#server/handover/save-check.ts'
import { sayBroughtBack } from '#server/handover/say-brought-back.ts'
import { showHandover } from '#server/handover/show-handover.ts'
import { findRental } from '#server/rental/find-rental.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { recordDenial } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, answerRefusal, ctxOf, typedValues, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BroughtBackSection, CheckSection } from './check-section.tsx'
import { CodeSection } from './code-section.tsx'
import { readHandoverPost } from './read-handover-post.ts'
import { WordSection } from './word-section.tsx'
import type { Route } from './+types/handover.ts'

const pageOf = (rentalId: string) => `/profile/rental-tracker/${rentalId}`
const done: Record<Direction, string> = {
  out: 'The handover is confirmed by both.',
  back: 'The return is confirmed by both.',
}

/** Someone logged in who rents or lends; a guest logs in first, for the page `to`. */
function memberOf(args: Parameters<typeof ctxOf>[0], to: string) {
  if (ctxOf(args).actor.kind !== 'user') throw redirect(loginHref(to))
  return admit(args, 'profile')
}

export async function loader(args: Route.LoaderArgs) {
  const { url, params } = args
  const ctx = memberOf(args, url.pathname + url.search)
  const found = recordDenial(ctx, await findRental(ctx, uuidOf(params.rentalId)))
  if (!found.ok) throw data(null, { status: 404 })
  const { id, title, partnerName } = found.rental
  const { step, word, mayCheck, mayBringBack } = await showHandover(ctx, found)
  const asked = word?.asks === found.party.side ? word : null
  return { id, title, partnerName, step, word: asked, mayCheck, mayBringBack }
}

export async function action(args: Route.ActionArgs) {
  const ctx = memberOf(args, args.url.pathname)
  const rentalId = uuidOf(args.params.rentalId)
  const [here, page] = [`/handover/${rentalId}`, pageOf(rentalId)]
  const found = recordDenial(ctx, await findRental(ctx, rentalId))
  if (!found.ok) throw data(null, { status: 404 })
  const post = await readHandoverPost(ctx, rentalId, args.request)
  if (!post.ok) return answerRefusal(post, { field: 'photos' })
  const { formData, photoIds, photoError } = post
  if (photoError !== null)
    return answerRefusal(refuse('photos', photoError), { field: 'photos', values: typedValues(formData) })
  switch (formData.get('intent')) {
    case 'scan':
      return answerButton(ctx, formData, {
        schema: scanForm,
        act: ({ token }) => enterCode(ctx, { rentalId, given: { token } }),
        to: page,
        done: ({ direction }) => done[direction],
      })
    case 'new-code':
      return answerButton(ctx, formData, {
        schema: newCodeForm,
        act: () => renewCode(ctx, { rentalId }),
        to: here,
        done: 'Here is a new code. The one before is no longer valid.',
      })
    case 'confirm':
      return answerButton(ctx, formData, {
        schema: confirmForm,
        act: () => confirmWord(ctx, { rentalId }),
        to: page,
        done: 'Confirmed. Thank you.',
      })
    case 'object':
      return answerForm(ctx, formData, {
        schema: objectForm,
        act: ({ reason }) => objectToWord(ctx, { rentalId, reason }),
        done: () => redirectWithToast(page, { kind: 'success', text: 'Your objection is noted.' }),
        toastAt: ({ reason }) => (over.has(reason) ? page : undefined),
      })
    case 'check':
      return answerForm(ctx, formData, {
        schema: checkForm,
        act: (form) => saveCheck(ctx, { rentalId, text: checkText(form), photoIds }),
        done: () => redirectWithToast(page, { kind: 'success', text: 'Written down, for both of you.' }),
        toastAt: ({ reason }) => (over.has(reason) ? page : undefined),
      })
    case 'brought-back':
      return answerForm(ctx, formData, {
        schema: broughtBackForm,
        act: ({ note }) => sayBroughtBack(ctx, { rentalId, note, photoIds }),
        done: () => redirectWithToast(page, { kind: 'success', text: 'Noted. The owner is asked.' }),
        toastAt: ({ reason }) => (over.has(reason) ? page : undefined),
      })
    default:
      return answerForm(ctx, formData, {
        schema: codeForm,
        act: ({ code }) => enterCode(ctx, { rentalId, given: { code } }),
        done: ({ direction }) => redirectWithToast(page, { kind: 'success', text: done[direction] }),
        fieldOf: () => 'code',
        toastAt: ({ reason }) => (over.has(reason) ? page : undefined),
      })
  }
}

/** Refusals after which the form no longer exists. */
const over = new Set(['answered', 'side', 'status', 'not-found', 'early', 'late', 'day'])

/** After a refusal the page shows the current state. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Handover of ${loaderData.title}` : 'Handover', matches) },
  { name: 'robots', content: 'noindex' },
]

export default function HandoverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, partnerName, step, word, mayCheck, mayBringBack } = loaderData
  const [query] = useSearchParams()
  const problem = actionData && 'errors' in actionData ? actionData : undefined
  useReloadOn('rental')
  return (
    <div className="page max-w-xl py-6 md:py-10">
      <BackLink to={pageOf(id)}>The rental</BackLink>
      <PageHeading title={headingOf(step?.direction)} lead={`${title}, with ${partnerName}`} />
      <div className="grid gap-6">
        {word ? <WordSection word={word} partner={partnerName} problem={problem} /> : null}
        {step ? (
          <CodeSection
            step={step}
            partner={partnerName}
            title={title}
            token={problem ? null : query.get('token')}
            error={problem?.errors.code}
          />
        ) : null}
        {mayCheck ? <CheckSection problem={problem} partner={partnerName} /> : null}
        {mayBringBack ? <BroughtBackSection problem={problem} partner={partnerName} /> : null}
        {!step && !word && !mayCheck ? (
          <div>
            <p>There is nothing to confirm now.</p>
            <ButtonLink to={pageOf(id)} variant="secondary" className="mt-4">
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
