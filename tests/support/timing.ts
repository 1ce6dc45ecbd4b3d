/** The shortest of several runs, in milliseconds: the time without other load on the machine. */
export function shortest(work: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}
