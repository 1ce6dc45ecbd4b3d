import { msAfter } from '#domain/time.ts'
import type { LimitStore } from './port.ts'

type Count = { points: number; endsAt: Date }

/** Limits counted in this process. */
export function inProcessLimits(): LimitStore {
  /** By name and key, then by part. */
  const counts = new Map<string, Map<string, Count>>()
  const under = (name: string, key: string) => `${name} ${key}`
  return {
    async take({ name, key, part, points, seconds }, now) {
      const parts = counts.get(under(name, key)) ?? new Map<string, Count>()
      counts.set(under(name, key), parts)
      const known = parts.get(part)
      const inMs = known ? known.endsAt.getTime() - now.getTime() : 0
      const fresh = () => ({ points: 0, endsAt: msAfter(now, seconds * 1000) })
      const count = known && inMs > 0 && inMs <= 2 * seconds * 1000 ? known : fresh()
      parts.set(part, count)
      const taken = count.points < points
      if (taken) count.points++
      return { taken, endsAt: count.endsAt }
    },
    async giveBack({ name, key, part }, endsAt) {
      const count = counts.get(under(name, key))?.get(part)
      if (count?.endsAt.getTime() === endsAt.getTime() && count.points > 0) count.points--
    },
    async clear(name, key) {
      counts.delete(under(name, key))
    },
    async deleteEnded(now) {
      for (const [key, parts] of counts) {
        for (const [part, { endsAt }] of parts) if (endsAt <= now) parts.delete(part)
        if (parts.size === 0) counts.delete(key)
      }
    },
    async close() {},
  }
}
