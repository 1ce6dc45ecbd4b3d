import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import { formatPeso } from '#domain/money.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'

/** What of the money that is ready for an owner may still go back to renters; nothing when that is nothing. */
export function MayGoBackNote({ centavos }: { centavos: number }) {
  if (centavos === 0) return null
  return (
    <div className="mt-4 max-w-2xl">
      <Alert tone="info">
        {formatPeso(centavos)} of what is ready for this owner may still go back to renters: a dispute about
        their rental is open, or can be opened for {CLAIM_HOURS} hours after the return.
      </Alert>
    </div>
  )
}
