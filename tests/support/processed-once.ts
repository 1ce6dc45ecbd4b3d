import { createHash } from 'node:crypto'
import type { ImageGateway } from '#gateways/images/port.ts'

const processed = new Map<string, ReturnType<ImageGateway['process']>>()

/**
 * `images`, which processes each photo once in a process: encoding takes a while, and tests upload the same tiny photo
 * thousands of times.
 */
export const processedOnce = (images: ImageGateway): ImageGateway => ({
  ...images,
  process(file) {
    const key = createHash('sha256').update(file).digest('hex')
    const known = processed.get(key)
    if (known) return known
    const now = images.process(file)
    processed.set(key, now)
    now.catch(() => processed.delete(key))
    return now
  },
})
