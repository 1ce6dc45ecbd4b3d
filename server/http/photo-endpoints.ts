import { Hono, type Context as HonoContext } from 'hono'
import { accepts } from 'hono/accepts'
import { validate as isUuid } from 'uuid'
import { formatOf, type PhotoFormat } from '#domain/photo/format.ts'
import { openChatPhoto } from '../chat/open-photo.ts'
import type { Services } from '../context.ts'
import { openClaimPhoto } from '../deposit/open-claim-photo.ts'
import { openEntryPhoto } from '../handover/open-entry-photo.ts'
import { openPrivatePhoto, photoAudience } from '../photo/open-photo.ts'
import type { Env } from './env.ts'
import type { Refuse } from './refuse.ts'
import type { ContextOf } from './request-context.ts'
import { filePolicy } from './security-headers.ts'

const forPhotos = {
  'Content-Security-Policy': filePolicy,
  'Content-Disposition': 'inline',
  Vary: 'Accept',
}
/** When a listing is taken down, its photos leave every cache within a minute. */
const forAMinute = 'public, max-age=60'
const forNobodyElse = 'private, no-store'
const file = ':photoId/:file{[0-9]{2,5}\\.webp}'

/**
 * The endpoints that serve photos: `/images` those of listings and accounts, public or not; the others serve photos
 * that only a few people may see. A browser whose `Accept` names AVIF gets a public photo as that, at the same
 * address. The others are WebP, whose hash a rental's timeline keeps.
 */
export function photoEndpoints({ db, images }: Services, contextOf: ContextOf, refuse: Refuse): Hono<Env> {
  const notFound = (c: HonoContext<Env>) => refuse(c, 404, 'not-found', 'Not found.')
  const endpoint = new Hono<Env>()

  const answerFew = async (c: HonoContext<Env>, open: typeof openPrivatePhoto) => {
    const { photoId, width } = photoOf(c)
    const context = await contextOf(c)
    const bytes = isUuid(photoId) ? await open(context, photoId, width) : null
    return bytes ? sendPhoto(c, bytes, { 'Cache-Control': forNobodyElse }) : notFound(c)
  }

  endpoint.get(`/images/${file}`, async (c) => {
    const { photoId, width, format } = photoOf(c)
    const who = isUuid(photoId) ? await photoAudience(db, photoId) : 'nobody'
    if (who === 'few') return answerFew(c, openPrivatePhoto)
    if (who === 'nobody') return notFound(c)
    // The content of an id never changes, only who may see it.
    const headers = { 'Cache-Control': forAMinute, ETag: `"${photoId}-${width}-${format}"` }
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, { ...forPhotos, ...headers })
    const bytes = await images.open(photoId, width, format)
    return bytes ? sendPhoto(c, bytes, headers) : notFound(c)
  })

  for (const [at, open] of [
    ['/claim-photos', openClaimPhoto],
    ['/chat-photos', openChatPhoto],
    ['/rental-photos', openEntryPhoto],
  ] as const)
    endpoint.get(`${at}/${file}`, (c) => answerFew(c, open))
  return endpoint
}

function photoOf(c: HonoContext): { photoId: string; width: number; format: PhotoFormat } {
  const { photoId, file } = c.req.param()
  // The order of types with the same weight says nothing: Safari names WebP before AVIF.
  const type = accepts(c, {
    header: 'Accept',
    supports: ['image/avif', 'image/webp'],
    default: 'image/webp',
    match: (types, { supports, default: other }) =>
      types.some(({ type: each, q }) => each === supports[0] && q > 0) ? supports[0]! : other,
  })
  const format = type === 'image/avif' ? 'avif' : 'webp'
  return { photoId: photoId!, width: Number.parseInt(file!, 10), format }
}

function sendPhoto(c: HonoContext<Env>, bytes: Uint8Array, headers: Record<string, string>) {
  const type = formatOf(bytes) === 'avif' ? 'image/avif' : 'image/webp'
  return c.body(bytes as never, 200, { ...forPhotos, 'Content-Type': type, ...headers })
}
