import { symbols } from 'pino'
import { expect, it } from 'vitest'
import { withServices } from '#tests/support/with-services.ts'
import { createLog, loggedError } from './log.ts'

const fixture = withServices(['ramon'])

it('an error of the database is logged without the row that it refused', async () => {
  const change = fixture.services.db.updateTable('account').set({ email: null as never, username: 'qzname' })
  const error = (await change.execute().catch((thrown: unknown) => thrown)) as { detail: string }
  expect(error.detail).toContain('qzname')
  const logged = loggedError(error)
  expect(logged).toMatchObject({
    code: '23502',
    table: 'account',
    column: 'email',
    stack: expect.any(String),
  })
  expect(JSON.stringify(logged)).not.toContain('qzname')
})

it('every log writes its errors so', () => {
  const { [symbols.serializersSym]: serializers } = createLog('error') as unknown as Record<symbol, object>
  expect(serializers).toMatchObject({ err: loggedError })
})

it('any other error is logged as it is', () => {
  expect(loggedError(new TypeError('broken'))).toMatchObject({ type: 'TypeError', message: 'broken' })
  expect(loggedError('a text')).toBe('a text')
})
