import { formatInstant } from '#domain/period.ts'
import type { Receipt } from '#server/order/find-receipt.ts'

type AcceptedAgreementProps = { agreement: NonNullable<Receipt['agreement']> }

/** The agreement as it was shown and accepted; collapsed on the screen, complete in print. */
export function AcceptedAgreement({ agreement: { text, sha256, acceptedAt } }: AcceptedAgreementProps) {
  return (
    <details
      className={
        'mt-6 rounded-lg border border-line print:mt-3 print:border-0 ' +
        'print:details-content:[content-visibility:visible]'
      }
    >
      <summary className="px-4 py-3 font-semibold print:list-none print:px-0 print:pb-1">
        Rental Agreement
      </summary>
      <div className="border-t border-line px-4 py-4 print:px-0 print:py-2">
        <p className="text-sm print:text-[8pt]">
          Read and accepted on <span className="font-semibold">{formatInstant(acceptedAt)}</span>.
        </p>
        <p className="mt-3 whitespace-pre-wrap print:mt-1 print:columns-2 print:gap-6 print:text-[7.5pt]/[1.25]">
          {text}
        </p>
        <p className="mt-4 text-xs text-muted print:mt-1 print:text-[7pt]">
          SHA-256 of this text: <code className="break-all">{sha256}</code>
        </p>
      </div>
    </details>
  )
}
