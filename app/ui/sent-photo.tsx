import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { ListingPhoto } from './listing-photo.tsx'

/** A photo of a conversation: a link to its full size. */
export function SentPhoto({ photo, from }: { photo: PhotoRef; from: string }) {
  return (
    <a
      href={`/chat-photos/${photo.id}/${photo.widths.at(-1)}.webp`}
      target="_blank"
      rel="noreferrer"
      className="block w-64 max-w-full overflow-hidden rounded-xl border border-line focus-visible:rounded-xl"
    >
      <ListingPhoto
        photo={photo}
        from="/chat-photos"
        alt={`Photo from ${from}, in full size`}
        sizes="256px"
        shape="natural"
        className="max-h-96"
      />
    </a>
  )
}
