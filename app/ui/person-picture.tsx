import { defaultPicture } from '#domain/account/picture.ts'

type PersonPictureProps = {
  picture: string | null
  /** Its width and height in pixels, before styles. */
  size: number
  className: string
  loading?: 'lazy'
}

/** The round picture of a person, or a drawn one. Their name stands beside it, so it has no text. */
export const PersonPicture = ({ picture, size, className, loading }: PersonPictureProps) => (
  <img
    src={picture ?? defaultPicture}
    alt=""
    width={size}
    height={size}
    loading={loading}
    className={`shrink-0 rounded-full object-cover ${className}`}
  />
)
