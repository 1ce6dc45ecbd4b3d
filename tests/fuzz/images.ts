import sharp from 'sharp'
import type { Chance } from '#seeds/metropolis/chance.ts'

/** Photos that are broken, cut off, mislabelled, or that unpack to far more than they look. */
export async function hostileImages(): Promise<(chance: Chance) => Uint8Array<ArrayBuffer>> {
  const create = { width: 64, height: 48, channels: 3 as const, background: '#c66b3d' }
  const small = sharp({ create })
  const huge = sharp({ create: { ...create, width: 16_000, height: 16_000 } })
  const whole = await Promise.all([
    small.clone().jpeg().toBuffer(),
    small.clone().png().toBuffer(),
    small.clone().webp().toBuffer(),
    small.clone().gif().toBuffer(),
    small.clone().tiff().toBuffer(),
    huge.png({ compressionLevel: 9, palette: true, colours: 2 }).toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.from('<?php system($_GET[0]); ?>')]),
    Buffer.alloc(0),
  ])
  return (chance) => {
    const bytes = Uint8Array.from(chance.pick(whole))
    if (bytes.length === 0) return bytes
    for (let i = chance.upTo(12); i > 0; i--) bytes[chance.upTo(bytes.length)] = chance.upTo(256)
    return chance.is(0.4) ? bytes.slice(0, chance.upTo(bytes.length)) : bytes
  }
}
