import type { ImageGateway } from '#gateways/images/port.ts'
import { readHelp, type Help } from '#server/help/queries.ts'
import type { Settings } from '#server/settings.ts'

/* What takes long and comes out the same for most test files, done once in a process. */

const processed = new WeakMap<Uint8Array, ReturnType<ImageGateway['process']>>()

/** A storage of photos that encodes the same bytes once: most tests send one small photo, again and again. */
export function encodingOnce(images: ImageGateway): ImageGateway {
  return {
    ...images,
    process(file) {
      const known = processed.get(file)
      if (known) return known
      const image = images.process(file)
      processed.set(file, image)
      const forget = () => processed.delete(file)
      image.then(({ ok }) => ok || forget(), forget)
      return image
    },
  }
}

const helpTexts = new Map<string, Help>()

/** The help texts of a site with these settings. */
export function helpOf({ siteName, supportEmail, replyHours, kept, payments, assistant }: Settings): Help {
  const named = [siteName, supportEmail, replyHours, kept, payments?.channels, assistant.on]
  const key = JSON.stringify(named)
  const help =
    helpTexts.get(key) ?? readHelp({ siteName, supportEmail, replyHours, kept, payments, assistant })
  helpTexts.set(key, help)
  return help
}
