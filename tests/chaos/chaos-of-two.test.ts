import { describe, it, vi } from 'vitest'
import { whyNoRedis } from '#tests/support/redis-server.ts'
import { countAfter } from './count-after.ts'
import { processKilled, redisKilled } from './faults.ts'
import { bucketFaults, redisFaults } from './service-faults.ts'

vi.setConfig({ testTimeout: 900_000 })

const without = whyNoRedis()

describe('nothing acknowledged is lost or doubled where two processes share', () => {
  it.skipIf(without)('a bucket of photos and Redis, which fail, and one of them dies', async () => {
    const faults = [redisKilled, ...redisFaults, ...bucketFaults, processKilled]
    await countAfter({ database: 'postgres', servers: 2, bucket: true, redis: true }, faults)
  })

  if (without)
    it('a bucket of photos, which fails, and one of them dies', async () => {
      console.warn(`No fault of Redis: ${without}`)
      await countAfter({ database: 'postgres', servers: 2, bucket: true }, [...bucketFaults, processKilled])
    })
})
