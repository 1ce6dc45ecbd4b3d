/**
 * The network of an IP address, without the part that identifies one machine: enough for a person to recognise where
 * they logged in.
 * ### Example `203.0.113.7` is in `203.0.113.x`, and `2001:db8:12:3::1` in `2001:db8:12:x`.
 */
export function maskedNetworkOf(address: string): string {
  const four = /(?:^|:)(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)
  if (four) return `${four[1]}.x`
  const [before = ''] = address.split('::')
  const groups = before.split(':').filter((group) => /^[0-9a-f]{1,4}$/i.test(group))
  return groups.length > 0 ? `${groups.slice(0, 3).join(':').toLowerCase()}:x` : 'this machine'
}
