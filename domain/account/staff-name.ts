import { undisguised } from '../chat/disguise.ts'
import { refuse, type Verdict } from '../verdict.ts'
import type { Names } from './full-name.ts'

/** Words by which a name alone says that its bearer works for the site. */
const staffWords = new Set(
  'admin admins administrator administrators moderator moderators support helpdesk webmaster'.split(' '),
)
/** Words that say so only beside the name of the site; some of them are last names, too. */
const staffWordsBesideSite = new Set(
  (
    'staff team crew help service services care official office security safety trust payment payments payout ' +
    'payouts billing refund refunds account accounts verification assistant agent mod system'
  ).split(' '),
)
/** Phrases that say so, with or without the name of the site. */
const staffPhrases =
  /\b(?:customer (?:service|care)|help (?:desk|center|centre)|(?:site|system) (?:staff|team|security))\b/

/**
 * Refuses names that say that their person works for the site, because people believe whoever writes to them under
 * such a name. A letter that looks like a Latin one counts as that one. Refusal: `name`, with the `field` to
 * mark: the last name, unless the first name alone says so.
 * ### Example On a site called Hiram: `Hiram Support`, `Admin Reyes` and `HiramTeam Cruz` are refused; `Hiram Reyes`
 * and `Grace Service` are not.
 */
export function decideNames(names: Names, siteName: string): Verdict & { field?: 'firstName' | 'lastName' } {
  const field = claimsStaff(names.firstName, siteName) ? 'firstName' : 'lastName'
  if (!claimsStaff(`${names.firstName} ${names.lastName}`, siteName)) return { ok: true }
  return {
    ...refuse('name', `A name can’t say that you work for ${siteName}. Please write your own.`),
    field,
  }
}

function claimsStaff(name: string, siteName: string): boolean {
  const site = wordsOf(siteName).join('')
  const words = wordsOf(name)
  // It may be spread over several words: `Hi Ram Team`.
  const siteBeginsAt = (_: string, i: number) => words.slice(i).join('').startsWith(site)
  const namesSite = site !== '' && words.some(siteBeginsAt)
  const withoutSite = namesSite ? words.map((word) => word.replace(site, '')) : words
  return (
    withoutSite.some((word) => staffWords.has(word) || (namesSite && staffWordsBesideSite.has(word))) ||
    staffPhrases.test(words.join(' '))
  )
}

/** The words of a text in lower case, without accents. */
const wordsOf = (text: string) =>
  undisguised(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
