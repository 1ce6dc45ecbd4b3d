import { formatMonth, formatShortDay, shortMonth } from '#domain/span.ts'
import { formatDay } from '#domain/period.ts'
import { BarChart } from '#app/ui/bar-chart.tsx'
import { Figure, Figures } from '#app/ui/figure.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { LinkTabs } from '#app/ui/primitives/tabs.tsx'
import { type Growth, readGrowth, readOverview, type Unit } from '#server/overview/overview.ts'
import { readAssistantState } from '#server/assistant/queries.ts'
import { titleOf } from '#app/title.ts'
import { adminOf } from '../admin-of.ts'
import { AssistantLine } from './assistant-line.tsx'
import { tasksFor } from './tasks.ts'
import { WaitingForAdmin } from './waiting-for-admin.tsx'
import type { Route } from './+types/overview.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  const unit: Unit = args.url.searchParams.get('by') === 'month' ? 'month' : 'week'
  const overview = await readOverview(ctx, admin)
  return {
    unit,
    totals: {
      users: overview.totalUsers,
      listings: overview.totalListings,
      waitingListings: overview.waitingListings,
    },
    tasks: tasksFor(overview, admin.adminArea),
    assistant: await readAssistantState(ctx, admin),
    growth: await readGrowth(ctx, admin, unit),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Admin Overview', matches) }]

/** One chart for each number of `Growth`: `of` is its key, `head` the head of its column in the table. */
const charts = [
  { of: 'signUps', title: 'Sign-ups', head: 'People who signed up' },
  { of: 'listings', title: 'New listings', head: 'Listings added' },
  { of: 'rentals', title: 'Rentals', head: 'Rentals asked for' },
] as const

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { totals, tasks, growth, unit, assistant } = loaderData
  return (
    <>
      <PageHeading title="Overview" lead="How the site is doing, and what waits for you." />
      <Figures>
        <Figure label="Total Users">{totals.users.toLocaleString('en-PH')}</Figure>
        <Figure label="Total Listings">{totals.listings.toLocaleString('en-PH')}</Figure>
        <Figure label="Waiting for Review">{totals.waitingListings.toLocaleString('en-PH')}</Figure>
      </Figures>
      <WaitingForAdmin tasks={tasks} />
      <AssistantLine assistant={assistant} />
      <section aria-labelledby="growth" className="mt-12">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <h2 id="growth" className="text-xl">
            Growth
          </h2>
          <LinkTabs
            label="Growth"
            tabs={[
              { to: '/admin', label: 'By week', current: unit === 'week' },
              { to: '/admin?by=month', label: 'By month', current: unit === 'month' },
            ]}
          />
        </div>
        <div className="grid gap-6">
          {charts.map(({ of, title, head }) => {
            const total = growth.reduce((sum, each) => sum + each[of], 0)
            return (
              <BarChart
                key={of}
                title={title}
                headingLevel={3}
                summary={`${total.toLocaleString('en-PH')} in the last 12 ${unit}s`}
                heads={[unit === 'week' ? 'Week from' : 'Month', head]}
                bars={growth.map((each) => ({ ...axisLabels(each, unit), ...barValue(each[of]) }))}
              />
            )
          })}
        </div>
      </section>
    </>
  )
}

/** The labels of a bar, from the first day of its week or month. */
function axisLabels({ start }: Growth, unit: Unit) {
  if (unit === 'week') return { label: `Week from ${formatDay(start)}`, short: formatShortDay(start) }
  const month = start.slice(0, 7)
  return { label: formatMonth(month), short: shortMonth(month) }
}

const barValue = (value: number) => ({ value, text: value.toLocaleString('en-PH') })
