import type { Kept } from './kept.ts'
import { retention } from './retention.ts'
import type { TimeKept } from './time-kept.ts'

export type Expires = Extract<(typeof retention)[number], { name: string }>
export type ExpiryName = Expires['name']
/** Data whose time has a setting. */
export type Settable = Extract<Expires, { setting: readonly string[] }>
/** How long each kind of data is kept, as the settings say. */
export type TimesKept = Record<Settable['name'], TimeKept>

/** The data that the sweep deletes, in the order in which it does. */
export const expiring = retention.filter((kept): kept is Expires => kept.name !== null)
export const settable = expiring.filter((kept): kept is Settable => 'setting' in kept)

export type PolicyRow = { what: string; kept: string }

/** The rows of the privacy policy: what is kept, and how long. */
export function policyRows(times: TimesKept): PolicyRow[] {
  return retention.flatMap(({ name, what, says }: Kept) =>
    what === null ? [] : [{ what, kept: says(times[name as Settable['name']]) }],
  )
}
