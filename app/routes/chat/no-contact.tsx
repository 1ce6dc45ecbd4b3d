import { type FormProblem, typedIn } from '#domain/form.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'
import type { ThreadSafety } from './thread-safety.ts'

type NoContactProps = { threadId: string | null; safety: ThreadSafety; problem?: FormProblem }

/**
 * Replaces the message box while one of the two people has blocked the other. The typed text is still there to copy.
 */
export function NoContact({ threadId, safety: { refusal, blockedByMe }, problem }: NoContactProps) {
  const typed = typedIn(problem, 'text')
  return (
    <div
      className={
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line px-4 ' +
        'py-4 text-center text-muted'
      }
    >
      <p>
        {refusal}{' '}
        {blockedByMe ? null : (
          <Link to="/contact" className="link">
            Contact us
          </Link>
        )}
      </p>
      {blockedByMe && threadId ? (
        <ButtonForm
          hidden={{ intent: 'unblock' }}
          postTo={`/block?thread=${threadId}`}
          preventScrollReset={false}
          variant="secondary"
          size="sm"
          busyText="Saving..."
        >
          Unblock
        </ButtonForm>
      ) : null}
      {typed ? (
        <TextArea
          label="Your message was not sent"
          name="text"
          rows={3}
          readOnly
          defaultValue={typed}
          fieldClassName="w-full text-left"
        />
      ) : null}
    </div>
  )
}
