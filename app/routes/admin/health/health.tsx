import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { readHealth } from '#server/health/read-health.ts'
import { titleOf } from '#app/title.ts'
import { headAdminOf } from '../admin-of.ts'
import { GatewayTable, LaneTable } from './health-tables.tsx'
import { databaseFacts, machineFacts, versionFacts } from './health-facts.tsx'
import { HealthCard } from './health-card.tsx'
import { Facts } from '../facts.tsx'
import type { Route } from './+types/health.ts'

export function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  return readHealth(ctx, admin)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Health', matches) }]

export default function AdminHealth({ loaderData: health }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Health"
        lead="How the machinery of the site is doing. Open the page again to see it anew."
      />
      <div className="grid grid-cols-1 gap-6">
        <HealthCard title="Jobs">
          <LaneTable lanes={health.lanes} />
        </HealthCard>
        <HealthCard title="Outside services">
          <GatewayTable gateways={health.gateways} />
          {health.workers > 1 ? (
            <p className="mt-4 text-sm text-muted">
              As process {health.worker} of {health.workers} sees them since it started.
            </p>
          ) : null}
        </HealthCard>
        <HealthCard title="Database">
          <Facts facts={databaseFacts(health)} />
        </HealthCard>
        <HealthCard title="Backup, reconciliation and disk">
          <Facts facts={machineFacts(health)} />
        </HealthCard>
        <HealthCard title="Versions">
          <Facts facts={versionFacts(health)} />
        </HealthCard>
      </div>
    </>
  )
}
