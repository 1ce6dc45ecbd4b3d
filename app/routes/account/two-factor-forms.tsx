import { Form, useNavigation } from 'react-router'
import type { TwoFactorState } from '#server/account/set-up-two-factor.ts'
import { Fact } from '#app/ui/fact.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { QrPicture } from '#app/ui/qr-picture.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { FormError, PasswordField } from '#app/ui/primitives/field.tsx'
import { CodeField } from './code-field.tsx'
import { usePageForm } from './use-page-form.ts'

/** The first step of setting up: who it is. */
export function BeginForm({ email }: { email: string }) {
  const { form, problem, busy } = usePageForm()
  return (
    <Card as="section" aria-labelledby="begin" padding="lg" className="max-w-xl">
      <h2 id="begin" className="text-2xl">
        Set it up
      </h2>
      <p className="mt-3 text-muted">
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
        Aegis. Please type your password first.
      </p>
      <Form ref={form} method="post" className="mt-5 grid gap-5" noValidate>
        <input type="hidden" name="intent" value="begin" />
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormError>{problem?.formError}</FormError>
        <PasswordField label="Your password" name="password" required error={problem?.errors.password} />
        <Button className="justify-self-start" busy={busy} busyText="Checking...">
          Continue
        </Button>
      </Form>
    </Card>
  )
}

type Setup = NonNullable<TwoFactorState['setup']>
type ConfirmFormProps = { setup: Setup; siteName: string; email: string }

/** The second step: the app learns the key, and its first code shows that it did. */
export function ConfirmForm({ setup: { secret, qr }, siteName, email }: ConfirmFormProps) {
  const { form, problem, busy } = usePageForm()
  return (
    <Card as="section" aria-labelledby="confirm" padding="lg" className="max-w-xl">
      <h2 id="confirm" className="text-2xl">
        Add this site to your app
      </h2>
      <p className="mt-3 text-muted">Scan this picture with the app, or type the key into it.</p>
      <QrPicture qr={qr} label="QR code with the key" className="mt-5 size-56" />
      <dl className="mt-5 grid gap-2">
        <Fact label="Account">
          {siteName}: {email}
        </Fact>
        <Fact label="Key">
          <span className="font-mono">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</span>
        </Fact>
      </dl>
      <Form ref={form} method="post" className="mt-6 grid gap-5" noValidate>
        <input type="hidden" name="intent" value="confirm" />
        <FormError>{problem?.formError}</FormError>
        <CodeField
          label="Code that the app shows now"
          error={problem?.errors.code}
          hint="Six digits. They change every 30 seconds."
        />
        <Button className="justify-self-start" busy={busy} busyText="Checking...">
          Switch it on
        </Button>
      </Form>
    </Card>
  )
}

/** What one can do once it is on: by both factors. */
export function BothFactorsForm() {
  const { form, problem } = usePageForm()
  const sending = useNavigation().formData?.get('intent')
  return (
    <Card as="section" aria-labelledby="change" padding="lg" className="max-w-xl">
      <h2 id="change" className="text-2xl">
        Change it
      </h2>
      <p className="mt-3 text-muted">
        New recovery codes end the old ones. For a new phone, switch it off and set it up again.
      </p>
      <Form ref={form} method="post" className="mt-5 grid gap-5" noValidate>
        <FormError>{problem?.formError}</FormError>
        <PasswordField label="Your password" name="password" required error={problem?.errors.password} />
        <CodeField error={problem?.errors.code} hint="Of your app, or a recovery code." />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="new-codes" variant="secondary" busy={sending === 'new-codes'}>
            Get new recovery codes
          </Button>
          <Button name="intent" value="switch-off" variant="danger" busy={sending === 'switch-off'}>
            Switch it off
          </Button>
        </div>
      </Form>
    </Card>
  )
}
