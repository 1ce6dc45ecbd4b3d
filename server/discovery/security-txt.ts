import type { Settings } from '../settings.ts'

/** How many days a copy of security.txt may be believed; RFC 9116 wants less than a year. */
const VALID_DAYS = 180

type Site = Pick<Settings, 'baseUrl' | 'supportEmail'>

/**
 * The file that says where to report a weakness (RFC 9116). Without https it names no pages: the RFC allows only https
 * addresses.
 */
export function securityTxt({ baseUrl, supportEmail }: Site, now: Date): string {
  const expires = new Date(now)
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS)
  expires.setUTCHours(0, 0, 0, 0)
  const pages = [
    `Policy: ${baseUrl}/.well-known/security-policy.txt`,
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ]
  const lines = [
    `Contact: mailto:${supportEmail}?subject=Security`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, fil',
    ...(baseUrl.startsWith('https:') ? pages : []),
  ]
  return `${lines.join('\n')}\n`
}

/** What we ask of people who look for weaknesses, and what they may expect of us; as `SECURITY.md` says it. */
export function securityPolicy({ supportEmail }: Site): string {
  return `How to report a weakness

Write to ${supportEmail}. Say what you found and how to see it: a request or the steps. Please tell nobody else until
it is mended.

Use accounts of your own only. Do not read, change or keep what belongs to other people, and do not flood the site.

You get an answer within 3 working days. Within 10 days we say whether we could repeat it, how bad we think it is, and
when it will be mended. Your name is mentioned with the fix if you like. We take no steps against people who keep to
this page.
`
}
