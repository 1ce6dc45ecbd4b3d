import { Figure, Figures } from '#app/ui/figure.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { adminTotals } from '#server/admin/queries.ts'
import { titleOf } from '#app/title.ts'
import { adminOf } from './admin-of.ts'
import type { Route } from './+types/overview.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  return adminTotals(ctx, admin)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Admin Overview', matches) }]

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { totalUsers, totalListings, waiting } = loaderData
  return (
    <>
      <PageHeading title="Overview" lead="How the site is doing, and what waits for you." />
      <Figures>
        <Figure label="Total Users">{totalUsers.toLocaleString('en-PH')}</Figure>
        <Figure label="Total Listings">{totalListings.toLocaleString('en-PH')}</Figure>
        <Figure label="Waiting for Review">{waiting.toLocaleString('en-PH')}</Figure>
      </Figures>
      <div className="mt-8">
        {waiting > 0 ? (
          <ButtonLink to="/admin/listings?status=available">
            {waiting === 1 ? 'Review 1 listing' : `Review ${waiting.toLocaleString('en-PH')} listings`}
          </ButtonLink>
        ) : (
          <p className="text-muted">Every listing has been looked at. Well kept.</p>
        )}
      </div>
    </>
  )
}
