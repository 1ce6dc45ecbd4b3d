import { expect, it } from 'vitest'
import {
  alwaysSent,
  switchableKinds,
  isOnSite,
  isSwitchable,
  switchableKindsFor,
  notificationChannels,
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
    for (const channel of notificationChannels) expect(reaches(kind, channel)).toBe(true)
  expect(isSwitchable('admin-decision')).toBe(false)
})

it('the text about what is always sent names every kind that people get and can’t switch off', () => {
  const words: Partial<Record<NotificationKind, string[]>> = {
    account: ['what keeps your account safe'],
    'admin-decision': ['what our admins decide'],
    'report-closed': ['looked at your report', 'a warning after a report of you'],
    'order-placed': ['the confirmation of each order'],
  }
  const kinds = Object.keys(notificationKinds) as NotificationKind[]
  const always = kinds.filter((kind) => !isSwitchable(kind) && notificationKinds[kind].for.length > 0)
  expect(Object.keys(words).sort()).toEqual(always.sort())
  for (const text of Object.values(words).flat()) expect(alwaysSent).toContain(text)
})
