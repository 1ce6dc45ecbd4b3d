import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ImagePlus } from 'lucide-react'
import { MAX_PHOTOS } from '#domain/listing/listing.ts'
import { imageRequired, tooManyPhotos } from '#domain/listing/listing-form.ts'
import { photoTypes } from '#domain/photo/format.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { FieldError, FieldHint, Legend } from '#app/ui/primitives/field-frame.tsx'
import { photoHint, type PhotoRules } from './photo-field.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { type UploadRules, usePhotoUploads } from './use-photo-uploads.ts'

export type PhotoUploaderProps = PhotoRules & {
  initial: readonly PhotoRef[]
  error?: string
  onBusy: (busy: boolean) => void
  keep?: UploadRules['keep']
}

/** Uploads photos as soon as they are chosen or dropped here; the form then only contains their ids. */
export function PhotoUploader({
  initial,
  error,
  onBusy,
  max = MAX_PHOTOS,
  tooMany = tooManyPhotos,
  hint = photoHint,
  required = true,
  purpose = 'listing',
  keep,
}: PhotoUploaderProps) {
  const { uploads, announcement, overflow, add, remove, move, retry } = usePhotoUploads(initial, {
    max,
    tooMany,
    purpose,
    keep,
  })
  const picker = useRef<HTMLInputElement>(null)
  const id = useId()
  const sending = uploads.some((upload) => upload.state.is === 'sending' || upload.state.is === 'waiting')
  const main = uploads.find((upload) => upload.state.is !== 'failed')
  const full = uploads.length >= max
  const answered = error === imageRequired && uploads.some((upload) => upload.state.is === 'ready')
  const shownError = overflow ?? (answered ? undefined : error)
  useEffect(() => onBusy(sending), [sending, onBusy])

  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={`${id}-hint ${id}-error`}>
      <Legend required={required}>Photos</Legend>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      {uploads.length > 0 ? (
        <ol role="list" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {uploads.map((upload, index) => (
            <PhotoTile
              key={upload.key}
              upload={upload}
              purpose={purpose}
              index={index}
              isMain={required && upload === main}
              count={uploads.length}
              onMove={(by) => move(upload, by)}
              onRemove={() => {
                remove(upload)
                picker.current?.parentElement?.querySelector('button')?.focus()
              }}
              onRetry={() => retry(upload)}
            />
          ))}
        </ol>
      ) : null}
      <DropArea hasError={shownError !== undefined} onDrop={(files) => void add(files)}>
        <input
          ref={picker}
          type="file"
          multiple
          accept={photoTypes}
          tabIndex={-1}
          aria-hidden="true"
          className="hidden"
          onChange={(event) => {
            void add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <Button
          type="button"
          variant="secondary"
          disabled={full}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onClick={() => picker.current?.click()}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
          Choose photos
        </Button>
        <span className="text-sm text-muted">
          {full ? `That’s all ${max}. Remove one to add another.` : 'or drop them here'}
        </span>
      </DropArea>
      <div aria-live="polite">
        <FieldError id={`${id}-error`}>{shownError}</FieldError>
      </div>
      <p role="status" className="text-sm text-muted">
        {announcement}
      </p>
    </fieldset>
  )
}

type DropAreaProps = { hasError: boolean; onDrop: (files: File[]) => void; children: ReactNode }

/** Where files can be dropped; it is marked while some are dragged over it. */
function DropArea({ hasError, onDrop, children }: DropAreaProps) {
  const [dragging, setDragging] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDragging(false)
        onDrop([...event.dataTransfer.files])
      }}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border-2 border-dashed px-4 py-4',
        dragging ? 'border-accent bg-accent-soft' : hasError ? 'border-danger' : 'border-line-strong',
      )}
    >
      {children}
    </div>
  )
}
