import { Form } from 'react-router'
import { Fact } from '#app/ui/fact.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import type { OrderPlaces as Places } from '#server/address/queries.ts'
import { Shown } from '../../address/shown-place.tsx'

type Props = { rentals: readonly { id: string; title: string }[]; places: readonly Places[] | null }

/** The addresses and phones of an order, which an admin asks for; each time is written into the audit log. */
export function OrderPlaces({ rentals, places }: Props) {
  return (
    <Card as="section" aria-labelledby="places" className="mt-6">
      <h2 id="places" className="text-xl">
        Addresses and phones
      </h2>
      {places ? (
        <ul role="list" className="mt-3 divide-y divide-line">
          {places.map(({ rentalId, pickUp, delivery }) => (
            <li key={rentalId} className="py-4">
              <h3 className="text-base">{rentals.find(({ id }) => id === rentalId)?.title}</h3>
              <dl className="mt-2 grid gap-4 sm:grid-cols-2">
                {[['Owner', pickUp] as const, ['Renter', delivery] as const].map(([whose, place]) => (
                  <Fact key={whose} label={whose}>
                    {place ? <Shown place={place} call /> : 'Not given'}
                  </Fact>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <Form method="post" preventScrollReset className="mt-3 grid justify-items-start gap-3">
          <p className="text-muted">
            Look only when a case needs it. Each look is written into the audit log.
          </p>
          <input type="hidden" name="intent" value="places" />
          <Button variant="secondary">Show addresses and phones</Button>
        </Form>
      )}
    </Card>
  )
}
