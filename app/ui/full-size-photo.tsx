import type { ComponentProps } from 'react'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { ListingPhoto } from './listing-photo.tsx'
import { cx } from './primitives/cx.ts'

type FullSizePhotoProps = ComponentProps<typeof ListingPhoto> & {
  photo: PhotoRef
  from: string
  linkClassName?: string
}

/** A photo that is a link to its full size. */
export function FullSizePhoto({ linkClassName = 'rounded-lg', ...shown }: FullSizePhotoProps) {
  const { photo, from } = shown
  return (
    <a
      href={`${from}/${photo.id}/${photo.widths.at(-1)}.webp`}
      target="_blank"
      rel="noreferrer"
      className={cx('block overflow-hidden border border-line', linkClassName)}
    >
      <ListingPhoto {...shown} />
    </a>
  )
}
