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
import { hasCopy } from './has-copy.ts'
import type { Refuse } from './refuse.ts'
import type { ContextOf } from './request-context.ts'
import { filePolicy } from './security-headers.ts'

const photoHeaders = {
  'Content-Security-Policy': filePolicy,
  'Content-Disposition': 'inline',
  Vary: 'Accept',
}
/** When a listing is taken down, its photos leave every cache within a minute. */
const publicCache = 'public, max-age=60'
const privateCache = 'private, no-store'
const photoRoute = ':photoId/:file{[0-9]{1,5}\\.webp}'

/**
 * The endpoints that serve photos: `/images` those of listings and accounts, public or not; the others serve photos
 * that only a few people may see. A browser whose `Accept` names AVIF gets a public photo as that, at the same
 * address. Photos that are not public are always WebP: a rental's timeline stores the hash of the WebP file.
 */
export function photoEndpoints({ db, images }: Services, contextOf: ContextOf, refuse: Refuse): Hono<Env> {
  const notFound = (c: HonoContext<Env>) => refuse(c, 404, 'not-found', 'Not found.')
  const endpoint = new Hono<Env>()

  const answerPrivatePhoto = async (c: HonoContext<Env>, open: typeof openPrivatePhoto) => {
    const { photoId, width } = requestedPhoto(c)
    const context = await contextOf(c)
    const bytes = isUuid(photoId) ? await open(context, photoId, width) : null
    return bytes ? sendPhoto(c, bytes, { 'Cache-Control': privateCache }) : notFound(c)
  }

  endpoint.get(`/images/${photoRoute}`, async (c) => {
    const { photoId, width, format } = requestedPhoto(c)
    const who = isUuid(photoId) ? await photoAudience(db, photoId, width) : 'nobody'
    if (who === 'few') return answerPrivatePhoto(c, openPrivatePhoto)
    if (who === 'nobody') return notFound(c)
    // The content of an id never changes, only who may see it.
    const headers = { 'Cache-Control': publicCache, ETag: `"${photoId}-${width}-${format}"` }
    if (hasCopy(c.req.header('if-none-match'), headers.ETag))
      return c.body(null, 304, { ...photoHeaders, ...headers })
    const bytes = await images.open(photoId, width, format)
    return bytes ? sendPhoto(c, bytes, headers) : notFound(c)
  })

  for (const [at, open] of [
    ['/claim-photos', openClaimPhoto],
    ['/chat-photos', openChatPhoto],
    ['/rental-photos', openEntryPhoto],
  ] as const)
    endpoint.get(`${at}/${photoRoute}`, (c) => answerPrivatePhoto(c, open))
  return endpoint
}

function requestedPhoto(c: HonoContext): { photoId: string; width: number; format: PhotoFormat } {
  const { photoId, file } = c.req.param()
  // Equal weights state no preference, and Safari lists WebP first: AVIF is chosen whenever it is accepted.
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
  return c.body(bytes as never, 200, { ...photoHeaders, 'Content-Type': type, ...headers })
}
