import { expect, it } from 'vitest'
import {
  switchableKinds,
  isOnSite,
  isSwitchable,
  switchableKindsFor,
  noticeChannels,
  notificationKinds,
  type NotificationKind,
  reaches,
} from './kinds.ts'

it('owners choose among all kinds; renters not among those about listings; admins have none', () => {
  expect(switchableKindsFor('owner')).toEqual(switchableKinds)
  expect(switchableKinds.filter((kind) => !switchableKindsFor('renter').includes(kind))).toEqual([
    'request-received',
    'listing-reviewed',
  ])
  expect(switchableKindsFor('admin')).toEqual([])
})

it('every kind has an email; a kind on the site has an icon, and a push message too', () => {
  for (const [kind, entry] of Object.entries(notificationKinds) as [NotificationKind, object][]) {
    expect('icon' in entry).toBe(isOnSite(kind))
    expect(reaches(kind, 'push')).toBe(isOnSite(kind))
    expect(reaches(kind, 'email')).toBe(true)
  }
})

it('a switchable kind uses every channel, and decisions of admins are not switchable', () => {
  for (const kind of switchableKinds)
    for (const channel of noticeChannels) expect(reaches(kind, channel)).toBe(true)
  expect(isSwitchable('admin-decision')).toBe(false)
})
