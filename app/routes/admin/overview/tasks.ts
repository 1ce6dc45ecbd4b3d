import type { AdminArea } from '#domain/account/admin-area.ts'
import { mayAdminOpen } from '#domain/pages.ts'
import type { Overview } from '#server/overview/overview.ts'

/** Something that waits for an admin, and its page. */
export type Task = { to: string; text: string }

type Counted = { count: number; to: string; one: string; many: (count: string) => string }

const tasksOf = (overview: Overview): Counted[] => [
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
    count: overview.openProposals,
    to: '/admin/proposals?state=waiting',
    one: 'Confirm or decline 1 proposal of another admin',
    many: (count) => `Confirm or decline ${count} proposals of other admins`,
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
    count: overview.notReturned,
    to: '/admin/orders?returned=no',
    one: 'Look at 1 rental that was not returned',
    many: (count) => `Look at ${count} rentals that were not returned`,
  },
  {
    count: overview.openDisputes,
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

/** What waits on the pages that an admin may open. */
export function tasksFor(overview: Overview, area: AdminArea | null | undefined): Task[] {
  return tasksOf(overview)
    .filter(({ count, to }) => count > 0 && mayAdminOpen(area, to))
    .map(({ count, to, one, many }) => ({
      to,
      text: count === 1 ? one : many(count.toLocaleString('en-PH')),
    }))
}
