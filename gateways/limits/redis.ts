import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel'
import { createClient, defineScript } from 'redis'
import { inProcessLimits } from './in-process.ts'
import type { LimitStore } from './port.ts'
import { GIVE_BACK, TAKE } from './redis-script.ts'

const ANSWERED_WITHIN_MS = 1_000
const FAILURES = 3
/** How long Redis is not asked after so many failures in a row. */
const LEFT_ALONE_MS = 5_000
const LONGEST_WAIT_MS = 2_000

/** A script of one key, whose answer is a list of numbers. */
const script = (SCRIPT: string) =>
  defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, key: string, ...args: (string | number)[]) {
      parser.pushKey(key)
      parser.push(...args.map(String))
    },
    transformReply: (reply: unknown) => reply as number[],
  })

/**
 * Counts in a Redis, for processes that share it; each count is one script. While Redis does not answer, this process
 * counts for itself, from nothing: nobody is refused for its sake, and each process lets through at most a window
 * more. `failed` hears of it once each time.
 */
export function redisLimits(url: string, failed: (error: unknown) => void = () => {}): LimitStore {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    scripts: { takeOne: script(TAKE), giveOneBack: script(GIVE_BACK) },
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: (tried) => Math.min(LONGEST_WAIT_MS, 100 * 2 ** tried),
    },
  })
  // The client connects again by itself; without a listener an error would end the process.
  client.on('error', () => {})
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  breaker.onBreak((why) => failed('error' in why ? why.error : undefined))
  const ask = wrap(breaker, timeout(ANSWERED_WITHIN_MS, TimeoutStrategy.Aggressive))
  const connecting = client.connect().catch(() => {})
  const own = inProcessLimits()
  const keyOf = (name: string, key: string) => `hiram:limit:${name}:${key}`
  return {
    async take(window, now) {
      const { name, key, part, points, seconds } = window
      try {
        // At the start the first requests wait for the connection, as long as for an answer.
        const [taken, endsAt] = await ask.execute(async () => {
          if (!client.isReady) await connecting
          return client.takeOne(keyOf(name, key), part, points, seconds * 1000, now.getTime())
        })
        return { taken: taken === 1, endsAt: new Date(endsAt!) }
      } catch {
        return own.take(window, now)
      }
    },
    async giveBack(window, endsAt) {
      const { name, key, part } = window
      await own.giveBack(window, endsAt)
      await ask.execute(() => client.giveOneBack(keyOf(name, key), part, endsAt.getTime())).catch(() => {})
    },
    async clear(name, key) {
      await own.clear(name, key)
      await ask.execute(() => client.del(keyOf(name, key))).catch(() => {})
    },
    sweep: (now) => own.sweep(now),
    async close() {
      if (client.isOpen) client.destroy()
      await connecting
    },
  }
}
