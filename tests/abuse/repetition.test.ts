import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { User } from '#domain/actor.ts'
import type { Verdict } from '#domain/verdict.ts'
import { makeFeed } from '#server/calendar-feed/change-feed.ts'
import { askChange } from '#server/change/ask-change.ts'
import { withdrawChange } from '#server/change/withdraw-change.ts'
import { switchAssistant } from '#server/chat/switch-assistant.ts'
import type { Context } from '#server/context.ts'
import { limitDefaults } from '#server/limits.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { editListing } from '#server/listing/edit-listing.ts'
import { pauseListing } from '#server/listing/pause-listing.ts'
import { resumeListing } from '#server/listing/resume-listing.ts'
import { unblockDates } from '#server/listing/unblock-dates.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts'
import { leaveWaitlist } from '#server/waitlist/leave-waitlist.ts'
import { aForm, renter } from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina'])
const id = randomUUID()

const repeated: [keyof typeof limitDefaults, number, ((ctx: Context) => Promise<Verdict>)[]][] = [
  [
    'listingEdits',
    240,
    [
      (ctx) => pauseListing(ctx, { listingId: id }),
      (ctx) => resumeListing(ctx, { listingId: id }),
      (ctx) => editListing(ctx, { listingId: id, form: aForm({ photoIds: [id] }) }),
      (ctx) => blockDates(ctx, { listingId: id, firstDay: TODAY, lastDay: TODAY }),
      (ctx) => unblockDates(ctx, { listingId: id, blockId: id }),
    ],
  ],
  [
    'waitlist',
    60,
    [
      (ctx) => joinWaitlist(ctx, { listingId: id, startDate: TODAY, durationDays: 3 }),
      (ctx) => leaveWaitlist(ctx, renter(ctx.actor as User), { entryId: id, declines: false }),
    ],
  ],
  ['calendarFeeds', 10, [makeFeed]],
  [
    'changes',
    60,
    [
      (ctx) => askChange(ctx, { rentalId: id, request: { what: 'extend', days: 1 } }),
      (ctx) => withdrawChange(ctx, { changeId: id }),
    ],
  ],
  [
    'assistantSwitches',
    60,
    [
      (ctx) => switchAssistant(ctx, { threadId: id, on: false }),
      (ctx) => switchAssistant(ctx, { threadId: id, on: true }),
    ],
  ],
  [
    'noShows',
    20,
    [(ctx) => sayNoShow(ctx, { rentalId: id }), (ctx) => takeBackNoShow(ctx, { rentalId: id })],
  ],
]

// Spec: D39, D42
it.each(repeated)('one account makes at most what %s allows, %i an hour', async (name, points, acts) => {
  expect(limitDefaults[name]).toEqual({ points, seconds: 3600 })
  const ctx = by(site.services, site.cast.ramon)
  const reasons = new Set<string>()
  for (let i = 0; i < points; i++) {
    const verdict = await acts[i % acts.length]!(ctx)
    reasons.add(verdict.ok ? 'ok' : verdict.reason)
  }
  expect([...reasons]).not.toContain('limit')
  for (const act of acts) {
    expect(await act(ctx)).toMatchObject({ reason: 'limit', retryAfterSeconds: expect.any(Number) })
    expect(await act(by(site.services, site.cast.katrina))).not.toMatchObject({ reason: 'limit' })
  }
})

it('who makes one calendar address after another is told when to try again', async () => {
  const { limits } = site.services
  while (!(await limits.take('calendarFeeds', site.cast.ramon.id)));
  const answer = await site.visitor('ramon').post('/profile/settings/calendar', { intent: 'make' })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.text()).toContain('That was a lot in a short time. Please try again in')
})
