const MOST_SECONDS = 60

/**
 * Waits until a request that got no answer is worth repeating: the browser is online again, or a growing time, 2 to 60
 * seconds, has passed. It ends at once when `signal` aborts. `tries` counts the requests before.
 */
export function waitToRetry(
  tries: number,
  signal: AbortSignal,
  seconds = Math.min(MOST_SECONDS, 2 ** (tries + 1)),
): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const end = () => {
    over.abort()
    clearTimeout(timer)
    resolve()
  }
  const timer = setTimeout(end, seconds * 1000)
  globalThis.addEventListener('online', end, { signal: over.signal })
  signal.addEventListener('abort', end, { signal: over.signal })
  return promise
}
