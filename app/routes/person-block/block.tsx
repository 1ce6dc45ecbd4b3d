import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { asThreadParty } from '#domain/access.ts'
import { endSentence } from '#domain/text.ts'
import { viewerOf } from '#server/names.ts'
import { blockPerson } from '#server/person-block/block-person.ts'
import { readRelationship } from '#server/person-block/queries.ts'
import { unblockPerson } from '#server/person-block/unblock-person.ts'
import { findThread } from '#server/chat/queries.ts'
import type { User } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import { answerForm } from '#app/answer-form.ts'
import { admit, formDataOf, guard } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { conversationNotFound } from '../chat/read-address.ts'
import type { Route } from './+types/block.ts'

export const middleware = [guard('chat')]

/** The thread in the address, if it is the actor's, and its other person. */
async function partnerIn(ctx: Context & { actor: User }, { searchParams }: URL) {
  const read = z.uuid().safeParse(searchParams.get('thread'))
  if (!read.success) throw conversationNotFound()
  const thread = await findThread(ctx.db, viewerOf(ctx.actor, ctx), { threadId: read.data })
  const gate = thread && asThreadParty(ctx.actor, thread)
  if (!thread || !gate?.ok) throw conversationNotFound()
  const { side } = gate.party
  return side === 'renter'
    ? { thread, side, partnerId: thread.ownerId, partnerName: thread.ownerName }
    : { thread, side, partnerId: thread.renterId, partnerName: thread.renterName }
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'chat')
  const { thread, side, partnerName } = await partnerIn(ctx, args.url)
  const { personBlocks } = await readRelationship(ctx.db, thread, side)
  return { threadId: thread.id, partnerName, blocked: personBlocks.byMe }
}

const answer = z.strictObject({ intent: z.enum(['block', 'unblock']) })

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'chat')
  const { thread, partnerId, partnerName } = await partnerIn(ctx, args.url)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: answer,
    act: ({ intent }) =>
      intent === 'block'
        ? blockPerson(ctx, { threadId: thread.id })
        : unblockPerson(ctx, { personId: partnerId }),
    to: `/chat?thread_id=${thread.id}`,
    done: (_, { intent }) =>
      endSentence(`You ${intent === 'block' ? 'blocked' : 'unblocked'} ${partnerName}`),
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Block ${loaderData.partnerName}` : 'Block', matches) },
]

export default function Block({ loaderData, actionData }: Route.ComponentProps) {
  const { threadId, partnerName, blocked } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const back = `/chat?thread_id=${threadId}`
  const problem = actionData && 'ok' in actionData && !actionData.ok ? actionData : undefined
  return (
    <div className="page max-w-2xl py-6 md:py-10">
      <BackLink to={back}>Conversation</BackLink>
      <Card padding="lg">
        <h1 tabIndex={-1} className="text-2xl">
          {blocked ? `Unblock ${partnerName}?` : `Block ${partnerName}?`}
        </h1>
        {blocked ? (
          <p className="mt-3 text-muted">Your block then no longer stops messages or rentals between you.</p>
        ) : (
          <ul className="mt-4 list-disc space-y-2 pl-5 text-muted marker:text-accent">
            <li>You no longer get messages from each other, about any listing.</li>
            <li>Neither of you can ask the other for a new rental.</li>
            <li>
              Rentals you have already go on. While one is approved or active, you can both still write about
              that listing, to hand it over and bring it back.
            </li>
            <li>{partnerName} is not told. You can unblock them at any time, here or in Settings.</li>
          </ul>
        )}
        <Form method="post" className="mt-6 grid gap-4">
          <FormError>{problem?.formError}</FormError>
          <input type="hidden" name="intent" value={blocked ? 'unblock' : 'block'} />
          <div className="flex flex-wrap gap-3">
            <Button variant={blocked ? 'primary' : 'danger'} busy={busy} busyText="Saving...">
              {blocked ? 'Unblock' : 'Block'}
            </Button>
            <ButtonLink to={back} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </div>
  )
}
