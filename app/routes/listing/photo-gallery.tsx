import { useState } from 'react'
import { ListingPhoto, type PhotoRef } from '#app/ui/listing-photo.tsx'

const sizes = '(min-width: 1216px) 680px, (min-width: 1024px) 56vw, 100vw'

/** The main photo large, and the others to choose from. Without scripts all of them stand one below the other. */
export function PhotoGallery({ photos, title }: { photos: PhotoRef[]; title: string }) {
  const [chosen, setChosen] = useState(0)
  const main = photos[chosen] ?? photos[0] ?? null
  return (
    <section aria-label="Photos" className="min-w-0">
      <div className="overflow-hidden rounded-xl border border-line bg-card shadow-card">
        <ListingPhoto
          key={main?.id}
          photo={main}
          alt={photos.length > 1 ? `${title}, photo ${chosen + 1} of ${photos.length}` : title}
          sizes={sizes}
          priority
        />
      </div>
      {photos.length > 1 ? (
        <>
          <ul className="needs-js mt-3 flex flex-wrap gap-3">
            {photos.map((photo, i) => (
              <li key={photo.id}>
                <button
                  type="button"
                  aria-label={`Show photo ${i + 1}`}
                  aria-pressed={i === chosen}
                  onClick={() => setChosen(i)}
                  className="block w-24 overflow-hidden rounded-lg border-2 border-transparent opacity-75 transition-opacity hover:opacity-100 aria-pressed:border-accent aria-pressed:opacity-100"
                >
                  <ListingPhoto photo={photo} alt="" sizes="96px" />
                </button>
              </li>
            ))}
          </ul>
          <noscript>
            <ul className="mt-3 grid gap-3">
              {photos.slice(1).map((photo) => (
                <li key={photo.id} className="overflow-hidden rounded-xl border border-line">
                  <ListingPhoto photo={photo} alt={title} sizes={sizes} />
                </li>
              ))}
            </ul>
          </noscript>
        </>
      ) : null}
    </section>
  )
}
