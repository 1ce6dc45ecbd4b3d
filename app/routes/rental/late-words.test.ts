import { expect, it } from 'vitest'
import { periodOf } from '#domain/period.ts'
import { noLateFee } from '#domain/rental/late-fee.ts'
import { lateWords } from './late-words.ts'

/** Due back on November 23, at ₱333.33 a day. */
const rental = {
  status: 'Active' as const,
  period: periodOf('2026-11-21', 3),
  pricePerDayCentavos: 33_333,
  fee: noLateFee,
}
const at = (day: string) => new Date(`2026-${day}T15:00:00+08:00`)

it('an item that is still out after seven days counts as not returned', () => {
  expect(lateWords(rental, 'renter', 'Olivia', at('12-01'))[1]).toContain('It counts as not returned now')
})

it('an item that is back by its renter’s word does not, and costs what it did then, unless the owner objects', () => {
  const said = { ...rental, broughtBackAt: at('11-26'), broughtBackObjectedAt: null }
  expect(lateWords(said, 'renter', 'Olivia', at('12-01'))).toEqual([
    'It was due back on Nov 23, 2026.',
    'You said that it is back since Nov 26, 2026, 3:00 PM. Unless Olivia objects, the late fee is ₱999.99 (3 days).',
  ])
  expect(lateWords(said, 'owner', 'Ramon', at('12-01'))[1]).toMatch(
    /^Ramon says that it is back since .* Unless you object, the late fee is ₱999\.99/,
  )
  const inTime = { ...said, broughtBackAt: at('11-23') }
  expect(lateWords(inTime, 'owner', 'Ramon', at('12-01'))[1]).toContain(
    'Unless you object, there is no late fee.',
  )
  const contested = { ...said, broughtBackObjectedAt: at('11-27') }
  expect(lateWords(contested, 'owner', 'Ramon', at('12-01'))[1]).toContain('It counts as not returned now')
})
