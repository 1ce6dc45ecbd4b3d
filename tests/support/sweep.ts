import type { ExpiryName } from '#domain/retention/policy.ts'
import { sweepRetention } from '#server/retention/sweep-retention.ts'
import type { TestServices } from './services.ts'

/** Deletes the old ones of one thing, at the time of the services or at another; returns how many. */
export async function sweepOld(
  services: TestServices,
  name: ExpiryName,
  at: Date | string = services.clock.now(),
): Promise<number> {
  const clock = { now: () => new Date(at) }
  return (await sweepRetention({ ...services, clock }, () => false, { only: [name] }))[name]
}
