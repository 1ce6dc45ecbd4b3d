import { useHydrated } from '#app/ui/use-hydrated.ts'
import { PhotoField } from './photo-field.tsx'
import { PhotoUploader, type PhotoUploaderProps } from './photo-uploader.tsx'

/** The photos of a form: uploaded as soon as they are chosen, and without scripts together with the form. */
export function FormPhotos(props: PhotoUploaderProps) {
  const hydrated = useHydrated()
  if (hydrated) return <PhotoUploader {...props} />
  const { onBusy: _, keep: _keep, initial, ...rules } = props
  return <PhotoField {...rules} photos={initial} />
}
