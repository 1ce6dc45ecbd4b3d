import drawings from './empty-art.svg?no-inline'

export type EmptyArtName = 'shelf' | 'basket' | 'calendar' | 'letter' | 'key' | 'hourglass'

/** A small drawing for an empty list. The drawings are a file of their own, which only pages with one load. */
export function EmptyArt({ name }: { name: EmptyArtName }) {
  return (
    <svg viewBox="0 0 200 140" aria-hidden="true" className="w-44">
      <rect className="fill-sunken" x="10" y="14" width="180" height="112" rx="56" />
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
