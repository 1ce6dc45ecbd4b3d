import type { TimeKept } from './time-kept.ts'

/** How the privacy policy names it, and says how long; `what` is null for what a production keeps about nobody. */
type Said = { what: string | null; says: (time: string) => string }

/** What no sweep deletes: the tables of the database, each with the reason. */
export type Staying = Said & { name: null; tables: Readonly<Record<string, string>> }

type Expiry = Said & {
  /** Tables of the database; none for files. */
  tables: readonly string[]
  /** The column from which the time counts. */
  since: string
  /** Without a time it goes as soon as `since` is past: a rule elsewhere decides that. */
  time?: TimeKept
  /** The shortest time that the setting may say. */
  atLeast?: TimeKept
  /** The setting of the time, and what it keeps. */
  setting?: readonly [name: `KEEP_${string}`, says: string]
}

/** What the sweep deletes. */
export type Expiring<Name extends string = string> = Expiry & { name: Name }
export type Kept = Staying | Expiring

/** A row of what no sweep deletes, `says` for how long. */
export const stays = (what: string | null, says: string, tables: Staying['tables']): Staying => ({
  name: null,
  what,
  says: () => says,
  tables,
})

/** A row of what the sweep deletes. */
export const expires = <const Name extends string, const Of extends Expiry>(name: Name, of: Of) => ({
  name,
  ...of,
})
