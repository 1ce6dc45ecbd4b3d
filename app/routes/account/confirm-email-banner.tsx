import { Mail } from 'lucide-react'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { useHere } from '#app/ui/use-here.ts'

/** A banner above a profile page that asks to confirm the email. */
export function ConfirmEmailBanner({ email }: { email: string }) {
  const here = useHere()
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
      <ButtonForm
        hidden={{ next: here }}
        postTo="/verify-email/again"
        variant="secondary"
        size="sm"
        busyText="Sending..."
      >
        Send again
      </ButtonForm>
    </section>
  )
}
