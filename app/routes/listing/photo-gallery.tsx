import { Suspense, useState, type MouseEvent } from 'react'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Opening } from '#app/ui/opening.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { SlideButtons } from './slide-buttons.tsx'
import { useSlides } from './use-slides.ts'

let isMissing = false
const PhotoDialog = lazyPart(
  async () => (await import('./photo-dialog.tsx')).default,
  () => (isMissing = true),
)
const sizes = '(min-width: 1216px) 680px, (min-width: 1024px) 56vw, 100vw'

/** Whether a click is a plain one; a click that opens a new tab is left to the browser. */
const plain = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0

/**
 * The photos side by side in a strip: swipe, move by keys and arrows, choose a small one, enlarge. Without scripts the
 * strip still scrolls, the small ones link to their photo, and each photo links to its file.
 */
export function PhotoGallery({ photos, title }: { photos: PhotoRef[]; title: string }) {
  const { strip, current, goTo, onScroll, letGo, onKeyDown } = useSlides(photos.length)
  const hydrated = useHydrated()
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const many = photos.length > 1
  const altOf = (i: number) => (many ? `${title}, photo ${i + 1} of ${photos.length}` : title)
  if (photos.length === 0)
    return (
      <section
        aria-label="Photos"
        className="overflow-hidden rounded-xl border border-line bg-card shadow-card"
      >
        <ListingPhoto photo={null} alt={title} sizes={sizes} priority />
      </section>
    )
  return (
    <section aria-label="Photos" className="min-w-0">
      <div className="group relative overflow-hidden rounded-xl border border-line bg-card shadow-card">
        <ul
          ref={strip}
          role="list"
          aria-label={many ? 'Photos, side by side' : undefined}
          tabIndex={many ? 0 : undefined}
          onScroll={onScroll}
          onPointerDown={letGo}
          onWheel={letGo}
          onKeyDown={many ? onKeyDown : undefined}
          className={
            'photo-strip flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain ' +
            'focus-visible:rounded-xl focus-visible:-outline-offset-4'
          }
        >
          {photos.map((photo, i) => (
            <li key={photo.id} id={`photo-${i + 1}`} className="w-full shrink-0 snap-center snap-always">
              <a
                href={`/images/${photo.id}/${Math.max(...photo.widths)}.webp`}
                aria-label={`Enlarge ${altOf(i)}`}
                tabIndex={hydrated && i !== current ? -1 : undefined}
                onClick={(event) => {
                  if (isMissing || !plain(event)) return
                  event.preventDefault()
                  setEnlarged(i)
                }}
                className="block cursor-zoom-in focus-visible:rounded-xl focus-visible:-outline-offset-4"
              >
                <ListingPhoto photo={photo} alt={altOf(i)} sizes={sizes} priority={i === 0} />
              </a>
            </li>
          ))}
        </ul>
        {many ? (
          <>
            <SlideButtons current={current} count={photos.length} goTo={goTo} />
            <p
              role="status"
              className={
                'needs-js pointer-events-none absolute right-3 bottom-3 rounded-full bg-card px-3 ' +
                'py-1 text-sm font-medium tabular-nums shadow-card'
              }
            >
              <span className="sr-only">Photo </span>
              {current + 1} of {photos.length}
            </p>
          </>
        ) : null}
      </div>
      {many ? <SmallPhotos photos={photos} current={current} goTo={goTo} /> : null}
      {enlarged === null ? null : (
        <Suspense fallback={<Opening label="Opening the photo" />}>
          <PhotoDialog
            photos={photos}
            title={title}
            start={enlarged}
            onClose={(at) => {
              setEnlarged(null)
              goTo(at)
              strip.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

type SmallPhotosProps = { photos: PhotoRef[]; current: number; goTo: (i: number) => void }

/** The photos as small ones to choose from. */
function SmallPhotos({ photos, current, goTo }: SmallPhotosProps) {
  return (
    <ul role="list" aria-label="Choose a photo" className="mt-3 flex flex-wrap gap-2.5 sm:gap-3">
      {photos.map((photo, i) => (
        <li key={photo.id}>
          <a
            href={`#photo-${i + 1}`}
            aria-label={`Show photo ${i + 1} of ${photos.length}`}
            aria-current={i === current ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              goTo(i)
            }}
            className={
              'block w-18 overflow-hidden rounded-lg border-2 border-transparent opacity-75 ' +
              'transition-opacity hover:opacity-100 aria-[current]:border-accent ' +
              'aria-[current]:opacity-100 sm:w-22'
            }
          >
            <ListingPhoto photo={photo} alt="" sizes="96px" />
          </a>
        </li>
      ))}
    </ul>
  )
}
