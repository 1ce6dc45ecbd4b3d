import { KeyRound } from 'lucide-react'
import type { PasskeyPurpose } from '#domain/account/passkey.ts'
import { Button } from './primitives/button.tsx'
import { FormError } from './primitives/form-error.tsx'
import { useKnowsPasskeys, usePasskey } from './use-passkey.ts'

type PasskeyButtonProps = {
  purpose: Exclude<PasskeyPurpose, 'add'>
  /** Gets what the passkey signed, as JSON. */
  onSigned: (signed: string) => void
  /** Whether the server reads what it signed, and what it refused. */
  isSending?: boolean
  refusal?: string
}

/** Offers a passkey, where the browser knows them; its room is kept, so that nothing moves when it appears. */
export function PasskeyButton({ purpose, onSigned, isSending = false, refusal }: PasskeyButtonProps) {
  const knows = useKnowsPasskeys()
  const { start, busy, problem } = usePasskey({ purpose, onSigned })
  const isBusy = busy || isSending
  return (
    <div className="grid min-h-11 gap-3 noscript:hidden">
      {isBusy ? null : <FormError>{problem ?? refusal}</FormError>}
      {knows ? (
        <Button
          type="button"
          variant="quiet"
          className="justify-self-center"
          busy={isBusy}
          busyText="Waiting for your passkey..."
          onClick={() => void start()}
        >
          <KeyRound aria-hidden="true" className="size-5" />
          Use a passkey
        </Button>
      ) : null}
    </div>
  )
}
