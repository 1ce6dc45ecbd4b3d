import { Form as PageForm } from 'react-router'
import type { Portal } from '#domain/account/account.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { useLoginForm } from './use-login-form.ts'

const words: Record<Portal, string> = { renter: 'Renter', owner: 'Owner', admin: 'Admin' }

export function LogInForm({ portal, inModal }: { portal: Portal; inModal: boolean }) {
  const { Form: ModalForm, form, problem, busy, value } = useLoginForm(inModal, 'log-in')
  const Form = ModalForm ?? PageForm
  return (
    <Form ref={form} method="post" action={`/login?portal=${portal}`} className="grid gap-5" noValidate>
      <input type="hidden" name="intent" value="log-in" />
      <input type="hidden" name="portal" value={portal} />
      <FormError>{problem?.formError}</FormError>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={value('email')}
        error={problem?.errors.email}
        data-autofocus
      />
      <PasswordField label="Password" name="password" required error={problem?.errors.password} />
      <Button size="lg" busy={busy} busyText="Logging in...">
        Login as {words[portal]}
      </Button>
    </Form>
  )
}
