import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { SettingError } from './setting-error.ts'
import { setting } from './setting.ts'

/** The settings of push messages. */
export const pushFields = {
  VAPID_PUBLIC_KEY: setting(
    'with `VAPID_PRIVATE_KEY`, a pair of `npx web-push generate-vapid-keys`: browsers can show notices',
    z.string().trim().optional(),
  ),
  VAPID_PRIVATE_KEY: setting('goes with `VAPID_PUBLIC_KEY`', z.string().trim().optional()),
  VAPID_SUBJECT: setting(
    'whom a push service turns to: `mailto:…` or `https:…`',
    z
      .string()
      .trim()
      .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'write it as mailto:you@your.site or https://your.site')
      .refine(URL.canParse, 'write it as mailto:you@your.site or https://your.site')
      .optional(),
    '`mailto:SUPPORT_EMAIL`',
  ),
  PUSH_HOSTS: setting(
    'push services beyond those of the known browsers, by host, with commas',
    z
      .string()
      .default('')
      .transform((list) => list.split(',').flatMap((host) => host.trim() || [])),
    'none',
  ),
}
type Fields = z.infer<z.ZodObject<typeof pushFields>>

export type PushSettings = {
  publicKey: string
  privateKey: string
  subject: string
  /** Allowed push services besides the known ones. */
  hosts: string[]
}

/**
 * The settings of push messages; null without keys. Only one of the two keys, or invalid keys, throw a `SettingError`
 * that names the variable.
 */
export function readPush(values: Fields, supportEmail: string): PushSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  if (!publicKey && !privateKey) return null
  if (!publicKey)
    throw new SettingError('VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY is of no use without it.')
  if (!privateKey)
    throw new SettingError('VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY is of no use without it.')
  if (!isPair(publicKey, privateKey))
    throw new SettingError('VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY: make a pair with web-push.')
  return {
    publicKey,
    privateKey,
    subject: values.VAPID_SUBJECT ?? `mailto:${supportEmail}`,
    hosts: values.PUSH_HOSTS,
  }
}

function isPair(publicKey: string, privateKey: string): boolean {
  // 32 bytes in the one form that `web-push` takes: Node also reads others, such as one with `=` at its end.
  if (!/^[\w-]{43}$/.test(privateKey)) return false
  try {
    const keys = createECDH('prime256v1')
    keys.setPrivateKey(privateKey, 'base64url')
    return keys.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}
