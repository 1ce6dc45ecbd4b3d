import { expect, it } from 'vitest'
import { formatPhone, parsePhone } from './phone.ts'

it.each([
  '09171234567',
  '0917 123 4567',
  '0917-123-4567',
  '+639171234567',
  '+63 (917) 123-4567',
  '+63 0917 123 4567',
  '639171234567',
  '9171234567',
  '０９１７１２３４５６７',
])('%s is +639171234567', (typed) => {
  expect(parsePhone(typed)).toBe('+639171234567')
})

it('the range of 0895 is mobile too', () => {
  expect(parsePhone('08951234567')).toBe('+638951234567')
})

it.each(['', '0912345678', '091712345678', '(02) 8123-4567', '+1 917 123 4567', 'call me', '0917123456x'])(
  '%s is none',
  (typed) => {
    expect(parsePhone(typed)).toBeNull()
  },
)

it('is shown as people write it', () => {
  expect(formatPhone('+639171234567')).toBe('0917 123 4567')
})
