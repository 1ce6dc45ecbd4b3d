import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { inTransaction } from '#server/record.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { appendEntry } from '#server/timeline/append-entry.ts'
import { readTimeline } from '#server/timeline/queries.ts'
import { verifyTimelines } from '#server/timeline/verify-timelines.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  database: { poolSize: 20, connectionTimeoutMillis: 60_000 },
})

it('entries that are added at once follow each other, none is lost and the chain does not fork', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  const approve = takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' })
  const others = Array.from({ length: 12 }, (_, i) =>
    inTransaction(services, async (tx) => ({
      ok: true as const,
      ...(await appendEntry(tx, by(services, i % 2 ? cast.ramon : cast.olivia), rentalId, {
        kind: 'approve',
        side: i % 2 ? 'renter' : 'owner',
        facts: { i },
      })),
    })),
  )
  accepted(await approve)
  const appended = await Promise.all(others)
  const timeline = await readTimeline(services.db, rentalId)
  expect(timeline.map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
  for (const { seq, hash } of appended) expect(timeline[seq - 1]!.hash).toBe(hash)
  const problems: string[] = []
  const verified = await verifyTimelines({
    db: services.db,
    readPhoto: async () => null,
    say: (problem) => problems.push(problem),
  })
  expect(problems).toEqual([])
  expect(verified.entries).toBe(14)
})
