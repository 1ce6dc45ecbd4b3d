import type { ReportedMessage } from '#server/report/open-reported-thread.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'

type MessagePhotoProps = { message: Pick<ReportedMessage, 'photo' | 'photoGone'>; from: string }

/** The photo of a message in a reported conversation; whoever opened it can see it for an hour. */
export function MessagePhoto({ message: { photo, photoGone }, from }: MessagePhotoProps) {
  if (photoGone) return <p className="mt-1 text-muted">This photo was deleted.</p>
  if (!photo) return null
  return (
    <a
      href={`/chat-photos/${photo.id}/${photo.widths.at(-1)}.webp`}
      target="_blank"
      rel="noreferrer"
      className="mt-2 block w-64 max-w-full overflow-hidden rounded-xl border border-line focus-visible:rounded-xl"
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
