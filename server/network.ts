import { isIPv6 } from 'node:net'

/**
 * The network by which limits count an address: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * since a client usually has all addresses with these bits. An IPv4 address written as IPv6 counts as IPv4; an invalid
 * address stays as it is.
 * ### Example `203.0.113.7` and `::ffff:203.0.113.7` are `203.0.113.7`; `2001:db8::1` is `2001:db8:0:0::/64`.
 */
export function networkKeyOf(address: string): string {
  const bare = address.split('%')[0]!
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [before, after] = hex.split('::').map((half) => (half ? half.split(':') : []))
  const zeros = after ? Array<string>(8 - before!.length - after.length).fill('0') : []
  return [...before!, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16))
}
