import { returnPathOf } from './return-path.ts'

/**
 * The page that asks for a proof of who somebody is, and then leads to `here`, a path with its query; to `otherwise`
 * where `here` is too long for an address in an address. Not beside `loginHref`: guests' pages would load it, too.
 */
export function confirmHref(here: string, otherwise = '/'): string {
  return `/confirm?to=${encodeURIComponent(returnPathOf(here) ?? otherwise)}`
}
