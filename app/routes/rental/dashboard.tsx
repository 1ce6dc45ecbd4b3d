import { Heart, ReceiptText } from 'lucide-react'
import { formatPeso } from '#domain/money.ts'
import { dayInManila } from '#domain/period.ts'
import { nextAppointment } from '#domain/rental/agenda.ts'
import { weekOf } from '#domain/rental/week.ts'
import { Figure, Figures } from '#app/ui/figure.tsx'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { Link } from '#app/ui/link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { listWeek } from '#server/rental/list-week.ts'
import { dashboardFigures, earningsByMonth, listAgenda } from '#server/rental/queries.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { WeekAtAGlance } from './week.tsx'
import { Agenda } from './agenda.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { NextTask } from './next-task.tsx'
import type { Route } from './+types/dashboard.ts'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db, clock } = admit(args, 'profile')
  const now = clock.now()
  const lends = actor.role === 'owner'
  const agenda = await listAgenda(db, { id: actor.id, now })
  return {
    firstName: actor.firstName,
    lends,
    figures: await dashboardFigures(db, actor.id),
    earnings: lends ? await earningsByMonth(db, actor.id, now) : null,
    week: lends ? weekOf(await listWeek(db, actor, dayInManila(now)), dayInManila(now)) : null,
    agenda: agenda.map(({ period, ...rental }) => ({
      ...rental,
      appointment: nextAppointment({ status: rental.status, period }, dayInManila(now)),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Dashboard', matches) }]

const tracker = '/profile/rental-tracker'

function EarningsNote({ kept }: { kept: number }) {
  return (
    <>
      The rent of your completed rentals.{' '}
      {kept > 0 ? `Another ${formatPeso(kept)} is yours of rentals that were cancelled late. ` : null}
      <Link to="/profile/statement" className="link whitespace-nowrap">
        Your statement
      </Link>
    </>
  )
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { firstName, lends, figures, earnings, agenda } = loaderData
  useReloadOn('rental')
  const rents = !lends || figures.hasRented
  const lent = agenda.filter(({ side }) => side === 'owner')
  const rented = agenda.filter(({ side }) => side === 'renter')
  return (
    <>
      <PageHeading
        title="Dashboard"
        lead={`Good to see you, ${firstName}.`}
        actions={
          lends ? (
            <>
              <ButtonLink to="/profile/statement" variant="secondary">
                <ReceiptText aria-hidden="true" className="size-5" />
                Statement
              </ButtonLink>
              <ButtonLink to="/profile/favorites" variant="secondary">
                <Heart aria-hidden="true" className="size-5" />
                Favorites
              </ButtonLink>
            </>
          ) : null
        }
      />
      <Figures>
        {lends ? (
          <>
            <Figure label="Total Listings">{figures.totalListings}</Figure>
            <Figure label="Items Rented Out" note="With a renter at this moment">
              {figures.rentedOut}
            </Figure>
            <Figure label="Total Earnings" note={<EarningsNote kept={figures.keptRentCentavos} />}>
              {formatPeso(figures.earningsCentavos)}
            </Figure>
          </>
        ) : null}
        {rents ? (
          <Figure label="Active Rentals" note="Things you have with you now">
            {figures.activeRentals}
          </Figure>
        ) : null}
      </Figures>
      <NextTask lends={lends} figures={figures} />
      <div className="mt-10 grid grid-cols-1 gap-10">
        {loaderData.week ? <WeekAtAGlance week={loaderData.week} /> : null}
        {lends && (figures.totalListings > 0 || lent.length > 0) ? (
          <Agenda
            title="Next hand-overs and returns"
            empty="Nothing is to be handed over or comes back. Approved requests show here."
            entries={lent}
            to={tracker}
          />
        ) : null}
        {rented.length > 0 || !lends ? (
          <Agenda
            title="Your next pick-ups and returns"
            empty={
              'Nothing to pick up and nothing to bring back. Once an owner approves a request of ' +
              'yours, its days show here.'
            }
            entries={rented}
            to={lends ? `${tracker}?view=rented` : tracker}
          />
        ) : null}
        {earnings && figures.earningsCentavos > 0 ? <EarningsChart months={earnings} /> : null}
        {earnings && figures.earningsCentavos === 0 && figures.totalListings > 0 ? (
          <p className="rounded-lg border border-dashed border-line px-4 py-4 text-muted">
            Your earnings by month show here once a first rental has come back.
          </p>
        ) : null}
      </div>
    </>
  )
}
