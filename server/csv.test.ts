import { expect, it } from 'vitest'
import { csvLines, csvPesos } from './csv.ts'

it('texts a spreadsheet would run are made harmless, and amounts below zero stay amounts', () => {
  const record = ['=1+1', '+63', '-5', '@x', 'a,"b"', -5, csvPesos(-5_050), csvPesos(123_400)]
  expect(csvLines([record])).toBe(`'=1+1,'+63,'-5,'@x,"a,""b""",-5,-50.50,1234.00\r\n`)
})

it('writes an instant in Manila’s time, and null as an empty field', () => {
  expect(csvLines([[new Date('2026-11-20T16:00Z'), null, '']])).toBe('2026-11-21 00:00:00,,\r\n')
})
