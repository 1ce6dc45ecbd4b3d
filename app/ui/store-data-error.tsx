import { useEffect } from 'react'
import { storeDataFailed } from './failure.ts'
import { Alert } from './primitives/alert.tsx'
import { useToast } from './toasts.tsx'
import { TryAgain } from './try-again.tsx'

/** Shown in place of the items when they could not be read. */
export function StoreDataError() {
  const toast = useToast()
  useEffect(() => toast({ kind: 'error', text: storeDataFailed }), [toast])
  return (
    <div className="grid max-w-2xl gap-5">
      <Alert tone="error" title={storeDataFailed}>
        The items could not be fetched just now. Nothing of yours is lost.
      </Alert>
      <div>
        <TryAgain />
      </div>
    </div>
  )
}
