import { Form, redirect, useNavigation } from 'react-router'
import { asRenter } from '#domain/access.ts'
import { becomeOwner } from '#server/account/become-owner.ts'
import { redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { admit, guard } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Route } from './+types/become-owner.ts'

export const middleware = [guard('becomeOwner')]

/** Without a loader the browser could show the page without asking the server, where the guard runs. */
export const loader = () => null

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'becomeOwner')
  // Only for the type: `admit` has let only renters in.
  const gate = asRenter(ctx.actor)
  if (!gate.ok) throw redirect('/')
  const verdict = await attempt(ctx, () => becomeOwner(ctx, gate.renter))
  const to = verdict.ok ? '/profile/listings' : '/profile'
  return redirectWithVerdict(to, verdict, 'You’re an owner now. List your first item!')
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Start lending', matches) }]

const points = [
  ['You keep everything', 'You go on renting as before: your cart, favourites and rentals stay.'],
  ['You list what you have', 'A photo, a price a day and a few words. We look each listing over first.'],
  ['You decide', 'You approve or reject every request, and see what you earn.'],
  ['Your door is the owner portal', 'Next time, choose “I’m an Owner” when you log in.'],
] as const

export default function BecomeOwner() {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeading title="Start lending" lead="Turn what rests at home into something a neighbour needs." />
      <Card className="max-w-2xl" padding="lg">
        <h2 className="text-xl">What changes</h2>
        <dl className="mt-4 grid gap-4">
          {points.map(([what, how]) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="text-muted">{how}</dd>
            </div>
          ))}
        </dl>
        <Form method="post" className="mt-7 flex flex-wrap gap-3">
          <Button busy={busy} busyText="One moment...">
            Become an owner
          </Button>
          <ButtonLink to="/profile" variant="secondary">
            Not now
          </ButtonLink>
        </Form>
      </Card>
    </>
  )
}
