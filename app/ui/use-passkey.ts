import { useState, useSyncExternalStore } from 'react'
import type { PasskeyPurpose } from '#domain/account/passkey.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { connectionLost, unexpected } from './failure.ts'

type Asked =
  | { ok: true; options: PublicKeyCredentialCreationOptionsJSON & PublicKeyCredentialRequestOptionsJSON }
  | { ok: false; reason: string; message: string }

const unchanging = () => () => {}

/** Passkeys belong to a name: on an IP address no browser makes one. */
const isNamed = () => !/^[\d.]+$|:/.test(window.location.hostname)

/** Whether this browser knows passkeys, and can use them here. False on the server and without scripts. */
export const useKnowsPasskeys = (): boolean =>
  useSyncExternalStore(
    unchanging,
    () => 'PublicKeyCredential' in window && isNamed(),
    () => false,
  )

/**
 * Makes or uses a passkey when `start` is called, and gives what it signed to `onSigned`, as JSON. `problem` says why
 * there is none; `onRefused` may answer a refusal of the server in another way, and then returns true.
 */
export function usePasskey({
  purpose,
  onSigned,
  onRefused,
}: {
  purpose: PasskeyPurpose
  onSigned: (signed: string) => void
  onRefused?: (reason: string) => boolean
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function start() {
    setBusy(true)
    setProblem(undefined)
    const answer = await ask(purpose)
    if (!answer.ok) {
      if (!onRefused?.(answer.reason)) setProblem(answer.message)
    } else {
      const made = await sign(purpose, answer.options)
      if ('signed' in made) onSigned(made.signed)
      else setProblem(made.problem)
    }
    setBusy(false)
  }
  return { start, busy, problem }
}

async function ask(purpose: PasskeyPurpose): Promise<Asked> {
  try {
    const body = new URLSearchParams({ purpose })
    const answer = await fetch('/api/passkey-challenge', { method: 'POST', body })
    const said = (await answer.json()) as Asked | { error?: { message?: string } }
    if ('ok' in said) return said
    // A server that is too busy, for example, refuses before it looks at the request.
    return { ok: false, reason: 'unexpected', message: said.error?.message ?? unexpected }
  } catch {
    return { ok: false, reason: 'unexpected', message: connectionLost }
  }
}

async function sign(
  purpose: PasskeyPurpose,
  optionsJSON: (Asked & { ok: true })['options'],
): Promise<{ signed: string } | { problem: string }> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) return { problem: connectionLost }
  try {
    const signed =
      purpose === 'add'
        ? await library.startRegistration({ optionsJSON })
        : await library.startAuthentication({ optionsJSON })
    return { signed: JSON.stringify(signed) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** The names are those of WebAuthn. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Please try again.'
  return 'This browser can’t use a passkey here.'
}
