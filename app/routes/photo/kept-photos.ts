import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

/** A chosen photo of a form that is not saved yet; `photo` is null while it is not sent. `key` is a UUIDv7. */
export type KeptPhoto = { key: string; name: string; file: Blob; photo: PhotoRef | null }
type Details = Pick<KeptPhoto, 'name' | 'photo'>

const STORE = 'unsent-photos'
const DETAILS = 'x-details'
/** The server deletes an upload that is unused for a day: after half of that it is sent again. */
const SENT_MS = 12 * HOUR_MS
const KEPT_MS = 7 * DAY_MS

const keyIn = (url: string) => url.split('/').at(-1)!
const chosenAt = (key: string) => Number.parseInt(key.replace('-', '').slice(0, 12), 16)
const isOld = ({ url }: Request, now: number) => now - chosenAt(keyIn(url)) > KEPT_MS

export type KeptPhotos = ReturnType<typeof openKeptPhotos>

/**
 * The photos of one form that this browser keeps, also during a reload. Browsers keep files on https, with storage
 * allowed and room left; elsewhere nothing is kept, and no function here fails.
 *
 * The store is opened once. A log-out deletes it, so what is written to it later is lost too. Its operations run one
 * after the other, so that no write undoes a removal.
 */
export function openKeptPhotos(form: string) {
  const folder = `/kept-photos/${form}/`
  const opened = openStore()
  let last: Promise<unknown> = opened

  function inStore<T>(use: (store: Cache) => Promise<T>): Promise<T | null> {
    const done = last
      .then(() => opened)
      .then((store) => store && use(store))
      .catch(() => null)
    last = done
    return done
  }

  return {
    /** Adds a photo that is not sent yet. */
    add: ({ key, name, file }: Pick<KeptPhoto, 'key' | 'name' | 'file'>) =>
      inStore((store) => store.put(folder + key, answerOf(file, { name, photo: null }))),

    /** Records that a kept photo was sent. */
    markSent: (key: string, photo: PhotoRef) =>
      inStore(async (store) => {
        const kept = await readPhoto(store, folder + key)
        if (kept) await store.put(folder + key, answerOf(kept.file, { name: kept.name, photo }))
      }),

    remove: (key: string) => inStore((store) => store.delete(folder + key)),

    /**
     * The kept photos in the order in which they were chosen. Deletes those whose ids are among `saved`, and those
     * of any form that are older than a week.
     */
    async read(saved: readonly string[], now = Date.now()): Promise<KeptPhoto[]> {
      const kept = await inStore(async (store) => {
        const photos: KeptPhoto[] = []
        for (const request of await store.keys()) {
          const isOurs = new URL(request.url).pathname.startsWith(folder)
          const photo = isOurs ? await readPhoto(store, request) : null
          if (isOld(request, now) || (photo?.photo && saved.includes(photo.photo.id)))
            await store.delete(request)
          else if (photo) photos.push(now - chosenAt(photo.key) > SENT_MS ? { ...photo, photo: null } : photo)
        }
        return photos
      })
      return (kept ?? []).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    },
  }
}

async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(STORE)
  } catch {
    return null
  }
}

function answerOf(file: Blob, details: Details): Response {
  const headers = { 'Content-Type': file.type, [DETAILS]: encodeURIComponent(JSON.stringify(details)) }
  return new Response(file, { headers })
}

/** Null when another tab has deleted it. */
async function readPhoto(store: Cache, at: Request | string): Promise<KeptPhoto | null> {
  const answer = await store.match(at)
  if (!answer) return null
  const details = JSON.parse(decodeURIComponent(answer.headers.get(DETAILS)!)) as Details
  return { ...details, key: keyIn(typeof at === 'string' ? at : at.url), file: await answer.blob() }
}
