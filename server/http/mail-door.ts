import { Hono } from 'hono'
import type { Services } from '../context.ts'
import { mailPolicy } from './security-headers.ts'

/** The HTML of a kept mail, for the frame in which `/dev/mail` shows it. It runs nothing and loads nothing. */
export function mailDoor({ keptMail }: Pick<Services, 'keptMail'>): Hono {
  const door = new Hono()
  door.get('/dev/mail/:id/html', async (c, next) => {
    const mail = keptMail && (await keptMail.find(c.req.param('id')))
    if (!mail?.html) return next()
    return c.html(mail.html, 200, {
      'Content-Security-Policy': mailPolicy,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
  })
  return door
}
