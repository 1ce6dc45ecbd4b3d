import { ShieldCheck } from 'lucide-react'
import type { DepositStatus } from '#domain/deposit/deposit.ts'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { depositWords } from './deposit-words.ts'

type DepositStateProps = {
  deposit: DepositStatus
  rental: { id: string; title: string; partnerName: string }
  view: 'lent' | 'rented'
}

/** The status of a rental's deposit, with links to the possible actions. */
export function DepositState({ deposit, rental, view }: DepositStateProps) {
  const page = rentalPath(rental.id, 'claim')
  const side = view === 'lent' ? 'owner' : 'renter'
  const links = linksOf(deposit, side)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="flex min-w-0 grow basis-72 items-start gap-2.5 wrap-anywhere">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        {depositWords(deposit, side, rental.partnerName)}
      </p>
      {links.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {links.map(({ label, to }) => (
            <ButtonLink
              key={label}
              to={page + to}
              variant="secondary"
              size="sm"
              aria-label={`${label}: ${rental.title}`}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function linksOf(deposit: DepositStatus, side: Side) {
  const { is, inCash, returnableCentavos } = deposit
  const links = []
  if (returnableCentavos > 0 && (inCash || side === 'owner'))
    links.push({ label: returnLabel(deposit, side), to: '?ask=return' })
  if (is === 'claimable' && side === 'owner') links.push({ label: 'Claim damage', to: '' })
  if (is === 'claimed' || is === 'decided') links.push({ label: 'See the claim', to: '' })
  return links
}

/** The label of the button that returns a deposit. */
export function returnLabel({ inCash }: DepositStatus, side: Side): string {
  if (!inCash) return 'Return the deposit now'
  return side === 'owner' ? 'I handed it back' : 'I have it back'
}
