import { useFetcher } from 'react-router'
import type { Portal } from '#domain/account/account.ts'
import type { FormProblem } from '#domain/form.ts'
import { PasskeyButton } from '#app/ui/passkey-button.tsx'
import { portalHref } from './portal-state.ts'

/** Logs in by a passkey, in the modal and on the page. */
export function PasskeyLogIn({ portal, next }: { portal: Portal; next: string | null }) {
  const fetcher = useFetcher<FormProblem>()
  const logIn = (passkey: string) => {
    const fields = { intent: 'passkey', portal, passkey, ...(next ? { next } : {}) }
    void fetcher.submit(fields, { method: 'post', action: portalHref({ portal, tab: 'login', next }) })
  }
  return (
    <div className="mt-3">
      <PasskeyButton
        purpose="log-in"
        onSigned={logIn}
        isSending={fetcher.state !== 'idle'}
        refusal={fetcher.data?.formError ?? Object.values(fetcher.data?.errors ?? {})[0]}
      />
    </div>
  )
}
