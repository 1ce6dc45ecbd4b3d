import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asOwner } from '#domain/access.ts'
import { addMonths } from '#domain/book/statement.ts'
import { dayInManila } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { earningsByMonth } from '#server/rental/queries.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { readStatement, statementCsv } from './read-statement.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])
const { reset, paid } = paying(fixture)

const YEARS = 3
const RUNS = 8
const HOUR = 3_600_000
const random = fc.array(
  fc.record({
    month: fc.integer({ min: 0, max: 12 * YEARS - 1 }),
    // Most are near the end of a month, where a wrong boundary would lose them.
    hours: fc.oneof(fc.integer({ min: -96, max: 96 }), fc.integer({ min: 0, max: 700 })),
    centavos: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { minLength: 20, maxLength: 60 },
)
const years = fc.integer({ min: 2001, max: 2990 })

it('every posting is on exactly one statement, and a month closes with what the next opens with', async () => {
  const { db } = fixture.services
  const renters = await people.openManyAccounts(fixture.services, RUNS)
  await fc.assert(
    fc.asyncProperty(years, random, async (year, requests) => {
      const owner = { ...renters.pop()!, role: 'owner' as const }
      const postings = requests.map(({ month, hours, centavos }, i) => ({
        key: `random:${owner.id}:${i}`,
        at: new Date(Date.UTC(year, month, 1) - 8 * HOUR + hours * HOUR),
        centavos,
      }))
      await write(owner.id, postings)
      const months = Array.from({ length: 12 * YEARS + 2 }, (_, i) => addMonths(`${year - 1}-12`, i))
      fixture.services.clock.set(new Date(Date.UTC(year + YEARS, 1, 1)))
      const seen: number[] = []
      let balance = 0
      for (const month of months) {
        const statement = await readStatement(
          by(fixture.services, owner),
          accepted(asOwner(owner)).owner,
          month,
        )
        expect(statement.month).toBe(month)
        expect(statement.openingCentavos).toBe(balance)
        for (const { at } of statement.lines) expect(dayInManila(at).slice(0, 7)).toBe(month)
        expect(statementCsv(statement).trimEnd().split('\r\n')).toHaveLength(statement.lines.length + 3)
        seen.push(...statement.lines.map(({ centavos }) => centavos))
        balance = statement.closingCentavos
      }
      expect(seen.toSorted()).toEqual(postings.map(({ centavos }) => centavos).toSorted())
      expect(balance).toBe(postings.reduce((sum, { centavos }) => sum + centavos, 0))
      const { rows } = await sql<{
        balance: number
      }>`select -sum(centavos)::bigint as balance from book_posting
        where person_id = ${owner.id}`.execute(db)
      expect(balance).toBe(rows[0]!.balance)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)

/** Books amounts that an owner is owed, each at its instant. */
async function write(ownerId: string, postings: { key: string; at: Date; centavos: number }[]) {
  await sql`with given as (select * from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb)
      as g(key text, at timestamptz, centavos bigint)),
    entry as (insert into book_entry (key, kind, at) select key, 'claim', at from given returning id, key)
    insert into book_posting (entry_id, book_account, person_id, centavos)
    select e.id, x.account, x.person, x.sign * g.centavos from entry e join given g on g.key = e.key,
      (values ('owner_payable', ${ownerId}::uuid, -1), ('bank', null, 1)) x(account, person, sign)`.execute(
    fixture.services.db,
  )
}

it('earnings count a rental in the month of Manila in which it came back, to the last minute', async () => {
  await reset()
  const { db } = fixture.services
  const { rentalId } = await paid(fixture.cast.ramon)
  const now = new Date('2026-11-21T00:00:00Z')
  for (let back = 0; back < 12; back++)
    for (const minutes of [-1, 0, 1]) {
      const at = new Date(Date.UTC(2026, 10 - back, 1) - 8 * HOUR + minutes * 60_000)
      await sql`update rental set status = 'Completed', status_changed_at = ${at} where id = ${rentalId}`.execute(
        db,
      )
      const counted = (await earningsByMonth(db, fixture.cast.olivia.id, now)).filter(
        ({ rentals }) => rentals > 0,
      )
      const month = dayInManila(at).slice(0, 7)
      expect(counted.map((one) => one.month)).toEqual(month < '2025-12' ? [] : [month])
    }
  fixture.services.clock.set(NOW)
})
