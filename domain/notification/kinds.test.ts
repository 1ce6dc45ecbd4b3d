import { expect, it } from 'vitest'
import {
  allNoticeKinds,
  isOnSite,
  isSwitchable,
  kindsFor,
  noticeChannels,
  noticeKinds,
  type NotificationKind,
  reaches,
} from './kinds.ts'

it('owners choose among all kinds; renters not among those about listings; admins have none', () => {
  expect(kindsFor('owner')).toEqual(allNoticeKinds)
  expect(allNoticeKinds.filter((kind) => !kindsFor('renter').includes(kind))).toEqual([
    'request-received',
    'listing-reviewed',
  ])
  expect(kindsFor('admin')).toEqual([])
})

it('every kind has an email; a kind on the site has an icon, and a push message too', () => {
  for (const [kind, entry] of Object.entries(noticeKinds) as [NotificationKind, object][]) {
    expect('icon' in entry).toBe(isOnSite(kind))
    expect(reaches(kind, 'push')).toBe(isOnSite(kind))
    expect(reaches(kind, 'email')).toBe(true)
  }
})

it('a switchable kind uses every channel, and decisions of admins are not switchable', () => {
  for (const kind of allNoticeKinds)
    for (const channel of noticeChannels) expect(reaches(kind, channel)).toBe(true)
  expect(isSwitchable('admin-decision')).toBe(false)
})
