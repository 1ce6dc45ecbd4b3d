import type { Services } from './context.ts'

/** What can't be done now, and is tried again: a sweep says so without alarm. */
export class NotNow extends Error {
  override name = 'NotNow'
}

/**
 * Does what is due, one after the other. What goes wrong with one is logged, and the others go on: one that always
 * fails must not keep the rest from being done. Returns how many there were.
 */
export async function sweepEach<T>(
  services: Services,
  due: readonly T[],
  sweep: (one: T) => Promise<unknown>,
): Promise<number> {
  for (const one of due)
    try {
      await sweep(one)
    } catch (error) {
      const level = error instanceof NotNow ? 'warn' : 'error'
      services.log[level]({ err: error, about: one }, 'a sweep could not do one of its things')
    }
  return due.length
}
