import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { X } from 'lucide-react'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { IconButton } from '#app/ui/primitives/button.tsx'
import { SlideButtons } from './slide-buttons.tsx'

type PhotoDialogProps = {
  photos: PhotoRef[]
  title: string
  start: number
  /** Called with the index of the last visible photo. */
  onClose: (index: number) => void
}

/** One photo, as large as the screen allows. A native modal dialog: Escape closes it and the focus returns. */
export default function PhotoDialog({ photos, title, start, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [current, setCurrent] = useState(start)
  const photo = photos[current]!
  const goTo = (index: number) => setCurrent(Math.min(Math.max(index, 0), photos.length - 1))
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: photos.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${title}`}
      onKeyDown={onKeyDown}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose(current)
      }}
      className="dialog m-0 h-dvh max-h-none w-full max-w-none bg-paper p-0 text-ink"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 px-4 py-2.5">
          <p role="status" className="text-sm font-medium tabular-nums">
            Photo {current + 1} of {photos.length}
          </p>
          <IconButton label="Close" onClick={() => dialog.current?.close()}>
            <X aria-hidden="true" className="size-5.5" />
          </IconButton>
        </div>
        <div className="relative min-h-0 grow p-2 pt-0 sm:p-6 sm:pt-0">
          <img
            key={photo.id}
            src={`/images/${photo.id}/${Math.max(...photo.widths)}.webp`}
            width={photo.width}
            height={photo.height}
            alt={photos.length > 1 ? `${title}, photo ${current + 1} of ${photos.length}` : title}
            className="size-full object-contain"
          />
          {photos.length > 1 ? <SlideButtons current={current} count={photos.length} goTo={goTo} /> : null}
        </div>
      </div>
    </dialog>
  )
}
