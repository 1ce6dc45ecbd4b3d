import type { ReportedMessage } from '#server/report/open-reported-thread.ts'
import { SentPhoto } from '#app/ui/sent-photo.tsx'

type MessagePhotoProps = { message: Pick<ReportedMessage, 'photo' | 'photoGone'>; from: string }

/** The photo of a message in a reported conversation; the admin who opened it can see it for an hour. */
export function MessagePhoto({ message: { photo, photoGone }, from }: MessagePhotoProps) {
  if (photoGone) return <p className="mt-1 text-muted">This photo was deleted.</p>
  if (!photo) return null
  return (
    <div className="mt-2">
      <SentPhoto photo={photo} from={from} />
    </div>
  )
}
