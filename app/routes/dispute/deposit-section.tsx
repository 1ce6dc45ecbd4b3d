import { formatPeso } from '#domain/money.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { ReceiptLink } from '#app/ui/receipt-link.tsx'
import { returnLabel } from '../deposit/deposit-state.tsx'
import { depositWords } from '../deposit/deposit-words.ts'
import type { DisputePageView } from './view-dispute-page.ts'

/** What the page is about: the rental, and its deposit if there is one. */
export function DepositSection({ page, here }: { page: DisputePageView; here: string }) {
  const { depositStatus, side, partner, mayReturn } = page
  const { orderNumber } = page.rental
  return (
    <Card as="section" aria-label={depositStatus ? 'Deposit' : 'Rental'}>
      <p className="text-lg">
        {depositStatus
          ? depositWords(depositStatus, side, partner)
          : 'Problems with this rental are settled here, with both of you and our admins.'}
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {depositStatus ? <Fact label="Deposit">{formatPeso(depositStatus.centavos)}</Fact> : null}
        <Fact label={side === 'owner' ? 'Renter' : 'Owner'}>{partner}</Fact>
        <Fact label="Order">
          <ReceiptLink number={orderNumber} />
        </Fact>
      </dl>
      {depositStatus && mayReturn ? (
        <ButtonLink to={`${here}?ask=return`} variant="secondary" className="mt-5" preventScrollReset replace>
          {returnLabel(depositStatus, side)}
        </ButtonLink>
      ) : null}
    </Card>
  )
}
