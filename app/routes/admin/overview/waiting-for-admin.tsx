import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Overview } from '#server/overview/overview.ts'

type Task = { count: number; to: string; one: string; many: (count: string) => string }

const tasksOf = (overview: Overview): Task[] => [
  {
    count: overview.waitingListings,
    to: '/admin/listings?status=available',
    one: 'Review 1 listing',
    many: (count) => `Review ${count} listings`,
  },
  {
    count: overview.editedListings,
    to: '/admin/listings?status=edited',
    one: 'Look at 1 listing edited since its approval',
    many: (count) => `Look at ${count} listings edited since their approval`,
  },
  {
    count: overview.manualRefunds,
    to: '/admin/refunds?status=manual',
    one: 'Pay out 1 refund by hand',
    many: (count) => `Pay out ${count} refunds by hand`,
  },
  {
    count: overview.unexplainedDifferences,
    to: '/admin/reconciliation',
    one: 'Explain 1 difference from the provider’s books',
    many: (count) => `Explain ${count} differences from the provider’s books`,
  },
  {
    count: overview.failedReconciliations,
    to: '/admin/reconciliation',
    one: 'See why the last reconciliation failed',
    many: () => 'See why the last reconciliation failed',
  },
  {
    count: overview.failedJobs,
    to: '/admin/jobs?status=failed',
    one: 'See why 1 job failed, and retry it',
    many: (count) => `See why ${count} jobs failed, and retry them`,
  },
  {
    count: overview.lateJobs,
    to: '/admin/jobs?status=late',
    one: 'Look at 1 job that waits for over an hour',
    many: (count) => `Look at ${count} jobs that wait for over an hour`,
  },
  {
    count: overview.waitingReviews,
    to: '/admin/reviews?status=waiting',
    one: 'Decide on 1 review by a renter',
    many: (count) => `Decide on ${count} reviews by renters`,
  },
  {
    count: overview.openMessages,
    to: '/admin/contact-messages?status=open',
    one: 'Answer 1 contact message',
    many: (count) => `Answer ${count} contact messages`,
  },
  {
    count: overview.openReports,
    to: '/admin/reports?status=open',
    one: 'Look into 1 report',
    many: (count) => `Look into ${count} reports`,
  },
  {
    count: overview.openClaims,
    to: '/admin/claims?status=open',
    one: 'Decide on 1 deposit claim',
    many: (count) => `Decide on ${count} deposit claims`,
  },
  {
    count: overview.unverifiedUsers,
    to: '/admin/users?status=unverified',
    one: 'Verify 1 user',
    many: (count) => `Verify ${count} users`,
  },
]

/** The numbers of things that wait for an admin, each a link to its page. */
export function WaitingForAdmin({ overview }: { overview: Overview }) {
  const tasks = tasksOf(overview).filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="waiting" className="mt-10">
      <h2 id="waiting" className="text-xl">
        What waits for you
      </h2>
      {tasks.length > 0 ? (
        <ul
          role="list"
          className="mt-4 divide-y divide-line rounded-xl border border-line bg-card shadow-card"
        >
          {tasks.map(({ count, to, one, many }) => (
            <li key={one}>
              <Link
                to={to}
                className={
                  'group flex min-h-13 items-center justify-between gap-4 px-4 py-2.5 font-semibold ' +
                  '-outline-offset-3 hover:text-accent sm:px-5'
                }
              >
                {count === 1 ? one : many(count.toLocaleString('en-PH'))}
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-muted group-hover:text-accent"
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-muted">Everything has been looked at. Well kept.</p>
      )}
    </section>
  )
}
