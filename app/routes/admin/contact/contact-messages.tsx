import { z } from 'zod'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { contactMessageTable } from '#server/contact/contact-message-table.ts'
import { readTable } from '#server/admin-table.ts'
import { handleMessage } from '#server/contact/handle-message.ts'
import { answerButton } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { supportAdminOf } from '../admin-of.ts'
import { contactMessageColumns } from './contact-message-columns.tsx'
import { backToTable } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/contact-messages.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return readTable(ctx, admin, contactMessageTable, args.url.searchParams)
}

const handlingForm = z.strictObject({ intent: z.enum(['handle', 'reopen']), messageId: z.uuid() })

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return answerButton(ctx, await formDataOf(args.request), {
    schema: handlingForm,
    act: ({ intent, messageId }) => handleMessage(ctx, admin, { messageId, handled: intent === 'handle' }),
    to: backToTable(args.url),
    done: (_, { intent }) => (intent === 'handle' ? 'Message marked as handled.' : 'Message is open again.'),
    failed: 'Error updating message',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Contact messages', matches) }]

export default function AdminContactMessages({ loaderData: view }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Contact messages"
        lead="What people wrote on the contact page. Answer by email, then mark it as handled."
      />
      <AdminTable
        noun={{ one: 'message', many: 'messages' }}
        view={view}
        columns={contactMessageColumns}
        keyOf={(message) => message.id}
        searches="Words, name or email"
        empty={
          <EmptyState art="letter" title="No messages yet">
            Nobody has written to us.
          </EmptyState>
        }
      />
    </>
  )
}
