import type { Context as HonoContext } from 'hono'
import { validate as isUuid } from 'uuid'
import { asOwner } from '#domain/access.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import { loginFirst, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { uploadClaimPhoto, uploadPrivatePhoto, uploadPhoto } from '../photo/upload-photo.ts'
import type { Env } from './env.ts'
import { refuseAsJson, refuseBody } from './refuse.ts'
import type { ContextOf } from './request-context.ts'

export const UPLOAD_PATH = '/api/photos'
/** A photo is the whole body here; in a form it is one field. */
const uploadStatuses = { ...refusalStatuses, 'too-large': 413 } as const

type Upload = (file: Uint8Array, key?: string) => Promise<Verdict<{ photo: PhotoRef }>>

/** How a photo is stored, by what it is for. */
function uploadFor(ctx: Context, what: string): Verdict<{ upload: Upload }> {
  if (what === 'listing') {
    const gate = asOwner(ctx.actor)
    return gate.ok ? { ok: true, upload: (...sent) => uploadPhoto(ctx, gate.owner, ...sent) } : gate
  }
  if (ctx.actor.kind !== 'user') return loginFirst()
  const store = what === 'timeline' ? uploadPrivatePhoto : uploadClaimPhoto
  return { ok: true, upload: (...sent) => store(ctx, ...sent) }
}

/**
 * Where a browser sends one photo as the body; answers with the id and size under which it is kept. `?for=` says what
 * it is for: `timeline` of a rental or `statement` in a dispute; without it, a listing of an owner. A request that is
 * repeated with the same `Idempotency-Key`, a UUID, stores one photo. Refusals: those of the upload, 413, and 400 for
 * a body that was cut off.
 */
export function uploadEndpoint(contextOf: ContextOf): (c: HonoContext<Env>) => Promise<Response> {
  return async (c) => {
    const gate = uploadFor(await contextOf(c), c.req.query('for') ?? 'listing')
    if (!gate.ok) return refuseAsJson(c, refusalStatuses[gate.reason], gate.reason, gate.message)
    if (Number(c.req.header('content-length') ?? 0) > MAX_PHOTO_BYTES)
      return refuseAsJson(c, 413, 'too-large', photoTooLarge)
    const key = c.req.header('idempotency-key')
    const bytes = await c.req.arrayBuffer().catch(() => null)
    // The sender disconnected, as on a bad connection: that is no error of the site.
    if (!bytes) return refuseBody(c, 'cut-off', async (...refusal) => refuseAsJson(...refusal))
    const verdict = await gate.upload(new Uint8Array(bytes), key && isUuid(key) ? key : undefined)
    if (verdict.ok) return c.json({ photo: verdict.photo })
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return refuseAsJson(c, uploadStatuses[verdict.reason], verdict.reason, verdict.message)
  }
}
