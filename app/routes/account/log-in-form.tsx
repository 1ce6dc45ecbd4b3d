import { Form as PageForm } from 'react-router'
import type { Portal } from '#domain/account/account.ts'
import { Link } from '#app/ui/link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field, FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { portalHref } from './portal-state.ts'
import { PasskeyLogIn } from './passkey-log-in.tsx'
import { useLoginForm } from './use-login-form.ts'

const words: Record<Portal, string> = { renter: 'Renter', owner: 'Owner', admin: 'Admin' }

type Props = { portal: Portal; next: string | null; inModal: boolean }

export function LogInForm({ portal, next, inModal }: Props) {
  const { Form: ModalForm, form, problem, busy, field } = useLoginForm(inModal, 'log-in')
  const Form = ModalForm ?? PageForm
  return (
    <>
      <Form
        ref={form}
        method="post"
        action={portalHref({ portal, tab: 'login', next })}
        className="grid gap-5"
        noValidate
      >
        <input type="hidden" name="intent" value="log-in" />
        <input type="hidden" name="portal" value={portal} />
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <FormError>{problem?.formError}</FormError>
        <Field
          label="Email"
          {...field('email')}
          type="email"
          autoComplete="username"
          required
          data-autofocus
        />
        <div className="grid gap-1">
          <PasswordField label="Password" name="password" required error={problem?.errors.password} />
          <Link
            to="/forgot-password"
            className={
              'inline-flex min-h-11 items-center justify-self-end text-muted underline ' +
              'underline-offset-4 hover:text-ink'
            }
          >
            Forgot your password?
          </Link>
        </div>
        <Button size="lg" busy={busy} busyText="Logging in...">
          Login as {words[portal]}
        </Button>
      </Form>
      <PasskeyLogIn portal={portal} next={next} />
    </>
  )
}
