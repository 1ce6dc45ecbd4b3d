import { type ComponentProps, useState } from 'react'
import type { FormProblem } from '#domain/form.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { IntentForm } from '#app/ui/intent-form.tsx'
import { FormPhotos } from './form-photos.tsx'
import type { PhotoUploaderProps } from './photo-uploader.tsx'

type PhotoFormProps = Omit<
  ComponentProps<typeof IntentForm>,
  'problem' | 'encType' | 'waitingText' | 'busyText'
> & {
  problem: (FormProblem & { photos: PhotoRef[] }) | undefined
  photos: Omit<PhotoUploaderProps, 'initial' | 'error' | 'onBusy'>
}

/** A form with photos below its fields; it can be sent once they are. */
export function PhotoForm({ photos, children, ...props }: PhotoFormProps) {
  const [sending, setSending] = useState(false)
  const { problem } = props
  return (
    <IntentForm
      {...props}
      encType="multipart/form-data"
      busyText="Sending..."
      waitingText={sending ? 'Uploading photos...' : null}
    >
      {(field) => (
        <>
          {children(field)}
          <FormPhotos
            {...photos}
            initial={problem?.photos ?? []}
            error={problem?.errors.photoIds}
            onBusy={setSending}
          />
        </>
      )}
    </IntentForm>
  )
}
