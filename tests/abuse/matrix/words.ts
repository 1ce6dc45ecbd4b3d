import { flashOf } from '#tests/support/visitor.ts'
import type { Visiting } from './row.ts'

/** The word for an HTTP status of an error. */
const byStatus = (status: number) =>
  ({
    401: 'login',
    403: 'denied',
    404: 'none',
    405: 'method',
    409: 'refused',
    410: 'refused',
    422: 'refused',
  })[status] ?? `status ${status}`

/** An answer in the words of docs/who-gets-what.md; one that says no although something changed is none of them. */
export function wordOf(
  response: Response,
  { name, who, changed }: { name: string; who: Visiting; changed: string[] },
) {
  const word = saying(response, name, who, changed.length > 0)
  const mayChange = word === 'done' || word.startsWith('status')
  return changed.length > 0 && !mayChange ? `${word}, but changed ${changed.join(', ')}` : word
}

function saying(response: Response, name: string, who: Visiting, hasChanged: boolean): string {
  const { status } = response
  if (status >= 400) return byStatus(status)
  const success = hasChanged ? 'done' : name.startsWith('GET') ? 'page' : 'ok'
  if (status < 300) return success
  const flash = flashOf(response)
  if (flash?.kind === 'success') return success
  const to = response.headers.get('location') ?? ''
  if (to.startsWith('/login') || (flash && who === undefined)) return 'login'
  if (!flash) return hasChanged ? 'done' : 'away'
  if (/^(Error [a-z ]+: )?(Sorry, that( notice)?|This conversation) could not be found\.$/.test(flash.text))
    return 'none'
  return /permission|(^|: )Only [a-z ]+ can |Admins can’t|your own/.test(flash.text) ? 'denied' : 'refused'
}
