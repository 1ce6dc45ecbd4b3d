import type { Day, Period } from '../period.ts'
import { fittingDuration } from '../pricing/pricing.ts'
import { catalogueHref, noFilters } from './filters.ts'

/** The address of things of the same category that are free on a rental's days, or from today when it has begun. */
export function insteadHref(
  { category, period, durationDays }: { category: string | null; period: Period; durationDays: number },
  today: Day,
): string {
  const start = period.start < today ? today : period.start
  return catalogueHref({ ...noFilters, category, free: { start, days: fittingDuration(durationDays) } })
}
