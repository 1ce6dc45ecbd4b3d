import type { Connection } from '#db/connect.ts'
import { type GuestReads, readPrimary, readReplica } from '#db/guest-reads.ts'
import type { Services } from './context.ts'
import type { Settings } from './settings.ts'

/** What guests read from: the replica that is set, or the database itself. */
export function openGuestReads(settings: Settings, connection: Connection, log: Services['log']): GuestReads {
  const { databaseReplicaUrl: replicaUrl, databasePool: poolSize, databasePrepares: prepares } = settings
  if (!replicaUrl) return readPrimary(connection)
  return readReplica(connection, {
    replicaUrl,
    poolSize,
    prepares,
    noticed(isRecent, why) {
      if (isRecent) log.info({ event: 'replica-used' }, 'guests read from the replica')
      else
        log.warn(
          { event: 'replica-left', err: why },
          'the replica is down or behind: all read from the primary',
        )
    },
  })
}
