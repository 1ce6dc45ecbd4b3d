import { cx } from '#app/ui/primitives/cx.ts'
import { SentPhoto } from '#app/ui/sent-photo.tsx'
import type { ListedMessage } from './listed-message.ts'

/** The photo of a message: a link to its full size, or a preview while it is being sent. */
export function MessagePhoto({ message, from }: { message: ListedMessage; from: string }) {
  const { photo, photoGone, unsent } = message
  const frame = 'block w-64 max-w-full overflow-hidden rounded-xl border border-line'
  if (photo) return <SentPhoto photo={photo} from={from} />
  if (photoGone)
    return (
      <p className="rounded-xl border border-dashed border-line px-4 py-2 text-muted">
        This photo was deleted.
      </p>
    )
  if (unsent?.photo?.preview)
    return (
      <span className={cx(frame, !unsent.failed && 'opacity-70')}>
        <img src={unsent.photo.preview} alt="What you sent" className="max-h-96 w-full object-cover" />
      </span>
    )
  return unsent?.photo ? <p className="rounded-xl bg-sunken px-4 py-2 text-muted">Your photo</p> : null
}
