import { Hono } from 'hono'
import type { Services } from '../context.ts'
import { mailPolicy } from './security-headers.ts'

/** The HTML of a stored mail, for the frame in `/dev/mail`. Its policy allows no scripts and no loading. */
export function mailEndpoint({ keptMail }: Pick<Services, 'keptMail'>): Hono {
  const endpoint = new Hono()
  endpoint.get('/dev/mail/:id/html', async (c, next) => {
    const mail = keptMail && (await keptMail.find(c.req.param('id')))
    if (!mail?.html) return next()
    return c.html(mail.html, 200, {
      'Content-Security-Policy': mailPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
  })
  return endpoint
}
