import { expect, it } from 'vitest'
import { maskedNetworkOf } from './masked-network.ts'

it.each([
  ['203.0.113.7', '203.0.113.x'],
  ['::ffff:203.0.113.7', '203.0.113.x'],
  ['2001:db8:12:3::1', '2001:db8:12:x'],
  ['2001:DB8::1', '2001:db8:x'],
  ['::1', 'this machine'],
  ['unknown', 'this machine'],
])('the network of %s is %s', (address, network) => expect(maskedNetworkOf(address)).toBe(network))
