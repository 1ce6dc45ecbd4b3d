/** What the worker thread is started with. Both absent: an empty database in memory. */
export type WorkerSettings = {
  /** An absolute folder to keep the database in; absent: in memory. */
  folder?: string
  /** An absolute tar file of a database to start from; only where there is none yet. */
  snapshot?: string
}

/**
 * What the worker is asked, one after the other. `reset` forgets what an earlier client left in the one session
 * (open transaction, named statements, settings); `exec` holds whole messages of PostgreSQL's wire protocol.
 */
export type WorkerRequest =
  | { id: number; kind: 'reset' }
  | { id: number; kind: 'exec'; bytes: Uint8Array }
  | { id: number; kind: 'snapshot'; file: string }
  | { id: number; kind: 'close' }

/** The worker's first message is `ready`; then exactly one answer per request, in their order. */
export type WorkerAnswer =
  { kind: 'ready' } | { kind: 'answer'; id: number; bytes?: Uint8Array; error?: string }
