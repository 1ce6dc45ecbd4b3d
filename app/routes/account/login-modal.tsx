import { useEffect } from 'react'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Dialog } from '#app/ui/primitives/dialog.tsx'
import { LoginPanel } from './login-panel.tsx'
import type { PortalState } from './portal-state.ts'

type LoginModalProps = {
  siteName: string
  state: PortalState
  /** Why a log-in is asked for. */
  notice: string | null
  onChange: (state: PortalState | null) => void
}

/** The log-in as a modal dialog. */
export function LoginModal({ siteName, state, notice, onChange }: LoginModalProps) {
  const { portal } = state
  // Changing to another portal removes the pressed link, and the focus with it.
  useEffect(() => {
    const dialog = document.querySelector('dialog[open]')
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector('h2')
    first?.focus()
  }, [portal])
  return (
    <Dialog
      open
      onClose={() => onChange(null)}
      title={portal ? `${siteName} ${portal} portal` : 'Welcome, neighbour'}
    >
      {notice ? (
        <div className="mb-5">
          <Alert tone="info">{notice}</Alert>
        </div>
      ) : null}
      <LoginPanel state={state} onChange={onChange} />
    </Dialog>
  )
}
