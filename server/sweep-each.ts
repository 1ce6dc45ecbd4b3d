import { AsyncLocalStorage } from 'node:async_hooks'
import type { Services } from './context.ts'

/** A temporary reason why something can't be done now: a sweep logs it without an alarm, and it is tried again. */
export class NotNow extends Error {
  override name = 'NotNow'
}

/** What a sweep could not do: how many things, and the last error. A `NotNow` does not count. */
export type Failures = { count: number; last: unknown }

const running = new AsyncLocalStorage<Failures>()

/** Runs a sweep, and adds to `failures` what it could not do; throws what the sweep throws, which is added too. */
export async function notingFailures(failures: Failures, sweep: () => Promise<unknown>): Promise<void> {
  await running.run(failures, async () => {
    try {
      await sweep()
    } catch (error) {
      noteFailure(error)
      throw error
    }
  })
}

/** Notes that the running sweep could not do one of its things, unless it is a `NotNow`. */
export function noteFailure(error: unknown): void {
  const failures = running.getStore()
  if (!failures || error instanceof NotNow) return
  failures.count++
  failures.last = error
}

/**
 * Handles the due items one after the other; once `stopping`, it begins no other, and the next sweep does the rest. An
 * error with one is logged, and the others go on: one that always fails must not block the rest. Returns how many it
 * handled without an error.
 */
export async function sweepEach<T>(
  services: Services,
  stopping: () => boolean,
  due: readonly T[],
  sweep: (one: T) => Promise<unknown>,
): Promise<number> {
  let handled = 0
  for (const one of due) {
    if (stopping()) break
    try {
      await sweep(one)
      handled++
    } catch (error) {
      const level = error instanceof NotNow ? 'warn' : 'error'
      noteFailure(error)
      services.log[level]({ err: error, about: one }, 'a sweep could not do one of its things')
    }
  }
  return handled
}
