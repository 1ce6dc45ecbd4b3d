import type { World } from './world.ts'

/** Moves the clock on by so many minutes. */
export function later({ services }: World, minutes: number): void {
  services.clock.set(new Date(services.clock.now().getTime() + minutes * 60_000))
}

/** An action outside of our process happens once, whether or not the process dies. */
export function once(act: () => unknown): () => Promise<unknown> {
  let done = false
  return async () => {
    if (!done) await act()
    done = true
  }
}

/** The item that a number chooses, if there is any. */
export const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]

/** Payments that have begun and are neither paid nor failed. */
export const begun = ({ emulator }: World) =>
  emulator.list().payments.filter(({ status }) => status === 'pending')
/** Refunds that the provider has not finished. */
export const held = ({ emulator }: World) =>
  emulator.list().refunds.filter(({ status }) => status === 'pending')
