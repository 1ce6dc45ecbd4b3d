import { useEffect, useState } from 'react'
import { defaultPicture, pictureIdOf } from '#domain/account/picture.ts'
import { MAX_PHOTO_BYTES, photoTooLarge } from '#domain/listing/listing.ts'
import { photoTypes } from '#domain/photo/format.ts'
import { FieldFrame } from '#app/ui/primitives/field-frame.tsx'

type PictureFieldProps = { picture: string | null; error?: string; removed: boolean }

/** The profile picture: the current one, the browser's file picker, and a preview of the chosen file. */
export function PictureField({ picture, error, removed: removedBefore }: PictureFieldProps) {
  const [chosen, setChosen] = useState<{ url: string; tooLarge: boolean } | null>(null)
  const [undrawable, setUndrawable] = useState(false)
  const [removed, setRemoved] = useState(removedBefore)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])

  function choose(file: File | undefined) {
    setUndrawable(false)
    setChosen(file ? { url: URL.createObjectURL(file), tooLarge: file.size > MAX_PHOTO_BYTES } : null)
  }

  const current = removed ? defaultPicture : (picture ?? defaultPicture)
  const shown = chosen && !undrawable && !chosen.tooLarge ? chosen.url : current
  const shownError = chosen?.tooLarge ? photoTooLarge : error
  return (
    <div className="flex flex-wrap items-start gap-5">
      <img
        src={shown}
        alt={shown === current ? 'Your picture now' : 'The picture you chose'}
        width={112}
        height={112}
        onError={() => chosen && setUndrawable(true)}
        className="size-28 shrink-0 rounded-full border border-line bg-sunken object-cover"
      />
      <div className="grid min-w-[min(14rem,100%)] grow basis-64 gap-1.5">
        <FieldFrame
          label="Profile Picture"
          hint="JPEG, PNG, WebP or AVIF, at most 10 MB. It is cut to a square; we remove where it was taken."
          error={shownError}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="picture"
              accept={photoTypes}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
              className="field"
            />
          )}
        </FieldFrame>
        {pictureIdOf(picture) ? (
          <label className="flex min-h-11 w-fit items-center gap-3">
            <input
              type="checkbox"
              name="removePicture"
              checked={removed}
              onChange={(event) => setRemoved(event.currentTarget.checked)}
              className="tick"
            />
            Remove my picture
          </label>
        ) : null}
        <p role="status" className="text-sm text-muted">
          {chosen && !chosen.tooLarge
            ? undrawable
              ? 'This browser can’t show that file. It is saved with Update Info.'
              : 'This is how it will look. It is saved with Update Info.'
            : null}
        </p>
      </div>
    </div>
  )
}
