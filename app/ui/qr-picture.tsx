import { cx } from './primitives/cx.ts'

type QrPictureProps = { qr: { size: number; path: string }; label: string; className?: string }

/** A QR code, black on white in both themes. */
export function QrPicture({ qr, label, className }: QrPictureProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className={cx('rounded-lg border border-line', className)}
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
