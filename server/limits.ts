import { createHash } from 'node:crypto'
import type { Actor } from '#domain/actor.ts'
import { countOf } from '#domain/text.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { refuse, type Refusal } from '#domain/verdict.ts'
import type { LimitStore } from '#gateways/limits/port.ts'
import { networkKeyOf } from './network.ts'

/**
 * Each limit: at most `points` attempts in `seconds` for each key, such as an account. A setting
 * `LIMIT_…=points/seconds` overrides it.
 */
export const limitDefaults = {
  failedLoginsMinute: { points: 5, seconds: 60 },
  failedLoginsHour: { points: 20, seconds: 3600 },
  failedLoginsAccount: { points: 100, seconds: 3600 },
  failedLoginsNetwork: { points: 100, seconds: 60 },
  failedCodes: { points: 20, seconds: 3600 },
  passwordResets: { points: 5, seconds: 3600 },
  passwordResetsNetwork: { points: 100, seconds: 60 },
  confirmationMails: { points: 5, seconds: 3600 },
  emailChanges: { points: 5, seconds: 3600 },
  passkeyChallenges: { points: 100, seconds: 60 },
  signUps: { points: 60, seconds: 3600 },
  signUpsEmail: { points: 20, seconds: 3600 },
  checkouts: { points: 120, seconds: 3600 },
  paymentChecks: { points: 60, seconds: 60 },
  newListings: { points: 100, seconds: 86_400 },
  listingEdits: { points: 240, seconds: 3600 },
  uploads: { points: 200, seconds: 3600 },
  messages: { points: 60, seconds: 60 },
  typing: { points: 120, seconds: 60 },
  newThreads: { points: 60, seconds: 3600 },
  assistantMinute: { points: 20, seconds: 60 },
  assistantDay: { points: 200, seconds: 86_400 },
  assistantSwitches: { points: 60, seconds: 3600 },
  blocks: { points: 60, seconds: 3600 },
  reports: { points: 20, seconds: 3600 },
  reviews: { points: 30, seconds: 3600 },
  changes: { points: 60, seconds: 3600 },
  noShows: { points: 20, seconds: 3600 },
  waitlist: { points: 60, seconds: 3600 },
  calendarFeeds: { points: 10, seconds: 3600 },
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

/** An attempt that counts as failed; `giveBack` removes its count from the window: call it at most once. */
export type CountedFailure = { ok: true; giveBack(): Promise<void> }

export interface Limits {
  /**
   * Counts an attempt before it is made, whatever its result; null while there is room. Otherwise it returns a refusal
   * `limit` with the seconds to wait, and counts nothing, so that waiting always helps. Parallel attempts never exceed
   * the limit. `key` is whose attempts count: an account, an email, an IP address (counted by its network, D42) or a
   * fixed text.
   */
  take(name: LimitName, key: string): Promise<Refusal | null>
  /**
   * Like `take`, for attempts that count only if they fail: whoever succeeds gives the count back. `part` divides the
   * counts of a key: each part has the whole limit.
   */
  countFailure(name: LimitName, key: string, part?: string): Promise<CountedFailure | Refusal>
  /** Deletes the counts of a key, in all its parts. */
  clear(name: LimitName, key: string): Promise<void>
  /** How many attempts this process refused since it started. */
  refused: ReadonlyMap<LimitName, number>
}

const CLEANUP_MS = MINUTE_MS

/** Limits of these sizes, counted in `store`. Processes that share a store share their limits. */
export function createLimits(
  sizes: Record<LimitName, { points: number; seconds: number }>,
  store: LimitStore,
): Limits {
  let cleanedAt = performance.now()
  const refused = new Map<LimitName, number>()
  const countFailure: Limits['countFailure'] = async (name, key, part = '') => {
    const now = new Date()
    if (performance.now() - cleanedAt > CLEANUP_MS) {
      cleanedAt = performance.now()
      await store.deleteEnded(now)
    }
    const window = { name, key: keyOf(key), part: keyOf(part), ...sizes[name] }
    const { taken, endsAt } = await store.take(window, now)
    if (!taken) {
      refused.set(name, (refused.get(name) ?? 0) + 1)
      return tooMany(Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)))
    }
    return { ok: true, giveBack: () => store.giveBack(window, endsAt) }
  }
  return {
    countFailure,
    async take(name, key) {
      const counted = await countFailure(name, key)
      return counted.ok ? null : counted
    },
    clear: (name, key) => store.clear(name, keyOf(key)),
    refused,
  }
}

/**
 * Counts an attempt of the actor's account before it is made; null while there is room. A guest is not counted: the
 * use case refuses them. Refusal: `limit`.
 */
export const takeOfActor = async (
  { actor, limits }: { actor: Actor; limits: Limits },
  name: LimitName,
): Promise<Refusal | null> => (actor.kind === 'user' ? limits.take(name, actor.id) : null)

/** An IP address counts by its network; a key of more than 100 characters is replaced by its hash. */
function keyOf(key: string): string {
  const counted = networkKeyOf(key)
  return counted.length <= 100 ? counted : createHash('sha256').update(counted).digest('base64url')
}

function tooMany(seconds: number): Refusal {
  const wait =
    seconds < 90
      ? countOf(seconds, 'second')
      : seconds < 5400
        ? countOf(Math.ceil(seconds / 60), 'minute')
        : countOf(Math.ceil(seconds / 3600), 'hour')
  return {
    ...refuse('limit', `That was a lot in a short time. Please try again in ${wait}.`),
    retryAfterSeconds: seconds,
  }
}
