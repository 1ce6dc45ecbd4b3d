import type { ReactNode } from 'react'
import { formatAge } from '#domain/health/amounts.ts'
import { breakerText, gatewayText } from '#domain/health/gateway.ts'
import { serviceText } from '#domain/job/job.ts'
import { formatInstant } from '#domain/period.ts'
import { cx } from '#app/ui/primitives/cx.ts'
import type { Health } from '#server/health/read-health.ts'
import { Link } from '#app/ui/link.tsx'
import { Bad } from './health-card.tsx'

const cell = 'py-2.5 pl-3 align-top'
const figure = cx(cell, 'text-right tabular-nums')

/** The jobs by the service that they need. */
export function LaneTable({ lanes }: Pick<Health, 'lanes'>) {
  return (
    <Rows heads={['Needs', 'Waiting', 'Failed', 'Oldest due']}>
      {lanes.map(({ lane, waiting, failed, oldestSeconds, isStuck }) => {
        const age = oldestSeconds === null ? 'None' : formatAge(oldestSeconds)
        return (
          <tr key={lane} className="border-b border-line last:border-0">
            <Name>
              <Link to={`/admin/jobs?service=${lane}`} className="link">
                {serviceText(lane)}
              </Link>
            </Name>
            <td className={figure}>{waiting}</td>
            <td className={figure}>{failed > 0 ? <Bad>{failed}</Bad> : failed}</td>
            <td className={figure}>{isStuck ? <Bad>{age}</Bad> : age}</td>
          </tr>
        )
      })}
    </Rows>
  )
}

/** The outside services that are in use. */
export function GatewayTable({ gateways }: Pick<Health, 'gateways'>) {
  if (gateways.length === 0)
    return <p className="mt-3 text-muted">None is in use: mail is kept here, and nothing else is called.</p>
  return (
    <Rows heads={['Service', 'State', 'Calls', 'Failed']}>
      {gateways.map(({ gateway, breaker, calls, failures, lastFailureAt }) => (
        <tr key={gateway} className="border-b border-line last:border-0">
          <Name>
            {gatewayText(gateway)}
            {lastFailureAt ? (
              <span className="block text-sm text-muted">Failed last on {formatInstant(lastFailureAt)}</span>
            ) : null}
          </Name>
          <td className={figure}>
            {breaker === 'open' ? <Bad>{breakerText(breaker)}</Bad> : breakerText(breaker ?? 'closed')}
          </td>
          <td className={figure}>{calls.toLocaleString('en-PH')}</td>
          <td className={figure}>{failures.toLocaleString('en-PH')}</td>
        </tr>
      ))}
    </Rows>
  )
}

function Rows({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="w-full text-sm sm:text-base">
        <thead>
          <tr className="border-b border-line text-left text-sm text-muted">
            {heads.map((head, i) => (
              <th
                key={head}
                scope="col"
                className={cx('font-semibold', i === 0 ? 'py-2' : cx(figure, 'py-2'))}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Name({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="py-2.5 text-left font-normal">
      {children}
    </th>
  )
}
