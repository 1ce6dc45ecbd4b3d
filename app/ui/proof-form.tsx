import { Suspense, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { type AskedProof, proofFields } from '#domain/account/proof.ts'
import { lazyPart } from './lazy-part.tsx'
import { Button } from './primitives/button.tsx'
import { Field, FormError, PasswordField } from './primitives/field.tsx'

const PasskeyButton = lazyPart(async () => (await import('./passkey-button.tsx')).PasskeyButton)

type ProofFormProps = Omit<AskedProof, 'asksProof'> & {
  /** Where the form goes. */
  action: string
  /** Whether a file may be the answer, which a browser has to ask for by itself. */
  reloads?: boolean
}

/** Asks for a password, a code or a passkey, and sends the fields that someone had sent before with it. */
export function ProofForm({
  action,
  fields,
  takesCode,
  takesPasskey,
  error,
  reloads = false,
}: ProofFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  /** Sends the form with what the passkey signed, and leaves nothing behind that counts once. */
  const sendPasskey = (signed: string) => {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name: proofFields.passkey, value: signed })
    form.current?.append(field)
    form.current?.requestSubmit()
    field.remove()
  }
  const errorAt = (field: 'password' | 'code') => (error?.field === field ? error.message : undefined)
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      replace
      reloadDocument={reloads}
      className="grid gap-5"
      noValidate
    >
      {fields.map(([name, value], n) => (
        <input key={n} type="hidden" name={name} value={value} />
      ))}
      <FormError>{error?.field === null ? error.message : undefined}</FormError>
      <PasswordField
        label="Your password"
        name={proofFields.password}
        required={!takesCode && !takesPasskey}
        error={errorAt('password')}
        data-autofocus
      />
      {takesCode ? (
        <Field
          label="Or a code of your app"
          name={proofFields.code}
          autoComplete="one-time-code"
          maxLength={40}
          error={errorAt('code')}
        />
      ) : null}
      <Button size="lg" busy={busy} busyText="Checking...">
        Continue
      </Button>
      {takesPasskey ? (
        <Suspense>
          <PasskeyButton purpose="prove" onSigned={sendPasskey} />
        </Suspense>
      ) : null}
    </Form>
  )
}
