import { useRevalidator } from 'react-router'
import { Clock } from 'lucide-react'
import { formatPeso } from '#domain/money.ts'
import { HeldUntil } from '#app/ui/held-until.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { UnpaidActions } from '#app/ui/unpaid-actions.tsx'
import type { ShownUnpaidOrder } from './shown-unpaid-orders.ts'

const list = new Intl.ListFormat('en-PH')

/** An order that waits for its payment, with all its items: it can only be paid or cancelled as a whole. */
export function UnpaidOrderCard({ order }: { order: ShownUnpaidOrder }) {
  const { revalidate } = useRevalidator()
  const { number, rentals, totalCentavos, holdsUntil, secondsLeft } = order
  const titles = list.format(rentals.map(({ title }) => title))
  return (
    <Card as="article" padding="none" className="border-warning p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-lg/snug">Waiting for your payment</h3>
        <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
          Not paid yet
        </Badge>
      </div>
      <p className="mt-1 text-muted">
        {secondsLeft > 0 ? (
          <>
            The dates are yours until{' '}
            <HeldUntil holdsUntil={holdsUntil} secondsLeft={secondsLeft} onEnd={() => void revalidate()} />.
            The owners are asked once you have paid.
          </>
        ) : (
          'The time to pay is over; its dates are free again in a moment.'
        )}
      </p>
      <ul role="list" className="mt-4 grid gap-3">
        {rentals.map((rental) => (
          <li key={rental.id} className="flex items-center gap-4">
            <ListingPhoto photo={rental.photo} alt="" sizes="64px" className="w-16 shrink-0 rounded-md" />
            <p className="min-w-0">
              <span className="font-semibold">{rental.title}</span>
              <span className="block text-sm text-muted">
                {rental.start}
                {rental.last ? ` to ${rental.last}` : ''}, from {rental.partnerName}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <p>
          <span className="text-sm text-muted">Total </span>
          <span className="font-bold tabular-nums">{formatPeso(totalCentavos)}</span>{' '}
          <span className="text-sm text-muted">
            for order <span className="break-all">{number}</span>
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <UnpaidActions
            orderNumber={number}
            from="tracker"
            size="sm"
            about={titles}
            over={secondsLeft === 0}
          />
        </div>
      </div>
    </Card>
  )
}
