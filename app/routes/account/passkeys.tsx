import { KeyRound } from 'lucide-react'
import { Form, useNavigate, useNavigation, useSubmit } from 'react-router'
import { PASSKEYS_MAX } from '#domain/account/passkey.ts'
import { confirmHref } from '#domain/account/confirm-href.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError } from '#app/ui/primitives/field.tsx'
import { useKnowsPasskeys, usePasskey } from '#app/ui/use-passkey.ts'
import { usePageForm } from './use-page-form.ts'

type Passkey = { id: string; name: string; added: string; used: string | null }

type PasskeysProps = {
  passkeys: readonly Passkey[]
  /** The address of the page. */
  here: string
  /** Whether the person is an admin who needs a second factor. */
  isDue: boolean
}

/** The passkeys of a person, in Settings. */
export function Passkeys({ passkeys, here, isDue }: PasskeysProps) {
  return (
    <Card as="section" aria-labelledby="passkeys" padding="lg" className="max-w-xl">
      <h2 id="passkeys" className="text-2xl">
        Passkeys
      </h2>
      <p className="mt-3 text-muted">
        With a passkey you log in by the finger, face or PIN of your device, without password and code. Nobody
        can trick you into giving it away.{isDue ? ' One of them is enough for an admin.' : null}
      </p>
      {passkeys.length > 0 ? (
        <ul role="list" aria-label="Your passkeys" className="mt-5 grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-6">
        {passkeys.length < PASSKEYS_MAX ? (
          <AddPasskey here={here} isFirst={passkeys.length === 0} />
        ) : (
          <p className="text-muted">You have {PASSKEYS_MAX} passkeys, and that is the most.</p>
        )}
      </div>
    </Card>
  )
}

function PasskeyRow({ passkey: { id, name, added, used } }: { passkey: Passkey }) {
  const { form, problem } = usePageForm()
  const sent = useNavigation().formData
  const isRenaming = sent?.get('passkeyId') === id && sent.get('intent') === 'rename-passkey'
  const mine = problem?.values.passkeyId === id ? problem : undefined
  return (
    <article className="grid gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <KeyRound aria-hidden="true" className="size-5.5" />
        </span>
        <div className="min-w-0 grow basis-48">
          <h3 className="font-sans text-base font-semibold">{name}</h3>
          <p className="text-sm text-muted">Added {added}</p>
          <p className="text-sm text-muted">{used ? `Last used ${used}` : 'Not used yet'}</p>
        </div>
        <ButtonForm hidden={{ intent: 'remove-passkey', passkeyId: id }} variant="secondary" size="sm">
          Remove<span className="sr-only"> the passkey {name}</span>
        </ButtonForm>
      </div>
      <details key={name} open={mine !== undefined}>
        <summary
          className={
            'inline-flex min-h-11 cursor-pointer items-center text-sm text-muted underline ' +
            'underline-offset-4 hover:text-ink md:min-h-9'
          }
        >
          Rename<span className="sr-only"> the passkey {name}</span>
        </summary>
        <Form ref={form} method="post" preventScrollReset className="mt-2 grid gap-3" noValidate>
          <FormError>{mine?.formError}</FormError>
          <input type="hidden" name="intent" value="rename-passkey" />
          <input type="hidden" name="passkeyId" value={id} />
          <Field
            id={`name-${id}`}
            label="Name"
            {...fieldsOf(mine)('name', mine ? undefined : name)}
            required
            maxLength={60}
            autoComplete="off"
          />
          <Button variant="secondary" size="sm" className="justify-self-start" busy={isRenaming}>
            Save the name
          </Button>
        </Form>
      </details>
    </article>
  )
}

/** Only scripts can make a passkey. A proof that is too old is asked for first, so that none is made in vain. */
function AddPasskey({ here, isFirst }: { here: string; isFirst: boolean }) {
  const knows = useKnowsPasskeys()
  const submit = useSubmit()
  const navigate = useNavigate()
  const isSending = useNavigation().formData?.get('intent') === 'add-passkey'
  const { start, busy, problem } = usePasskey({
    purpose: 'add',
    onSigned: (passkey) => void submit({ intent: 'add-passkey', passkey }, { method: 'post' }),
    onRefused(reason) {
      if (reason !== 'proof') return false
      void navigate(confirmHref(here))
      return true
    },
  })
  if (!knows)
    return (
      <p className="text-muted">
        To add a passkey you need a browser that knows them, with JavaScript switched on.
      </p>
    )
  return (
    <div className="grid gap-3">
      <FormError>{problem}</FormError>
      <Button
        type="button"
        variant={isFirst ? 'primary' : 'secondary'}
        className="justify-self-start"
        busy={busy || isSending}
        busyText="Waiting for your device..."
        onClick={() => void start()}
      >
        Add a passkey
      </Button>
    </div>
  )
}
