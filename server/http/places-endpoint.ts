import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { cityCalled } from '#domain/address/match-place.ts'
import { listedIn } from '#domain/address/place-list.ts'
import { places } from '../address/places.ts'
import { compressAnswer } from './compress-answer.ts'
import { hasCopy } from './has-copy.ts'

/**
 * What the fields of an address offer, as JSON: the labels of all cities, or with `city` the names of its barangays.
 * It is the same for everyone and changes only with a new version, so browsers keep it for a day.
 */
export function placesEndpoint(): Hono {
  const endpoint = new Hono()
  endpoint.get('/api/places', async (c) => {
    const body = JSON.stringify({ names: namesFor(c.req.query('city')) })
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const headers = { ETag: etag, 'Cache-Control': 'public, max-age=86400', Vary: 'Accept-Encoding' }
    if (hasCopy(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return compressAnswer(c.req.raw, c.body(body, 200, { ...headers, 'Content-Type': 'application/json' }))
  })
  return endpoint
}

function namesFor(typed: string | undefined): string[] {
  if (typed === undefined) return places().cities.map(({ label }) => label)
  const city = cityCalled(places(), typed)
  return city ? listedIn(places(), city).flatMap((each) => each.barangays().map(({ name }) => name)) : []
}
