import { isIP } from 'node:net'

/**
 * The network address of a client: the socket's, or, behind `hops` proxies of ours, the entry of `X-Forwarded-For`
 * that the outermost of them wrote. Entries further left come from the client and are never read.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  hops: number,
): string {
  const fallback = socketAddress ?? 'unknown'
  if (hops === 0 || !forwardedFor) return fallback
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  const address = entries[entries.length - hops]
  return address && isIP(address) ? address : fallback
}
