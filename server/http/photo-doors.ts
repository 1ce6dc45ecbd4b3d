import { Hono, type Context as HonoContext } from 'hono'
import { validate as isUuid } from 'uuid'
import { openChatPhoto } from '../chat/open-photo.ts'
import type { Context, Services } from '../context.ts'
import { openClaimPhoto } from '../deposit/open-claim-photo.ts'
import { openFewsPhoto, whoSeesPhoto } from '../photo/open-photo.ts'
import type { Env } from './env.ts'
import { filePolicy } from './security-headers.ts'

type Asked = {
  contextOf(c: HonoContext<Env>): Promise<Context>
  notFound(c: HonoContext<Env>): Promise<Response>
}

const asWebp = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': filePolicy,
  'Content-Disposition': 'inline',
}
/** A listing that is taken down takes its photos out of every cache within a minute. */
const forAMinute = 'public, max-age=60'
const forNobodyElse = 'private, no-store'
const file = ':photoId/:file{[0-9]{2,5}\\.webp}'

/** Where photos are read: `/images` those of listings and accounts, public or not, the others what is for few. */
export function photoDoors({ db, images }: Services, { contextOf, notFound }: Asked): Hono<Env> {
  const door = new Hono<Env>()

  const answerFew = async (c: HonoContext<Env>, open: typeof openFewsPhoto) => {
    const { photoId, width } = photoOf(c)
    const context = await contextOf(c)
    const bytes = isUuid(photoId) ? await open(context, photoId, width) : null
    if (bytes) return c.body(bytes as never, 200, { ...asWebp, 'Cache-Control': forNobodyElse })
    return notFound(c)
  }

  door.get(`/images/${file}`, async (c) => {
    const { photoId, width } = photoOf(c)
    const who = isUuid(photoId) ? await whoSeesPhoto(db, photoId) : 'nobody'
    if (who === 'few') return answerFew(c, openFewsPhoto)
    if (who === 'nobody') return notFound(c)
    // What lies under an id never changes, only who may see it.
    const headers = { ...asWebp, 'Cache-Control': forAMinute, ETag: `"${photoId}-${width}"` }
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers)
    const bytes = await images.open(photoId, width)
    return bytes ? c.body(bytes as never, 200, headers) : notFound(c)
  })

  for (const [at, open] of [
    ['/claim-photos', openClaimPhoto],
    ['/chat-photos', openChatPhoto],
  ] as const)
    door.get(`${at}/${file}`, (c) => answerFew(c, open))
  return door
}

function photoOf(c: HonoContext): { photoId: string; width: number } {
  const { photoId, file } = c.req.param()
  return { photoId: photoId!, width: Number.parseInt(file!, 10) }
}
