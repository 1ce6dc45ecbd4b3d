import { expect, it } from 'vitest'
import { errorCodeOf } from './error-code.ts'

const withCodes = (message: string, codes: object) => Object.assign(new Error(message), codes)

it.each([
  [
    withCodes('550 <ana@hiram.test> no such mailbox', { code: 'EENVELOPE', responseCode: 550 }),
    'Error EENVELOPE 550',
  ],
  [withCodes('connect ECONNREFUSED 10.0.0.1:25', { code: 'ECONNREFUSED' }), 'Error ECONNREFUSED'],
  [withCodes('gone', { statusCode: 410 }), 'Error 410'],
  [withCodes('x', { code: 'ana@hiram.test', name: 'Ana: <b>' }), 'Error'],
  [new TypeError('secret'), 'TypeError'],
  [new DOMException('The operation timed out', 'TimeoutError'), 'TimeoutError 23'],
  ['password: hunter2', 'Error'],
  [undefined, 'Error'],
])('the code of %o is %s', (error, code) => expect(errorCodeOf(error)).toBe(code))
