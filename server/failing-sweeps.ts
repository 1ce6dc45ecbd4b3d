import { sql } from 'kysely'
import { type SweepName, sweepNames } from '#domain/job/sweep.ts'
import type { Services } from './context.ts'

/** A sweep that could not do everything the last time: how many things, since when, and the code of an error. */
export type FailingSweep = { name: SweepName; failures: number; since: Date; lastError: string }

/** The sweeps that could not do everything the last time, by their names; none that another version has alone. */
export async function listFailingSweeps({ db }: Pick<Services, 'db'>): Promise<FailingSweep[]> {
  const { rows } = await sql<FailingSweep>`select name, failures, failing_since as since, last_error
    from sweep_turn where failing_since is not null and name = any(${sweepNames}) order by name`.execute(db)
  return rows
}
