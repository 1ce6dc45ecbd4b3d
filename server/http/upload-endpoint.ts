import { Hono } from 'hono'
import { asOwner } from '#domain/access.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import { uploadPhoto } from '../photo/upload-photo.ts'
import type { Env } from './env.ts'
import { refuseAsJson } from './refuse.ts'
import type { ContextOf } from './request-context.ts'

/** A photo is the whole body here; in a form it is one field. */
const uploadStatuses = { ...refusalStatuses, 'too-large': 413 } as const

/** Where an owner's browser sends one photo as the body; answers with the id and size under which it is kept. */
export function uploadEndpoint(contextOf: ContextOf): Hono<Env> {
  const endpoint = new Hono<Env>()
  endpoint.post('/api/photos', async (c) => {
    const context = await contextOf(c)
    const gate = asOwner(context.actor)
    if (!gate.ok) return refuseAsJson(c, refusalStatuses[gate.reason], gate.reason, gate.message)
    if (Number(c.req.header('content-length') ?? 0) > MAX_PHOTO_BYTES)
      return refuseAsJson(c, 413, 'too-large', photoTooLarge)
    const verdict = await uploadPhoto(context, gate.owner, new Uint8Array(await c.req.arrayBuffer()))
    if (verdict.ok) return c.json({ photo: verdict.photo })
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return refuseAsJson(c, uploadStatuses[verdict.reason], verdict.reason, verdict.message)
  })
  return endpoint
}
