import { Mail } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'
import { useHere } from '#app/ui/use-here.ts'

const sendAddress = '/verify-email/again'

/** The button that mails the confirmation link again. */
function SendConfirmation() {
  const here = useHere()
  const busy = useNavigation().formAction === sendAddress
  return (
    <Form method="post" action={sendAddress} preventScrollReset>
      <input type="hidden" name="next" value={here} />
      <Button variant="secondary" size="sm" busy={busy} busyText="Sending...">
        Send again
      </Button>
    </Form>
  )
}

/** A banner above a profile page that asks to confirm the email. */
export function ConfirmEmailBanner({ email }: { email: string }) {
  return (
    <section
      aria-label="Email confirmation"
      className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-info bg-info-soft px-4 py-3"
    >
      <Mail aria-hidden="true" className="mt-1 size-5 shrink-0 text-info" />
      <div className="min-w-0 grow basis-56">
        <p className="font-semibold">Please confirm your email</p>
        <p className="text-sm wrap-anywhere">We have sent a link to {email}.</p>
      </div>
      <SendConfirmation />
    </section>
  )
}
