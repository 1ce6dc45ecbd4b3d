import { expect, test } from 'vitest'
import type { Services } from './context.ts'
import { NotNow, sweepEach } from './sweep-each.ts'

const logged: string[] = []
const log = { warn: () => logged.push('warn'), error: () => logged.push('error') }
const services = { log } as unknown as Services

test('a sweep handles the others when one fails, and counts only those it handled', async () => {
  const handled: number[] = []
  const count = await sweepEach(
    services,
    () => false,
    [1, 2, 3, 4],
    async (one) => {
      if (one === 2) throw new Error('broken')
      if (one === 3) throw new NotNow('later')
      handled.push(one)
    },
  )
  expect(handled).toEqual([1, 4])
  expect(count).toBe(2)
  expect(logged).toEqual(['error', 'warn'])
})

test('a sweep that has to stop begins nothing more', async () => {
  let handled = 0
  const sweep = async () => handled++
  expect(await sweepEach(services, () => handled > 0, [1, 2, 3], sweep)).toBe(1)
})
