import { encode } from 'uqr'

/** The path of an SVG of `size` units a side. */
export type QrCode = { size: number; path: string }

/** A text as a QR code, with the white border that readers need. */
export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
