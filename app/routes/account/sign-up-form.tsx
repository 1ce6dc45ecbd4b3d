import { Form as PageForm } from 'react-router'
import type { SignUpRole } from '#domain/account/account.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { portalHref } from './portal-state.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useLoginForm } from './use-login-form.ts'

type Props = { role: SignUpRole; next: string | null; formKey: string | null; inModal: boolean }

export function SignUpForm({ role, next, formKey, inModal }: Props) {
  const { Form: ModalForm, form, problem, busy, field } = useLoginForm(inModal, 'sign-up')
  const Form = ModalForm ?? PageForm
  const typed = (name: string) => ({ ...field(name), required: true })
  return (
    <Form
      ref={form}
      method="post"
      action={portalHref({ portal: role, tab: 'signup', next })}
      className="grid gap-5"
      noValidate
    >
      <input type="hidden" name="intent" value="sign-up" />
      <input type="hidden" name="role" value={role} />
      {next ? <input type="hidden" name="next" value={next} /> : null}
      {formKey ? <input type="hidden" name="formKey" value={formKey} /> : null}
      <FormError>{problem?.formError}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="First name"
          autoComplete="given-name"
          maxLength={80}
          data-autofocus
          {...typed('firstName')}
        />
        <Field label="Last name" autoComplete="family-name" maxLength={80} {...typed('lastName')} />
      </div>
      <Field label="Email" type="email" autoComplete="email" maxLength={254} {...typed('email')} />
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...typed('username')}
      />
      <NewPasswordFields label="Password" name="password" again="Confirm password" errors={problem?.errors} />
      <Button size="lg" busy={busy} busyText="Creating your account...">
        {role === 'owner' ? 'Sign Up as Owner' : 'Sign Up as Renter'}
      </Button>
    </Form>
  )
}
