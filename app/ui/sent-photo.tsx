import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { FullSizePhoto } from './full-size-photo.tsx'

/** A photo of a conversation. */
export function SentPhoto({ photo, from }: { photo: PhotoRef; from: string }) {
  return (
    <FullSizePhoto
      photo={photo}
      from="/chat-photos"
      alt={`Photo from ${from}, in full size`}
      sizes="256px"
      shape="natural"
      className="max-h-96"
      linkClassName="w-64 max-w-full rounded-xl focus-visible:rounded-xl"
    />
  )
}
