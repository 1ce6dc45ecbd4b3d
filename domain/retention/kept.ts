import type { TimeKept } from './time-kept.ts'

/**
 * The texts of the privacy policy: what is kept, and how long. `what` is null for data about nobody, or which
 * production does not have: the policy leaves it out.
 */
type Said = { what: string | null; says: (time: string) => string }

/** Data that no sweep deletes: the tables of the database, each with the reason. */
export type Staying = Said & { name: null; tables: Readonly<Record<string, string>> }

type Expiry = Said & {
  /** Tables of the database; none for files. */
  tables: readonly string[]
  /** The column from which the time counts. */
  since: string
  /** Without it, a row is deleted as soon as `since` is past: whoever writes `since` decides when. */
  time?: TimeKept
  /** The shortest time that the setting may say. */
  atLeast?: TimeKept
  /** The setting that changes `time`, and what the README says it keeps. */
  setting?: readonly [name: `KEEP_${string}`, says: string]
}

/** Data that the sweep deletes. */
export type Expiring<Name extends string = string> = Expiry & { name: Name }
export type Kept = Staying | Expiring

/** A row of the table for data that no sweep deletes; `says` is how long the policy says it is kept. */
export const stays = (what: string | null, says: string, tables: Staying['tables']): Staying => ({
  name: null,
  what,
  says: () => says,
  tables,
})

/** A row of the table for data that the sweep deletes. */
export const expires = <const Name extends string, const Of extends Expiry>(name: Name, of: Of) => ({
  name,
  ...of,
})
