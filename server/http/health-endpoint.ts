import { Hono } from 'hono'

/** The endpoint for monitors: 200 if the server and its database answer, else 503, with `{ ok }`. */
export function healthEndpoint(ping: () => Promise<void>): Hono {
  const endpoint = new Hono()
  endpoint.get('/healthz', async (c) => {
    try {
      await ping()
      return c.json({ ok: true })
    } catch {
      return c.json({ ok: false }, 503)
    }
  })
  return endpoint
}
