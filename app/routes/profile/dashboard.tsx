import { formatPeso } from '#domain/money.ts'
import { Figure, Figures } from '#app/ui/figure.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { dashboardFigures } from '#server/rental/queries.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { NextStep } from './next-step.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db } = admit(args, 'profile')
  if (actor.kind !== 'user') throw new Error('the dashboard is for people who are logged in')
  return { firstName: actor.firstName, role: actor.role, figures: await dashboardFigures(db, actor.id) }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Dashboard', matches) }]

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, role, figures } = loaderData
  const lends = role === 'owner'
  return (
    <>
      <PageHeading title="Dashboard" lead={`Good to see you, ${firstName}.`} />
      <Figures>
        {lends ? (
          <>
            <Figure label="Total Listings">{figures.totalListings}</Figure>
            <Figure label="Items Rented Out" note="With a renter at this moment">
              {figures.rentedOut}
            </Figure>
            <Figure
              label="Total Earnings"
              note="The rent of your completed rentals. A record; we hold no money for you."
            >
              {formatPeso(figures.earningsCentavos)}
            </Figure>
          </>
        ) : null}
        {!lends || figures.hasRented ? (
          <Figure label="Active Rentals" note="Things you have with you now">
            {figures.activeRentals}
          </Figure>
        ) : null}
      </Figures>
      <NextStep lends={lends} figures={figures} />
    </>
  )
}
