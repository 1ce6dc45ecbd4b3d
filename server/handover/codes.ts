import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Direction } from '#domain/handover/code.ts'
import type { Services } from '../context.ts'
import { keyFor } from '../key-for.ts'

type Keys = Pick<Services, 'settings'>
/** Which code of a rental: each version has another one. */
export type CodeOf = { rentalId: string; direction: Direction; version: number }

const mac = (keys: Keys, purpose: string, { rentalId, direction, version }: CodeOf) =>
  createHmac('sha256', keyFor(keys, purpose)).update(`${rentalId}:${direction}:${version}`).digest()

/** The 6 digits of a code. Nothing about them is stored. */
export const digitsOf = (keys: Keys, of: CodeOf): string =>
  String(mac(keys, 'handover code', of).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** The 128 bits of its link, which say nothing about the digits. */
export const tokenOf = (keys: Keys, of: CodeOf): string =>
  mac(keys, 'handover link', of).subarray(0, 16).toString('base64url')

/** Whether what someone entered is the code, or the token, in constant time. */
export function isCode(keys: Keys, of: CodeOf, given: { code: string } | { token: string }): boolean {
  return 'code' in given ? isSame(given.code, digitsOf(keys, of)) : isSame(given.token, tokenOf(keys, of))
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
