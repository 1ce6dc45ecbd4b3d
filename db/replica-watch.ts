import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const CHECKED_EVERY_MS = 1_000
/** How soon the replica is checked again while it lacks a change. */
const CHECKED_AGAIN_MS = 50

/** The known state of a replica. */
export type ReplicaWatch = {
  /** Whether it answers and has everything that was committed `maxLagMs` ago. */
  isRecent(): boolean
  /** Whether it also has every change that was reported by `reportChange`. */
  isCurrent(): boolean
  /** How old the newest commit is that it surely has, in milliseconds; infinite while it is down. */
  lagMs(): number
  /** Reports a committed change: the replica is not current until it has it. */
  reportChange(): void
  close(): Promise<void>
}

/** A position in the primary's write-ahead log, when it was read, and how many changes had been reported by then. */
type Position = { bytes: bigint; at: number; changes: number }

const notReached = { at: Number.NEGATIVE_INFINITY, changes: -1 }

/**
 * Reads every second the primary's position in its write-ahead log, and checks whether the replica has replayed as
 * much. It compares no clocks, and it notices a replica that is cut off from its primary. A server that is no standby
 * (any more) is neither recent nor current. `onChange` is called when the replica becomes recent or stops being
 * recent, with the error if there was one.
 */
export function watchReplica(
  primary: pg.Pool,
  replica: pg.Pool,
  { maxLagMs, onChange }: { maxLagMs: number; onChange(isRecent: boolean, error?: unknown): void },
): ReplicaWatch {
  let changes = 0
  let reached = notReached
  /** Positions that the replica has not reached yet, the oldest first. */
  let ahead: Position[] = []
  let wasRecent = false
  let wake = () => {}
  const closing = new AbortController()
  const isRecent = () => performance.now() - reached.at < maxLagMs
  const isCurrent = () => isRecent() && reached.changes === changes

  const check = async () => {
    const newest = ahead.at(-1) ?? reached
    const now = performance.now()
    if (newest.changes !== changes || now - newest.at >= CHECKED_EVERY_MS)
      ahead.push(await positionOf(primary, changes))
    try {
      const replayed = await replayedBytes(replica)
      reached = ahead.findLast(({ bytes }) => bytes <= replayed) ?? reached
    } catch (error) {
      reached = notReached
      throw error
    }
    ahead = ahead.filter(({ at }) => at > reached.at && now - at < maxLagMs)
  }
  const keepChecking = async () => {
    while (!closing.signal.aborted) {
      const error = await check().catch((why: unknown) => why)
      if (wasRecent !== isRecent()) onChange((wasRecent = isRecent()), error)
      const pause = !error && reached.changes !== changes ? CHECKED_AGAIN_MS : CHECKED_EVERY_MS
      // A change triggers the next check at once, unless the last check failed.
      const woken = error ? new Promise<void>(() => {}) : new Promise<void>((done) => (wake = done))
      const paused = wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      await Promise.race([paused, woken])
    }
  }
  const checking = keepChecking()
  return {
    isRecent,
    isCurrent,
    lagMs: () => performance.now() - reached.at,
    reportChange() {
      if (isCurrent()) wake()
      changes++
    },
    async close() {
      closing.abort()
      await checking
    },
  }
}

/**
 * The position in the log that includes every commit so far. A commit that does not wait for the disk may not be
 * flushed yet; inserts of open transactions may stay unflushed for long.
 */
async function positionOf(primary: pg.Pool, changes: number): Promise<Position> {
  const at = performance.now()
  const { rows } = await primary.query<{ bytes: string }>(
    `select (case current_setting('synchronous_commit')
       when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end - '0/0')::text as bytes`,
  )
  return { bytes: BigInt(rows[0]!.bytes), at, changes }
}

/** How far a replica has replayed the log, in bytes. Throws when it is no standby. */
async function replayedBytes(replica: pg.Pool): Promise<bigint> {
  const { rows } = await replica.query<{ isStandby: boolean; bytes: string | null }>(
    `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0')::text as bytes`,
  )
  const { isStandby, bytes } = rows[0]!
  if (!isStandby) throw new Error('the server of DATABASE_REPLICA_URL is no standby')
  return BigInt(bytes ?? 0)
}
