import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const CHECKED_EVERY_MS = 1_000
/** How soon it is asked again whether a change has arrived. */
const ASKED_AGAIN_MS = 50

/** What is known of a replica. */
export type ReplicaWatch = {
  /** Whether it answers and has all that was committed `maxLagMs` ago. */
  isRecent(): boolean
  /** Whether it also has every change that `changed` told of. */
  isCurrent(): boolean
  /** Tells of a change that is committed: until the replica has it, the replica is not current. */
  changed(): void
  close(): Promise<void>
}

/** A place in the log of the primary, when it was asked for, and how many changes were told of before. */
type Position = { lsn: string; at: number; changes: number }

const nothing = { at: Number.NEGATIVE_INFINITY, changes: -1 }

/**
 * Asks the primary every second how far its log is, and the replica until it has replayed as much: no clocks are
 * compared, and a replica that is cut off from its primary is found out. A server that is no standby (any more) is
 * never current. `noticed` hears when the replica begins or ceases to be recent, and why.
 */
export function watchReplica(
  primary: pg.Pool,
  replica: pg.Pool,
  { maxLagMs, noticed }: { maxLagMs: number; noticed(isRecent: boolean, why?: unknown): void },
): ReplicaWatch {
  let changes = 0
  let has = nothing
  let awaited: Position | null = null
  let wasRecent = false
  let wake = () => {}
  const closing = new AbortController()
  const isRecent = () => performance.now() - has.at < maxLagMs
  const isCurrent = () => isRecent() && has.changes === changes

  const check = async () => {
    awaited ??= await positionOf(primary, changes)
    try {
      if (!(await hasReplayed(replica, awaited.lsn))) return
    } catch (error) {
      has = nothing
      throw error
    }
    has = awaited
    awaited = null
  }
  const keepChecking = async () => {
    while (!closing.signal.aborted) {
      const error = await check().catch((why: unknown) => why)
      if (wasRecent !== isRecent()) noticed((wasRecent = isRecent()), error)
      const pause = !error && has.changes !== changes ? ASKED_AGAIN_MS : CHECKED_EVERY_MS
      // A change is worth a question at once, unless there is nobody to ask.
      const woken = error ? new Promise<void>(() => {}) : new Promise<void>((done) => (wake = done))
      const paused = wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      await Promise.race([paused, woken])
    }
  }
  const checking = keepChecking()
  return {
    isRecent,
    isCurrent,
    changed() {
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
 * The end of the log that every commit so far is in. One that does not wait for the disk may not be flushed yet; what
 * others insert without a commit may stay unflushed for long.
 */
async function positionOf(primary: pg.Pool, changes: number): Promise<Position> {
  const at = performance.now()
  const { rows } = await primary.query<{ lsn: string }>(
    `select case current_setting('synchronous_commit')
       when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn`,
  )
  return { lsn: rows[0]!.lsn, at, changes }
}

async function hasReplayed(replica: pg.Pool, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ has: boolean | null }>(
    `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has`,
    [lsn],
  )
  return rows[0]!.has === true
}
