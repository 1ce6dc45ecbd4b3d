import { expect, it } from 'vitest'
import { networkKeyOf } from './network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:12:3::1', '2001:db8:12:3::/64'],
  ['2001:0DB8:0012:0003:ffff:ffff:ffff:ffff', '2001:db8:12:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:4::', '2001:db8:0:4::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network that counts for %s is %s', (address, network) => expect(networkKeyOf(address)).toBe(network))
