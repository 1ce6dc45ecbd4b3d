import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { failingAfter } from '#tests/support/failing-after.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { endNeverGot } from './end-never-got.ts'

const fixture = withServices(['amihan'])

it('a rental that can’t be ended at once is logged, and its decision is not answered with an error', async () => {
  const ctx = by(fixture.services, fixture.cast.amihan)
  const warn = vi.spyOn(ctx.log, 'warn').mockReturnValue(undefined)
  const rentalId = randomUUID()
  await endNeverGot(failingAfter(ctx, 0), rentalId)
  expect(warn.mock.calls).toMatchObject([
    [
      { rentalId, err: { message: 'connection lost' } },
      'a rental that was never handed over could not be ended at once',
    ],
  ])
  warn.mockRestore()
})
