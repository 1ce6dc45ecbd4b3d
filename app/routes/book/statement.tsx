import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useMemo } from 'react'
import { formatPeso } from '#domain/money.ts'
import { addMonths } from '#domain/book/statement.ts'
import { dayInManila } from '#domain/period.ts'
import { formatMonth } from '#domain/span.ts'
import { Figure, Figures } from '#app/ui/figure.tsx'
import { LoadMore } from '#app/ui/load-more.tsx'
import { useMore } from '#app/ui/use-more.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { readStatement, type Statement } from '#server/book/read-statement.ts'
import { titleOf } from '#app/title.ts'
import { ownerOf } from '../listing/owner-of.ts'
import { StatementTable } from './statement-table.tsx'
import type { Route } from './+types/statement.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, owner } = ownerOf(args)
  const asked = args.url.searchParams
  const after = asked.get('after')
  const current = dayInManila(ctx.clock.now()).slice(0, 7)
  return {
    current,
    statement: await readStatement(ctx, owner, asked.get('month'), { after }),
    isFirst: after === null,
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Statement', matches) }]

export default function OwnerStatement({
  loaderData: { current, statement, isFirst },
}: Route.ComponentProps) {
  const { month, firstMonth } = statement
  const first = useMemo(() => linesOf({ statement }), [statement])
  const hrefOf = (after: string) => `/profile/statement?month=${month}&after=${after}`
  const { items: lines, more, loading, load } = useMore(first, linesOf, hrefOf)
  return (
    <>
      <BackLink to="/profile">Dashboard</BackLink>
      <PageHeading title="Statement" lead="What you earned, what was paid to you, and what is still open." />
      {firstMonth === null ? (
        <EmptyState
          title="No money has moved yet"
          action={
            <ButtonLink to="/profile/rental-tracker" variant="secondary">
              Rental Tracker
            </ButtonLink>
          }
        >
          Once a rental of yours is paid for, online or in cash, each movement stands here with its balance.
        </EmptyState>
      ) : (
        <>
          <BalanceSummary statement={statement} />
          <section aria-labelledby="month" className="mt-10">
            <Months month={month} first={firstMonth} current={current} />
            <StatementTable statement={{ ...statement, lines, next: more }} isFirst={isFirst} />
            {more ? <LoadMore to={more} of="lines" loading={loading} load={load} /> : null}
            {lines.length === 0 ? (
              <p className="mt-4 text-muted">Nothing was booked in {formatMonth(month)}.</p>
            ) : null}
            <p className="mt-4">
              <a
                href={`/profile/statement.csv?month=${month}`}
                download
                className="link inline-flex min-h-11 items-center gap-2"
              >
                <Download aria-hidden="true" className="size-5" />
                {formatMonth(month)} as CSV
              </a>
            </p>
          </section>
        </>
      )}
    </>
  )
}

const linesOf = ({ statement: { lines, next } }: { statement: Statement }) => ({ items: lines, next })

/** The current balance between an owner and the site. */
function BalanceSummary({ statement }: { statement: Statement }) {
  const { readyCentavos: ready, openCentavos: open, cashDepositCentavos, paidOutCentavos } = statement
  return (
    <>
      {ready < 0 ? (
        <div className="mb-6">
          <Alert tone="warning" title={`You owe us ${formatPeso(-ready)}.`}>
            These are fees on cash that you collected, or rent that went back after it was paid out to you.
            What renters pay online is set against it first. Our team tells you where to send the rest.
          </Alert>
        </div>
      ) : null}
      <Figures>
        <Figure
          label="Ready for you"
          note={
            ready > 0 ? 'Of rentals that are over. It is paid out next.' : 'Nothing waits to be paid out.'
          }
        >
          {formatPeso(Math.max(0, ready))}
        </Figure>
        <Figure label="Still open" note="Paid online, for rentals that are not over yet">
          {formatPeso(open)}
        </Figure>
        <Figure label="Paid out so far" note="Each payout stands below in its month">
          {formatPeso(paidOutCentavos)}
        </Figure>
        {cashDepositCentavos > 0 ? (
          <Figure label="Deposits with you" note="In cash, to give back to renters">
            {formatPeso(cashDepositCentavos)}
          </Figure>
        ) : null}
      </Figures>
    </>
  )
}

type MonthsProps = { month: string; first: string; current: string }

function Months({ month, first, current }: MonthsProps) {
  const to = (other: string) => (other === current ? '/profile/statement' : `?month=${other}`)
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 id="month" className="text-xl">
        {formatMonth(month)}
      </h2>
      <nav aria-label="Months" className="flex gap-2">
        {before >= first ? (
          <ButtonLink to={to(before)} variant="secondary" size="sm" rel="prev" preventScrollReset>
            <ChevronLeft aria-hidden="true" className="size-4" />
            {formatMonth(before)}
          </ButtonLink>
        ) : null}
        {after <= current ? (
          <ButtonLink to={to(after)} variant="secondary" size="sm" rel="next" preventScrollReset>
            {formatMonth(after)}
            <ChevronRight aria-hidden="true" className="size-4" />
          </ButtonLink>
        ) : null}
      </nav>
    </div>
  )
}
