import type { Connection, OnStatement } from '#db/connect.ts'
import { type GuestReads, readPrimary, readReplica } from '#db/guest-reads.ts'
import type { Services } from './context.ts'
import type { Settings } from './settings.ts'

/** The databases that guests read from: the configured replica, or the primary. */
export function openGuestReads(
  settings: Settings,
  connection: Connection,
  log: Services['log'],
  onStatement?: OnStatement,
): GuestReads {
  const { databaseReplicaUrl: replicaUrl, databasePool: poolSize, databasePrepares: prepares } = settings
  if (!replicaUrl) return readPrimary(connection)
  return readReplica(connection, {
    replicaUrl,
    poolSize,
    prepares,
    onStatement,
    onChange(isRecent, error) {
      if (isRecent) log.info({ event: 'replica-used' }, 'guests read from the replica')
      else
        log.warn(
          { event: 'replica-left', err: error },
          'the replica is down or behind: all read from the primary',
        )
    },
    onFallback(error) {
      log.warn(
        { event: 'replica-failed', err: error },
        'a statement failed at the replica: the primary answers',
      )
    },
  })
}
