import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { refuse, type Refusal } from '#domain/verdict.ts'

/** How often something may happen, per account or network; each can be set by `LIMIT_…=number/seconds`. */
export const limitDefaults = {
  failedLoginsMinute: { points: 5, seconds: 60 },
  failedLoginsHour: { points: 20, seconds: 3600 },
  failedLoginsNetwork: { points: 100, seconds: 60 },
  passwordResets: { points: 5, seconds: 3600 },
  passwordResetsNetwork: { points: 100, seconds: 60 },
  confirmationMails: { points: 5, seconds: 3600 },
  signUps: { points: 60, seconds: 3600 },
  checkouts: { points: 120, seconds: 3600 },
  paymentChecks: { points: 60, seconds: 60 },
  newListings: { points: 100, seconds: 86_400 },
  uploads: { points: 200, seconds: 3600 },
  messages: { points: 60, seconds: 60 },
  typing: { points: 120, seconds: 60 },
  newThreads: { points: 60, seconds: 3600 },
  assistantMinute: { points: 20, seconds: 60 },
  assistantDay: { points: 200, seconds: 86_400 },
  blocks: { points: 60, seconds: 3600 },
  reports: { points: 20, seconds: 3600 },
  reviews: { points: 30, seconds: 3600 },
  contactMessages: { points: 20, seconds: 3600 },
  favorites: { points: 120, seconds: 60 },
  mailSwitches: { points: 60, seconds: 3600 },
  profileUpdates: { points: 60, seconds: 3600 },
  dataDownloads: { points: 20, seconds: 3600 },
  search: { points: 300, seconds: 60 },
  auditEntries: { points: 30, seconds: 60 },
  auditRefusals: { points: 100, seconds: 60 },
}
export type LimitName = keyof typeof limitDefaults

export interface Limits {
  /** Null while there is room; otherwise a refusal `limit` with the seconds to wait. Counts nothing. */
  full(name: LimitName, key: string): Promise<Refusal | null>
  /** Counts one that was accepted or failed. */
  count(name: LimitName, key: string): Promise<void>
  /** Counts one before it is tried, or refuses: many at once can't all find room. `giveBack` when it should not count. */
  take(name: LimitName, key: string): Promise<Refusal | null>
  giveBack(name: LimitName, key: string): Promise<void>
}

/** Counts in memory, or, when several processes share a PostgreSQL, in its table `rate_limit`. */
export function createLimits(
  sizes: Record<LimitName, { points: number; seconds: number }>,
  pool?: Pool,
): Limits {
  const limiters = Object.fromEntries(
    Object.entries(sizes).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: name, points, duration: seconds }
      return [
        name,
        pool
          ? new RateLimiterPostgres({
              ...options,
              storeClient: pool,
              tableName: 'rate_limit',
              tableCreated: true,
            })
          : new RateLimiterMemory(options),
      ]
    }),
  ) as unknown as Record<LimitName, RateLimiterMemory>
  return {
    async full(name, key) {
      const seen = await limiters[name].get(short(key))
      if (!seen || seen.consumedPoints < sizes[name].points) return null
      return tooMany(Math.max(1, Math.ceil(seen.msBeforeNext / 1000)))
    },
    async count(name, key) {
      await limiters[name].penalty(short(key), 1)
    },
    async take(name, key) {
      const seen = await limiters[name].penalty(short(key), 1)
      if (seen.consumedPoints <= sizes[name].points) return null
      await limiters[name].reward(short(key), 1)
      return tooMany(Math.max(1, Math.ceil(seen.msBeforeNext / 1000)))
    },
    async giveBack(name, key) {
      await limiters[name].reward(short(key), 1)
    },
  }
}

/** A key as the table has room for: an email address may be longer. */
function short(key: string): string {
  return key.length <= 100 ? key : createHash('sha256').update(key).digest('base64url')
}

function tooMany(seconds: number): Refusal {
  const wait =
    seconds < 90
      ? many(seconds, 'second')
      : seconds < 5400
        ? many(Math.ceil(seconds / 60), 'minute')
        : many(Math.ceil(seconds / 3600), 'hour')
  return {
    ...refuse('limit', `That was a lot in a short time. Please try again in ${wait}.`),
    retryAfterSeconds: seconds,
  }
}

const many = (n: number, unit: string) => (n === 1 ? `1 ${unit}` : `${n} ${unit}s`)
