import { readdirSync } from 'node:fs'
import { memoryOf } from '../../bench/process-figures.ts'
import type { World } from '#tests/chaos/people.ts'

/** What a site on PostgreSQL holds at one moment. */
export type Sample = {
  minute: number
  requests: number
  failed: number
  /** Resident memory of the server process, in MiB. */
  memory: number
  /** Open files and sockets of the server process. */
  handles: number
  /** Connections to the database. */
  connections: number
  /** Dead rows of all tables, as a part of all rows. */
  dead: number
  /** Bytes of all tables with their indexes, for each live row. */
  bytesPerRow: number
  /** Age of the oldest job that is due, in seconds. */
  jobAge: number
}

const tables = `
  select sum(n_dead_tup)::float / greatest(sum(n_live_tup + n_dead_tup), 1) as dead,
    sum(pg_total_relation_size(relid))::float / greatest(sum(n_live_tup), 1) as bytes_per_row,
    (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'hiram')
      as connections,
    (select coalesce(extract(epoch from max(now() - due_at)), 0)::float from effect
      where done_at is null and failed_at is null and due_at < now()) as job_age
  from pg_stat_user_tables`

/** Reads what the only server of a world, and its database, hold now. */
export async function takeSample({ site, ledger }: World, startedAt: number): Promise<Sample> {
  const pid = site.servers[0]!.pid()
  const [row] = await site.postgres!.ask(tables)
  return {
    minute: (Date.now() - startedAt) / 60_000,
    requests: ledger.sent,
    failed: ledger.failed,
    memory: memoryOf(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    connections: Number(row!['connections']),
    dead: Number(row!['dead']),
    bytesPerRow: Number(row!['bytes_per_row']),
    jobAge: Number(row!['job_age']),
  }
}
