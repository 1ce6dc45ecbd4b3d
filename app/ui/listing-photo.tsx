import { thumbHashToAverageRGBA } from 'thumbhash'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { cx } from './primitives/cx.ts'

type ListingPhotoProps = {
  photo: PhotoRef | null
  alt: string
  sizes: string
  priority?: boolean
  /** 'card' is 4:3, 'square' 1:1; 'natural' keeps the photo's own proportions. */
  shape?: 'card' | 'square' | 'natural'
  /** Wider files are not offered, where the photo is never shown that large. */
  maxWidth?: number
  /** The folder of its address: photos of a claim, a conversation or a timeline are private. */
  from?: '/images' | '/claim-photos' | '/chat-photos' | '/rental-photos'
  className?: string
}

const shapes = { card: 'photo', square: 'photo aspect-square', natural: 'photo natural' }

/** A photo at the width the screen needs, over its own average colour while it loads. */
export function ListingPhoto({
  photo,
  alt,
  sizes,
  priority = false,
  shape = 'card',
  maxWidth = Infinity,
  from = '/images',
  className,
}: ListingPhotoProps) {
  const addressOf = (width: number) => `${from}/${photo?.id}/${width}.webp`
  const widths = photo?.widths.filter((width) => width <= maxWidth) ?? []
  return (
    <span className={cx(shapes[shape], className)}>
      {photo ? (
        <>
          <AverageColour thumbhash={photo.thumbhash} />
          <img
            src={addressOf(widths.at(-1) ?? photo.width)}
            srcSet={widths.map((width) => `${addressOf(width)} ${width}w`).join()}
            sizes={sizes}
            width={photo.width}
            height={photo.height}
            alt={alt}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : undefined}
            decoding={priority ? 'sync' : undefined}
          />
        </>
      ) : (
        <img
          src="/placeholder.svg"
          width={800}
          height={600}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
        />
      )}
    </span>
  )
}

/** Drawn as an attribute of an SVG, since the content security policy allows no inline styles. */
function AverageColour({ thumbhash }: { thumbhash: string }) {
  const fill = averageColour(thumbhash)
  if (!fill) return null
  return <svg aria-hidden="true" color={fill} />
}

function averageColour(thumbhash: string): string | null {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
    const hex = [r, g, b].map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    return /^([0-9a-f]{2}){3}$/.test(hex.join('')) ? `#${hex.join('')}` : null
  } catch {
    return null
  }
}
