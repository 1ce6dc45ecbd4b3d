import { MapPin, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { PLACE_DAYS } from '#domain/address/who-sees.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Where } from '#server/rental/read-where.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Shown } from './shown-place.tsx'

/** Where a rental is handed over, as its viewer may see it; the renter of one that is delivered can say where. */
export function WherePanel({ where }: { where: Where }) {
  const delivered = where.deliveryOption === 'delivery'
  return (
    <Card as="section" aria-labelledby="where-heading" padding="md" data-print="hide">
      <h2 id="where-heading" className="text-xl">
        Where
      </h2>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        {delivered ? <Delivery where={where} /> : null}
        <PickUp where={where} delivered={delivered} />
      </div>
      {where.open ? (
        <p className="mt-5 text-sm text-muted">
          Only the two of you see this, until {PLACE_DAYS} days after the rental ended.
        </p>
      ) : null}
    </Card>
  )
}

function Delivery({ where: { rentalId, side, open, delivery, mayChange } }: { where: Where }) {
  const mine = side === 'renter'
  return (
    <Part icon="truck" title={mine ? 'It is brought to you' : 'You bring it to'}>
      {delivery ? (
        <Shown place={delivery} call={!mine} />
      ) : (
        <p className="text-muted">
          {mine
            ? 'You have not said where yet.'
            : open
              ? 'The renter has not said where yet. Ask them in the chat.'
              : 'You see the address once you approved the rental.'}
        </p>
      )}
      {mayChange ? (
        <ButtonLink to={rentalPath(rentalId, 'address')} variant="secondary" size="sm" className="mt-3">
          {delivery ? 'Change the address' : 'Add the address'}
        </ButtonLink>
      ) : null}
    </Part>
  )
}

function PickUp({
  where: { listingId, side, open, pickUp },
  delivered,
}: {
  where: Where
  delivered: boolean
}) {
  const mine = side === 'owner'
  const title = mine
    ? delivered
      ? 'It comes back to you'
      : 'You hand it over'
    : delivered
      ? 'You bring it back to'
      : 'You pick it up'
  return (
    <Part icon="pin" title={title}>
      {pickUp ? (
        <Shown place={pickUp} call={!mine} />
      ) : (
        <p className="text-muted">
          {mine
            ? 'You have not said where yet.'
            : open
              ? 'The owner has not said where yet. Ask them in the chat.'
              : 'You see the place and the owner’s phone once they approved.'}
        </p>
      )}
      {mine && !pickUp ? (
        <ButtonLink
          to={`/profile/listings/${listingId}/pick-up`}
          variant="secondary"
          size="sm"
          className="mt-3"
        >
          Add the pick-up place
        </ButtonLink>
      ) : null}
    </Part>
  )
}

const icons = { truck: Truck, pin: MapPin }

type PartProps = { icon: keyof typeof icons; title: string; children: ReactNode }

function Part({ icon, title, children }: PartProps) {
  const Icon = icons[icon]
  return (
    <div className="min-w-0">
      <h3 className="flex items-center gap-2 text-base">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-accent" />
        {title}
      </h3>
      <div className="mt-1.5">{children}</div>
    </div>
  )
}
