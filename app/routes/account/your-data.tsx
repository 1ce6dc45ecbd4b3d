import { Download } from 'lucide-react'
import { accountDeleted, deletionForm, deletionQuestion } from '#domain/account/deletion-form.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { deleteOwnAccount } from '#server/account/delete-own-account.ts'
import { logOut } from '#server/account/log-out.ts'
import { findTies } from '#server/account/queries.ts'
import { answerForm } from '#app/answer-form.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { decideAccountDeletion } from '#domain/account/deletion.ts'
import { forgetOnLeaving } from './forget-on-leaving.ts'
import { leave } from './leave.ts'
import type { Route } from './+types/your-data.ts'

const here = '/profile/settings/data'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db, clock } = admit(args, 'profile')
  const ties = await findTies(db, actor.id)
  const verdict = decideAccountDeletion({ ...ties, isLastHeadAdmin: false, now: clock.now() })
  return {
    refusal: verdict.ok ? null : verdict.message,
    asks: verdict.ok && args.url.searchParams.has('delete'),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerForm(ctx, await formDataOf(args.request), {
    schema: deletionForm,
    act: (form) => deleteOwnAccount(ctx, form),
    answer: async () => leave(accountDeleted, (await logOut(ctx)).setCookie),
    fieldOf: ({ reason }) => (reason === 'password' ? 'password' : undefined),
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => forgetOnLeaving(serverAction)

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Your data', matches) }]

export default function YourData({ loaderData, actionData }: Route.ComponentProps) {
  const { refusal, asks } = loaderData
  return (
    <>
      <BackLink to="/profile/settings">Settings</BackLink>
      <PageHeading title="Your data" lead="It is yours: take a copy along, or have it erased." />
      {asks ? (
        <Question
          title="Delete your account?"
          message={deletionQuestion}
          confirmLabel="Delete my account"
          cancelLabel="Keep it"
          cancelTo={here}
          busyText="Deleting..."
          hidden={{ intent: 'delete-account' }}
        >
          <div className="mt-4 grid w-full gap-4">
            <FormError>{actionData?.formError}</FormError>
            <PasswordField
              label="Your password"
              name="password"
              required
              error={actionData?.errors.password}
            />
          </div>
        </Question>
      ) : null}
      <div className="grid grid-cols-1 gap-8">
        <Card as="section" aria-labelledby="download" padding="lg">
          <h2 id="download" className="text-2xl">
            Download
          </h2>
          <p className="mt-3 max-w-2xl text-muted">
            One JSON file with all that we keep about you: your profile, listings, orders with their
            agreements, rentals on both sides, cart, favorites, reviews, the messages you wrote, your choices,
            log-ins, questions to the assistant and what you did here. Of other people it has only the names
            you see anyway.
          </p>
          <ButtonLink to={`${here}/download`} reloadDocument variant="secondary" className="mt-5">
            <Download aria-hidden="true" className="size-5" />
            Download my data
          </ButtonLink>
        </Card>
        <Card as="section" aria-labelledby="deletion" padding="lg">
          <h2 id="deletion" className="text-2xl">
            Delete account
          </h2>
          <div className="mt-3 grid max-w-2xl gap-3 text-muted">
            <p>
              You can’t log in any more, and your name, email, username, picture, place, favorites, cart and
              choices are erased. Your listings leave the catalogue. Requests that wait for an answer are
              cancelled or rejected, and the other side is told.
            </p>
            <p>
              What others need stays under “Deleted user”: their rentals and receipts, reviews and messages
              you wrote to them. An agreement that was accepted stays as it was shown, with the names in it.
            </p>
          </div>
          {refusal ? (
            <div className="mt-5">
              <Alert tone="warning" title="Not yet">
                {refusal}
              </Alert>
            </div>
          ) : (
            <ButtonLink to="?delete=1" preventScrollReset variant="danger" className="mt-5">
              Delete my account
            </ButtonLink>
          )}
        </Card>
      </div>
    </>
  )
}
