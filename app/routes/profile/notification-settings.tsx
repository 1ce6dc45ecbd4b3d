import { Form, useNavigation } from 'react-router'
import { choicesForm, choicesSaved } from '#domain/notification/choices-form.ts'
import { alwaysSent, kindsFor, noticeKinds } from '#domain/notification/kinds.ts'
import { readForm } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Checkbox, FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { chooseNotices } from '#server/notification/choose-notices.ts'
import { listSwitchedOff } from '#server/notification/queries.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, answerProblem, answerRefusal, formDataOf, typed } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import type { Route } from './+types/notification-settings.ts'

const here = '/profile/settings/notifications'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db } = admit(args, 'profile')
  if (actor.kind !== 'user') throw new Error('notification choices are for people who are logged in')
  const off = await listSwitchedOff(db, actor.id)
  return {
    email: actor.email,
    choices: kindsFor(actor.role).map((kind) => ({ kind, on: !off.includes(kind) })),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const formData = await formDataOf(args.request)
  const form = readForm(choicesForm, formData)
  if (!form.ok) return answerProblem({ ...form, formError: form.formError ?? form.errors.kinds })
  const verdict = await attempt(ctx, () => chooseNotices(ctx, form.value.kinds))
  if (!verdict.ok) return answerRefusal(verdict, { values: typed(formData) })
  return redirectWithToast(here, { kind: 'success', text: choicesSaved })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Notifications', matches) }]

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, choices } = loaderData
  const navigation = useNavigation()
  const kept = actionData && [actionData.values.kinds ?? []].flat()
  return (
    <>
      <BackLink to="/profile/settings">Settings</BackLink>
      <PageHeading title="Notifications" lead={`What we write about to ${email}.`} />
      <Card padding="lg">
        <Form method="post" replace preventScrollReset>
          <FormError>{actionData?.formError}</FormError>
          <fieldset>
            <legend className="font-semibold">Email me about</legend>
            <ul role="list" className="mt-3 grid gap-x-8 md:grid-cols-2">
              {choices.map(({ kind, on }) => (
                <li key={kind} className="py-2.5">
                  <Checkbox
                    label={noticeKinds[kind].label}
                    hint={noticeKinds[kind].text}
                    name="kinds"
                    value={kind}
                    defaultChecked={kept ? kept.includes(kind) : on}
                  />
                </li>
              ))}
            </ul>
          </fieldset>
          <p className="mt-4 max-w-2xl text-sm text-muted">{alwaysSent}</p>
          <div className="mt-6 border-t border-line pt-5">
            <Button busy={navigation.state === 'submitting'} busyText="Saving...">
              Save Choices
            </Button>
          </div>
        </Form>
      </Card>
    </>
  )
}
