import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { dashboardFigures, earningsByMonth } from '#server/rental/queries.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { recordPayout, reversePayout } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeCursor } from '../cursor.ts'
import { readStatement, statementCsv } from './read-statement.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const { reset, list, paid } = paying(fixture)
beforeEach(reset)

const at = (day: string) => fixture.services.clock.set(`${day}T04:00:00Z`)
const take = (who: people.Person, rentalId: string, action: 'approve' | 'activate' | 'complete' | 'cancel') =>
  takePartyAction(by(fixture.services, who), { rentalId, action }).then(accepted)
const statement = (month: string | null = null, who: people.Person = fixture.cast.olivia) =>
  readStatement(by(fixture.services, who), people.owner(who), month)
const shown = async (month: string | null = null) =>
  (await statement(month)).lines.map(({ what, centavos }) => [what, centavos])

describe('an owner’s statement', () => {
  it('of someone new has nothing', async () => {
    expect(await statement(null, fixture.cast.diego)).toEqual({
      month: '2026-11',
      firstMonth: null,
      openingCentavos: 0,
      closingCentavos: 0,
      balanceCentavos: 0,
      openCentavos: 0,
      cashDepositCentavos: 0,
      readyCentavos: 0,
      paidOutCentavos: 0,
      lines: [],
      next: null,
    })
  })

  it('tells what was paid online, what went back, and what is paid out, month by month', async () => {
    const { rentalId, number } = await paid(fixture.cast.ramon, { title: '=Tent' })
    const late = await paid(fixture.cast.ramon, { cancellationPolicy: 'strict', title: 'Late' })
    expect(await statement()).toMatchObject({ openCentavos: 270_000, readyCentavos: 0 })
    for (const id of [rentalId, late.rentalId]) await take(fixture.cast.olivia, id, 'approve')
    await take(fixture.cast.ramon, late.rentalId, 'cancel')
    expect(await shown()).toEqual([
      ['rent', 135_000],
      ['rent', 135_000],
      ['refund', -67_500],
    ])
    at(addDays(TODAY, 11))
    await take(fixture.cast.olivia, rentalId, 'activate')
    await take(fixture.cast.olivia, rentalId, 'complete')
    const who = people.asAdmin(fixture.services, fixture.cast.amihan)
    const request = {
      direction: 'to_owner' as const,
      ownerId: fixture.cast.olivia.id,
      paidOn: addDays(TODAY, 11),
    }
    const { payoutId } = accepted(
      await recordPayout(...who, { ...request, amount: 2_500, reference: 'wrong' }),
    )
    accepted(await reversePayout(...who, { payoutId, reason: 'typed wrongly' }))
    accepted(await recordPayout(...who, { ...request, amount: 202_500, reference: 'BDO 1' }))
    const december = await statement()
    expect(december).toMatchObject({
      month: '2026-12',
      firstMonth: '2026-11',
      openingCentavos: 202_500,
      closingCentavos: 0,
      readyCentavos: 0,
      openCentavos: 0,
      paidOutCentavos: 202_500,
    })
    expect(december.lines).toMatchObject([
      { what: 'paid-out', centavos: -2_500, balanceCentavos: 200_000, reference: 'wrong' },
      { what: 'payout-reversed', centavos: 2_500, balanceCentavos: 202_500 },
      { what: 'paid-out', centavos: -202_500, reference: 'BDO 1', paidOn: addDays(TODAY, 11) },
    ])
    const november = await statement('2026-11')
    expect(november).toMatchObject({ openingCentavos: 0, closingCentavos: 202_500 })
    expect(november.lines[0]).toMatchObject({
      title: '=Tent',
      orderNumber: number,
      renterName: 'Ramon Dela Cruz',
    })
    expect(statementCsv(november).split('\r\n').slice(0, 3)).toEqual([
      '\ufeffDate,What,Item,Renter,Order,Reference,Amount (PHP),Balance (PHP)',
      ',Opening balance,,,,,,0.00',
      `2026-11-21 10:15:00,Rent and delivery,'=Tent,Ramon Dela Cruz,${number},,1350.00,1350.00`,
    ])
    expect(statementCsv(november)).toContain('Refund to the renter')
    expect(statementCsv(november)).toContain(',-675.00,2025.00')
    expect(await statement('nonsense')).toMatchObject({ month: '2026-12' })
  })

  it('agrees with the dashboard: the rent of what was completed, and beside it what was kept', async () => {
    const figures = await dashboardFigures(fixture.services.db, fixture.cast.olivia.id)
    expect(figures).toMatchObject({ earningsCentavos: 135_000, keptRentCentavos: 67_500 })
    const months = await earningsByMonth(fixture.services.db, fixture.cast.olivia.id, new Date('2026-12-05'))
    expect(months.at(-1)).toEqual({ month: '2026-12', centavos: 135_000, rentals: 1 })
    expect((await statement()).paidOutCentavos).toBe(0 + figures.earningsCentavos + figures.keptRentCentavos)
  })

  it('tells a hand-over for cash by its parts: the fee is owed, the deposit is given back', async () => {
    at(TODAY)
    const before = await statement()
    const { rentalId } = await people.rent(
      fixture.services,
      fixture.cast.ramon,
      [await list({ deposit: 20_000 })],
      {
        startDate: TODAY,
        durationDays: 3,
        deliveryOption: 'delivery',
      },
    )
    await take(fixture.cast.olivia, rentalId, 'approve')
    await take(fixture.cast.olivia, rentalId, 'activate')
    const after = await statement()
    expect(after.lines.slice(before.lines.length)).toMatchObject([
      { what: 'rent', centavos: 136_500 },
      { what: 'cash', centavos: -136_500 },
      { what: 'cash-fee', centavos: -6_750 },
      { what: 'cash-deposit', centavos: -20_000 },
    ])
    expect(after.balanceCentavos - before.balanceCentavos).toBe(-26_750)
    expect(after.readyCentavos - before.readyCentavos).toBe(-6_750)
    expect(after.cashDepositCentavos).toBe(20_000)
  })

  it('ends, in the month that is now, with the balance that the book has', async () => {
    const { closingCentavos, balanceCentavos } = await statement('2026-12')
    fixture.services.clock.set('2026-12-31T00:00:00Z')
    const now = await statement()
    expect(now.closingCentavos).toBe(balanceCentavos)
    expect(closingCentavos).not.toBeNaN()
    const rows = await fixture.services.db
      .selectFrom('bookPosting')
      .select(['bookAccount', 'centavos'])
      .where('personId', '=', fixture.cast.olivia.id)
      .execute()
    const sum = (account: string) =>
      rows.filter(({ bookAccount }) => bookAccount === account).reduce((n, { centavos }) => n + centavos, 0)
    expect(balanceCentavos).toBe(0 - sum('owner_payable') - sum('cash_collected'))
    fixture.services.clock.set(NOW)
  })

  it.each([1, 2, 3])('of a long month is read %i lines at a time, with the same balances', async (size) => {
    fixture.services.clock.set('2026-12-31T00:00:00Z')
    const whole = await statement('2026-11')
    expect(whole.lines.length).toBeGreaterThan(5)
    const { olivia } = fixture.cast
    const lines = []
    let after: string | null = null
    do {
      const page = await readStatement(by(fixture.services, olivia), people.owner(olivia), '2026-11', {
        after,
        size,
      })
      expect(page).toMatchObject({
        openingCentavos: whole.openingCentavos,
        closingCentavos: whole.closingCentavos,
      })
      expect(page.lines.length).toBeLessThanOrEqual(size)
      lines.push(...page.lines)
      after = page.next
    } while (after !== null)
    expect(lines).toEqual(whole.lines)
    const forged = writeCursor(['0000-01-01T00:00:00Z', 1, 1, 0])
    const first = { after: forged, size: null }
    expect(await readStatement(by(fixture.services, olivia), people.owner(olivia), '2026-11', first)).toEqual(
      whole,
    )
    const asFile = await readStatement(by(fixture.services, olivia), people.owner(olivia), '2026-11', {
      size: null,
    })
    expect(asFile).toEqual(whole)
    expect(lines.at(-1)!.balanceCentavos).toBe(whole.closingCentavos)
    fixture.services.clock.set(NOW)
  })

  it('is read from the entries of its owner, not from those of everyone in the month', async () => {
    const plans = await plansOf(fixture.database.connection, () => statement('2026-12'))
    expect(plans).toContain('Index Only Scan using book_posting_entry_of_account_idx')
    expect(plans).not.toMatch(/book_entry_at_idx|Seq Scan on book_/)
  })

  it('begins a month at midnight in Manila', async () => {
    fixture.services.clock.set('2026-11-30T15:59:59Z')
    await paid(fixture.cast.ramon, { title: 'November' })
    fixture.services.clock.set('2026-11-30T16:00:00Z')
    await paid(fixture.cast.ramon, { title: 'December' })
    expect((await statement('2026-11')).lines.at(-1)).toMatchObject({ title: 'November' })
    expect((await statement('2026-12')).lines[0]).toMatchObject({ title: 'December' })
  })
})
