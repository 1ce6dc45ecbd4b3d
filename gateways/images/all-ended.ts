/** Waits until all have ended, then rejects with the first error, if there was one: nothing goes on after it. */
export async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(all)
  await Promise.all(all)
}
