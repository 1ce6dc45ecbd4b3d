/** The settings with which the worker thread starts. Both absent: an empty database in memory. */
export type WorkerSettings = {
  /** An absolute folder for the database; absent: in memory. */
  folder?: string
  /** An absolute tar file of a database to start from; only used where there is no database yet. */
  snapshot?: string
}

/**
 * The requests to the worker, one after the other. `reset` discards what an earlier client left in the one session
 * (open transaction, named statements, settings); `exec` holds whole messages of PostgreSQL's wire protocol.
 */
export type WorkerRequest =
  | { id: number; kind: 'reset' }
  | { id: number; kind: 'exec'; bytes: Uint8Array }
  | { id: number; kind: 'snapshot'; file: string }
  | { id: number; kind: 'close' }

/** The worker's first message is `ready`; then exactly one answer per request, in order. */
export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; bytes?: Uint8Array; error?: string }
