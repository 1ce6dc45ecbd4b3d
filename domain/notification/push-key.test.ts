import { expect, it } from 'vitest'
import { isSubscribedWith } from './push-key.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

it('a browser is subscribed with the key of the site, not with a former one', () => {
  expect(isSubscribedWith('BPv_-w', bytes(4, 251, 255, 251))).toBe(true)
  expect(isSubscribedWith('BPv_-w', bytes(4, 251, 255, 250))).toBe(false)
})

it('a browser that does not say its key counts as subscribed with it', () => {
  expect(isSubscribedWith('BPv_-w', null)).toBe(true)
})
