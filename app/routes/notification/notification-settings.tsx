import { Form, useNavigation } from 'react-router'
import { choicesForm, choicesSaved } from '#domain/notification/choices-form.ts'
import {
  alwaysSent,
  switchableKindsFor,
  type NotificationChannel,
  notificationChannels,
} from '#domain/notification/kinds.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { chooseNotifications } from '#server/notification/choose-notifications.ts'
import { listEndpoints, listSwitchedOff } from '#server/notification/queries.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, answerProblem, answerRefusal, formDataOf, typedValues } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ChoiceTable } from './choice-table.tsx'
import { ThisBrowser } from './this-browser.tsx'
import type { Route } from './+types/notification-settings.ts'

const here = '/profile/settings/notifications'

/** The channels that this site offers. */
const channelsOf = ({ push }: { push: unknown }): NotificationChannel[] =>
  notificationChannels.filter((channel) => channel !== 'push' || push)

export async function loader(args: Route.LoaderArgs) {
  const { actor, db, settings } = admit(args, 'profile')
  const channels = channelsOf(settings)
  const off = await listSwitchedOff(db, actor.id)
  const isOff = (kind: string, channel: NotificationChannel) =>
    off.some((each) => each.kind === kind && each.channel === channel)
  return {
    email: actor.email,
    push: settings.push && {
      publicKey: settings.push.publicKey,
      endpoints: await listEndpoints(db, actor.id, settings.push.publicKey),
    },
    channels,
    choices: switchableKindsFor(actor.role).map((kind) => ({
      kind,
      on: channels.filter((channel) => !isOff(kind, channel)),
    })),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const formData = await formDataOf(args.request)
  const form = readForm(choicesForm, formData)
  if (!form.ok) return answerProblem({ ...form, formError: firstMessage(form) })
  const { shownKinds, shownChannels: shown = notificationChannels, ...ticked } = form.value
  const channels = channelsOf(ctx.settings).filter((channel) => shown.includes(channel))
  const wanted = Object.fromEntries(channels.map((channel) => [channel, ticked[channel]]))
  const verdict = await attempt(ctx, () => chooseNotifications(ctx, wanted, shownKinds))
  if (!verdict.ok) return answerRefusal(verdict, { values: typedValues(formData) })
  return redirectWithToast(here, { kind: 'success', text: choicesSaved })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Notifications', matches) }]

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, choices, channels: offered, push } = loaderData
  const navigation = useNavigation()
  const values = actionData?.values
  const valuesOf = (name: string) => [values?.[name] ?? []].flat().flatMap((value) => value.split(' '))
  const shown = choices.map(({ kind, on }) => ({
    kind,
    // After a refusal, what was ticked; a box that was not there has its stored choice.
    on: offered.filter((channel) =>
      valuesOf('shownKinds').includes(kind) && valuesOf('shownChannels').includes(channel)
        ? valuesOf(channel).includes(kind)
        : on.includes(channel),
    ),
  }))
  return (
    <>
      <BackLink to="/profile/settings">Settings</BackLink>
      <PageHeading
        title="Notifications"
        lead={`What we tell you here, and what we write about to ${email}.`}
      />
      {push ? <ThisBrowser {...push} /> : null}
      <Card padding="lg">
        <Form method="post" replace preventScrollReset>
          <FormError>{actionData?.formError}</FormError>
          <input type="hidden" name="shownKinds" value={choices.map(({ kind }) => kind).join(' ')} />
          <input type="hidden" name="shownChannels" value={offered.join(' ')} />
          <ChoiceTable choices={shown} channels={offered} />
          <p className="mt-6 max-w-2xl text-sm text-muted">{alwaysSent}</p>
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
