import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel'
import { createClient, defineScript } from 'redis'
import { inProcessLimits } from './in-process.ts'
import type { LimitStore } from './port.ts'
import { GIVE_BACK, TAKE } from './redis-script.ts'

const ANSWERED_WITHIN_MS = 1_000
const FAILURES = 3
/** How long Redis is not called after this many failures in a row. */
const LEFT_ALONE_MS = 5_000
const LONGEST_WAIT_MS = 2_000

/** A script with one key, whose result is a list of numbers. */
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
 * Limits counted in Redis, for processes that share it; each count is one script. While Redis does not answer, this
 * process counts by itself, starting from zero: nobody is refused because of that, and each process allows at most one
 * window more. `failed` is called once per failure, `watch` with each call and each state of the breaker (cockatiel's
 * `CircuitState`).
 */
export function redisLimits(
  url: string,
  failed: (error: unknown) => void = () => {},
  watch?: { call(isDone: boolean): void; breaker(state: number): void },
): LimitStore {
  const open = () => {
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
    return { client, connecting: client.connect().catch(() => {}) }
  }
  let line = open()
  let isClosed = false
  const end = async () => {
    const { client, connecting } = line
    if (client.isOpen) client.destroy()
    await connecting
  }
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  breaker.onBreak((why) => {
    failed('error' in why ? why.error : undefined)
    // The connection of a host that vanished looks open for a quarter of an hour.
    void end()
    if (!isClosed) line = open()
  })
  breaker.onStateChange((state) => watch?.breaker(state))
  breaker.onSuccess(() => watch?.call(true))
  breaker.onFailure(() => watch?.call(false))
  const ask = wrap(breaker, timeout(ANSWERED_WITHIN_MS, TimeoutStrategy.Aggressive))
  const own = inProcessLimits()
  const keyOf = (name: string, key: string) => `hiram:limit:${name}:${key}`
  return {
    async take(window, now) {
      const { name, key, part, points, seconds } = window
      try {
        // At the start the first requests wait for the connection as long as for an answer.
        const [taken, endsAt] = await ask.execute(async () => {
          const { client, connecting } = line
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
      await ask
        .execute(() => line.client.giveOneBack(keyOf(name, key), part, endsAt.getTime()))
        .catch(() => {})
    },
    async clear(name, key) {
      await own.clear(name, key)
      await ask.execute(() => line.client.del(keyOf(name, key))).catch(() => {})
    },
    deleteEnded: (now) => own.deleteEnded(now),
    close() {
      isClosed = true
      return end()
    },
  }
}
