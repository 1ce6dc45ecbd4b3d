import { useId, useRef } from 'react'
import { ImagePlus, X } from 'lucide-react'
import { photoTypes } from '#domain/photo/format.ts'
import { IconButton } from '#app/ui/primitives/button.tsx'
import type { ChosenPhoto } from '../photo/chosen-photo.ts'

type PhotoButtonProps = {
  hasError: boolean
  errorId: string
  onChoose: (file: File) => void
}

/**
 * Opens the browser’s file picker. Without scripts the browser's own file field is shown, so that people see the
 * chosen file.
 */
export function PhotoButton({ hasError, errorId, onChoose }: PhotoButtonProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Add a photo" className="needs-js" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden="true" className="size-6" />
      </IconButton>
      <label htmlFor={id} className="sr-only">
        Photo
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        name="photo"
        accept={photoTypes}
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? errorId : undefined}
        className="hidden noscript:order-last noscript:block noscript:w-full noscript:text-sm"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

/** The photo for the next message. */
export function PhotoPreview({ photo, onRemove }: { photo: ChosenPhoto; onRemove: () => void }) {
  return (
    <div className="relative mt-1 mb-2.5 w-fit">
      {photo.preview ? (
        <img
          src={photo.preview}
          alt="What you are about to send"
          className="h-28 max-w-56 rounded-lg border border-line object-cover"
        />
      ) : (
        <p className="rounded-lg bg-sunken py-3 pr-12 pl-4 text-sm">A photo, which this browser can’t show</p>
      )}
      <div className="absolute -top-2 -right-3">
        <IconButton label="Remove the photo" variant="secondary" onClick={onRemove}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
