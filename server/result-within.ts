/** The outcome of `work`; null when it fails, or takes longer than so many milliseconds. */
export async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => (timer = setTimeout(done, ms, null)))
  const found = await Promise.race([work.catch(() => null), late])
  clearTimeout(timer)
  return found
}
