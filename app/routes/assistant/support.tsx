import { Form, redirect, useNavigation } from 'react-router'
import { Send } from 'lucide-react'
import { asAsker } from '#domain/access.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { askForm, clearForm } from '#domain/assistant/ask-form.ts'
import { assistantOff, loginToAsk, MAX_QUESTION_LENGTH } from '#domain/assistant/assistant.ts'
import { typedIn } from '#domain/form.ts'
import type { Verdict } from '#domain/verdict.ts'
import { askAssistant } from '#server/assistant/ask-assistant.ts'
import { clearConversation } from '#server/assistant/clear-conversation.ts'
import { answererNow, listSupportMessages } from '#server/assistant/queries.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { answerForm } from '#app/answer-form.ts'
import { siteOf } from '#app/page-meta.ts'
import { ctxOf, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { SupportIntro, SupportLog } from './support-log.tsx'
import type { Route } from './+types/support.ts'

/** The conversation with the assistant as a page, for browsers without scripts. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const gate = asAsker(ctx.actor)
  return {
    loggedIn: gate.ok,
    answerer: await answererNow(ctx),
    messages: gate.ok ? await listSupportMessages(ctx, gate.asker) : [],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const formData = await formDataOf(request)
  const here = '/support#ask'
  if (formData.get('intent') === 'clear')
    return answerForm(ctx, formData, {
      schema: clearForm,
      act: () => clearConversation(ctx),
      answer: () => redirect(here),
    })
  return answerForm(ctx, formData, {
    schema: askForm,
    act: async (form): Promise<Verdict> =>
      form.text === '' ? { ok: true } : askAssistant(ctx, form, { signal: request.signal }),
    fieldOf: () => 'text',
    answer: () => redirect(here),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(`Ask ${siteOf(matches).siteName}`, matches) },
]

export default function SupportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { loggedIn, answerer, messages } = loaderData
  const { siteName } = siteOf(matches)
  const problem = actionData && !actionData.ok ? actionData : undefined
  const busy = useNavigation().formData?.get('intent') === 'ask'
  const off = answerer === 'off'
  return (
    <div className="page max-w-3xl py-8 md:py-12">
      <PageHeading
        title={`Ask ${siteName}`}
        lead="An automatic assistant that knows our help texts."
        actions={
          messages.length > 0 ? (
            <ButtonForm hidden={{ intent: 'clear' }} variant="secondary">
              Clear conversation
            </ButtonForm>
          ) : null
        }
      />
      <Card padding="none">
        <div className="grid gap-5 p-4 sm:p-6">
          <SupportIntro siteName={siteName} google={answerer === 'google'} />
          <SupportLog messages={messages} />
          {off ? <Alert tone="info">{assistantOff}</Alert> : null}
        </div>
        <Form
          id="ask"
          method="post"
          replace
          className="grid scroll-mt-24 gap-3 border-t border-line p-4 sm:p-6"
        >
          <input type="hidden" name="intent" value="ask" />
          <TextArea
            key={messages.at(-1)?.id ?? 0}
            label="Your question"
            name="text"
            rows={3}
            defaultValue={typedIn(problem, 'text') ?? ''}
            error={problem?.errors.text ?? problem?.formError}
            placeholder={loggedIn ? 'Ask about renting, paying, lending…' : loginToAsk}
            disabled={!loggedIn || off}
            readOnly={busy}
            maxLength={MAX_QUESTION_LENGTH * 2}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant={loggedIn ? 'primary' : 'secondary'}
              busy={busy}
              busyText="Answering..."
              disabled={!loggedIn || off}
            >
              <Send aria-hidden="true" className="size-5" />
              Send
            </Button>
            {loggedIn ? null : <ButtonLink to={loginHref('/support')}>Log in</ButtonLink>}
          </div>
        </Form>
      </Card>
    </div>
  )
}
