import { use } from 'react'
import { loginToChat } from '#domain/chat/chat.ts'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { LoginContext } from '#app/ui/login-context.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'

/** Asks a guest to log in. The text of someone whose session ended is still there to copy. */
export function GuestChat({ here, problem }: { here: string; problem?: FormProblem }) {
  const openLogin = use(LoginContext)
  const typed = typedIn(problem, 'text')
  return (
    <div className="page max-w-xl py-8 md:py-12">
      <EmptyState
        art="letter"
        headingLevel={1}
        title={loginToChat}
        action={
          <ButtonLink to={`/login?${new URLSearchParams({ next: here })}`} onClick={openLogin}>
            Log in
          </ButtonLink>
        }
      >
        Your conversations are waiting in your profile.
      </EmptyState>
      {typed ? (
        <TextArea
          label="Your message was not sent"
          name="text"
          rows={5}
          readOnly
          defaultValue={typed}
          hint="Copy it, log in, and send it again."
        />
      ) : null}
    </div>
  )
}
