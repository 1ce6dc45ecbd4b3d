import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { readFeed } from '../calendar-feed/queries.ts'
import { writeCalendar } from '../calendar-feed/write-calendar.ts'
import type { Services } from '../context.ts'
import type { Admission } from './admission.ts'
import { hasCopy } from './has-copy.ts'

/** The path of a request as the log may have it: without the token of a calendar feed. */
export const pathForLog = (path: string) => (path.startsWith('/calendar/') ? '/calendar/*' : path)

/**
 * A person's hand-overs and returns, for their calendar program: the token in the address is the permission, no cookie
 * is read. It waits for its turn as pages do: a long calendar takes as much work. 404 for an unknown token; 304 when
 * nothing has changed.
 */
export function calendarEndpoint({ db, clock, settings }: Services, admission: Admission): Hono {
  const endpoint = new Hono()
  endpoint.get('/calendar/:file{[A-Za-z0-9_-]{43}\\.ics}', async (c, next) => {
    const token = c.req.param('file').slice(0, -'.ics'.length)
    const text = await admission.run(async () => {
      const rentals = await readFeed(db, token, clock.now())
      return rentals && writeCalendar(rentals, settings)
    })
    if (text === null) return next()
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    const headers = {
      ETag: etag,
      'Cache-Control': 'private, max-age=900',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    }
    if (hasCopy(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(text, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' })
  })
  return endpoint
}
