import { CalendarPlus } from 'lucide-react'
import { z } from 'zod'
import { dayInManila, formatDay } from '#domain/period.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { makeFeed, removeFeed } from '#server/calendar-feed/change-feed.ts'
import { findFeed } from '#server/calendar-feed/queries.ts'
import { FeedAddress } from './feed-address.tsx'
import type { Route } from './+types/calendar-feed.ts'

const here = '/profile/settings/calendar'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db } = admit(args, 'profile')
  const feed = await findFeed(db, actor.id)
  return { since: feed && formatDay(dayInManila(feed.createdAt)) }
}

const makeForm = z.strictObject({ intent: z.literal('make') })
const switchOffForm = z.strictObject({ intent: z.literal('switch-off') })

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const formData = await formDataOf(args.request)
  if (formData.get('intent') === 'switch-off')
    return answerButton(ctx, formData, {
      schema: switchOffForm,
      act: () => removeFeed(ctx),
      to: here,
      done: 'Your calendar address is switched off.',
    })
  return answerForm(ctx, formData, {
    schema: makeForm,
    act: () => makeFeed(ctx),
    answer: ({ token }) => ({ address: `${ctx.settings.baseUrl}/calendar/${token}.ics` }),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Calendar', matches) }]

export default function CalendarFeed({ loaderData: { since }, actionData }: Route.ComponentProps) {
  const address = actionData && 'address' in actionData ? actionData.address : null
  return (
    <>
      <BackLink to="/profile/settings">Settings</BackLink>
      <PageHeading title="Calendar" lead="Your hand-overs and returns, in the calendar you look at anyway." />
      <div className="grid max-w-2xl gap-6">
        {address ? <FeedAddress address={address} /> : null}
        <Card as="section" aria-labelledby="feed" padding="lg">
          <h2 id="feed" className="flex items-center gap-3 text-2xl">
            <CalendarPlus aria-hidden="true" className="size-6 shrink-0 text-accent" />
            {since ? 'Your calendar address' : 'One address, always up to date'}
          </h2>
          <p className="mt-3 text-muted">
            {since
              ? `It works since ${since}. For your safety we can’t show it again. A new one makes the old one useless.`
              : 'Paste it once into Google Calendar, Apple Calendar or Outlook. What you lend and borrow then shows ' +
                'there by itself: what, when and with whom, without addresses, prices or last names.'}
          </p>
          {actionData && 'formError' in actionData ? <FormError>{actionData.formError}</FormError> : null}
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonForm hidden={{ intent: 'make' }} variant={since ? 'secondary' : 'primary'}>
              {since ? 'Make a new address' : 'Make my calendar address'}
            </ButtonForm>
            {since ? (
              <ButtonForm hidden={{ intent: 'switch-off' }} variant="secondary">
                Switch it off
              </ButtonForm>
            ) : null}
          </div>
        </Card>
        <p className="text-sm text-muted">
          Calendars ask for news every few hours only. When something is due, our emails and notices are
          faster.
        </p>
      </div>
    </>
  )
}
