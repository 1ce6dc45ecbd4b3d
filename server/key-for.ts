import { hkdfSync } from 'node:crypto'
import type { Services } from './context.ts'

/** A key for one purpose, derived from `SESSION_SECRET` (HKDF, RFC 5869). */
export const keyFor = ({ settings }: Pick<Services, 'settings'>, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', settings.sessionSecret, '', `hiram ${purpose}`, 32))
