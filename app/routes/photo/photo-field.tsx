import { useId } from 'react'
import { MAX_PHOTOS } from '#domain/listing/listing.ts'
import { photoTypes } from '#domain/photo/format.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { FieldError, FieldHint, Legend } from '#app/ui/primitives/field-frame.tsx'
import type { PhotoPurpose } from './send-photo.ts'

export const photoHint =
  `Up to ${MAX_PHOTOS}, each at most 10 MB: JPEG, PNG, WebP or AVIF. The first is the main ` +
  'photo. We remove where it was taken.'

/** Which photos the field asks for: those of a listing by default. */
export type PhotoRules = {
  max?: number
  tooMany?: string
  hint?: string
  required?: boolean
  purpose?: PhotoPurpose
}

/** Where a stored photo of a form is shown from. */
export const folderOf = (purpose: PhotoPurpose) => (purpose === 'timeline' ? '/rental-photos' : '/images')

type PhotoFieldProps = PhotoRules & { photos: readonly PhotoRef[]; error?: string }

/** Photos without scripts: the existing ones, each with a box to keep it, and the browser's file picker. */
export function PhotoField({
  photos,
  error,
  hint = photoHint,
  required = true,
  purpose = 'listing',
}: PhotoFieldProps) {
  const id = useId()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <Legend required={required}>Photos</Legend>
      {photos.length > 0 ? (
        <ul role="list" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map((photo, index) => (
            <li key={photo.id} className="overflow-hidden rounded-lg border border-line">
              <label className="block">
                <ListingPhoto
                  photo={photo}
                  from={folderOf(purpose)}
                  alt={`Photo ${index + 1}`}
                  sizes="220px"
                />
                <span className="flex min-h-11 items-center gap-2 px-3">
                  <input type="checkbox" name="photoIds" value={photo.id} defaultChecked className="size-5" />
                  Keep
                </span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      <label htmlFor={id} className="text-sm">
        {photos.length > 0 ? 'Add more photos' : 'Choose photos'}
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <input
        id={id}
        type="file"
        name="photos"
        multiple
        accept={photoTypes}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        className="field"
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
