import { z } from 'zod'
import { SettingError } from './setting-error.ts'
import { setting } from './setting.ts'

/** The settings of the storage of photos. */
export const imageFields = {
  IMAGES_URL: setting(
    'a bucket for photos instead of the disk: `https://host/bucket`, see `docs/operating.md`',
    z.string().trim().optional(),
  ),
  IMAGES_REGION: setting(
    'what requests to it are signed for, such as `ap-southeast-1` or `auto`',
    z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{1,40}$/, 'write it as the service does, such as ap-southeast-1 or auto')
      .optional(),
    'what the address says',
  ),
  IMAGES_ACCESS_KEY_ID: setting(
    'with `IMAGES_SECRET_ACCESS_KEY`, the key to that bucket',
    z.string().trim().optional(),
  ),
  IMAGES_SECRET_ACCESS_KEY: setting('goes with `IMAGES_ACCESS_KEY_ID`', z.string().trim().optional()),
}
type Fields = z.infer<z.ZodObject<typeof imageFields>>

/** A bucket for photos. `url` is its own address, without a slash at the end. */
export type ImageSettings = { url: string; region?: string; accessKeyId: string; secretAccessKey: string }

const shape = 'the address of a bucket, such as https://s3.ap-southeast-1.amazonaws.com/hiram-photos'

/**
 * The bucket in which photos are stored; null without one: then they are on the disk. An invalid address, keys in the
 * address, only one of the two keys, and keys without an address throw a `SettingError` that names the variable and
 * does not contain its value.
 */
export function readImages(values: Fields): ImageSettings | null {
  const { IMAGES_URL: address, IMAGES_ACCESS_KEY_ID: accessKeyId, IMAGES_SECRET_ACCESS_KEY: secret } = values
  if (!address) {
    if (accessKeyId || secret)
      throw new SettingError(`IMAGES_URL is missing: keys are of no use without it. It is ${shape}.`)
    return null
  }
  const url = bucketAddress(address)
  if (!accessKeyId) throw new SettingError('IMAGES_ACCESS_KEY_ID is missing: IMAGES_URL needs a key.')
  if (!secret) throw new SettingError('IMAGES_SECRET_ACCESS_KEY is missing: IMAGES_ACCESS_KEY_ID needs it.')
  for (const [name, value] of Object.entries({
    IMAGES_URL: new URL(url).hostname,
    IMAGES_ACCESS_KEY_ID: accessKeyId,
    IMAGES_SECRET_ACCESS_KEY: secret,
  }))
    if (/\bexample\.(com|org|net)$|EXAMPLE|change-?me/.test(value))
      throw new SettingError(`${name} still has an example value.`)
  return { url, region: values.IMAGES_REGION, accessKeyId, secretAccessKey: secret }
}

function bucketAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError(`IMAGES_URL: write ${shape}.`)
  if (url.username || url.password)
    throw new SettingError(
      'IMAGES_URL has a key in it: that goes into IMAGES_ACCESS_KEY_ID and IMAGES_SECRET_ACCESS_KEY.',
    )
  const path = url.pathname.replace(/\/$/, '')
  if (url.search || url.hash || path.split('/').length > 2)
    throw new SettingError(`IMAGES_URL: write ${shape}, and nothing behind it.`)
  return url.origin + path
}
