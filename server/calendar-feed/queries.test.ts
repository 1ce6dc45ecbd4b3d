import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { listApproved, rent } from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { makeFeed } from './change-feed.ts'
import { readFeed } from './queries.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])

it('has what is not over, and then the latest, of more rentals than fit into a feed', async () => {
  const { services, cast } = fixture
  const listing = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const wanted = { startDate: addDays(TODAY, 5), durationDays: 3 } as const
  const { rentalId } = await rent(services, cast.ramon, [listing], wanted)
  const { token } = accepted(await makeFeed(by(services, cast.olivia)))
  const copies = (days: number, count: number) =>
    sql`insert into rental
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'status', 'Completed',
      'handed_over_at', ${NOW}::timestamptz,
      'period', daterange(${addDays(TODAY, days)}::date, ${addDays(TODAY, days + 3)}::date)))).*
    from rental r, generate_series(1, ${count}::int) where r.id = ${rentalId}`.execute(services.db)
  await copies(-20, 499)
  await copies(-10, 1)
  const feed = (await readFeed(services.db, token, NOW))!
  expect(feed).toHaveLength(500)
  expect(feed.at(-1)).toMatchObject({ id: rentalId })
  expect(feed.at(-2)).toMatchObject({ period: { start: addDays(TODAY, -10) } })
})
