import type { Inspector } from './inspector.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  /** The id of the node that ran, for each sample. */
  samples: number[]
}

/** Microseconds between two samples. */
const INTERVAL = 500
/** A package with a smaller share of the time is not named; this many functions are. */
const [LEAST_OF_PACKAGE, FUNCTIONS] = [0.01, 12]

/**
 * Starts to profile a process. The returned function ends that, and returns two lines: in which packages the process
 * spent its time, and in which functions. Both are self time, as a share of the time in which it was not idle.
 */
export async function startProfile({ ask }: Inspector): Promise<() => Promise<string>> {
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: INTERVAL })
  await ask('Profiler.start')
  return async () => {
    const { profile } = await ask<{ profile: Profile }>('Profiler.stop')
    return summaryOf(profile)
  }
}

/** Samples are counted, not the time between them: while others have the processor there are none. */
function summaryOf({ nodes, samples }: Profile): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [ofPackages, ofFunctions] = [new Map<string, number>(), new Map<string, number>()]
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)
  const busy = samples.map((id) => frames.get(id)!).filter(({ functionName }) => functionName !== '(idle)')
  for (const { functionName, url } of busy) {
    const from = packageOf(functionName, url)
    count(ofPackages, from)
    if (url) count(ofFunctions, `${functionName || 'a function'} of ${from}`)
  }
  const shares = (of: Map<string, number>) =>
    [...of].map(([name, n]) => ({ name, share: n / busy.length })).toSorted((a, b) => b.share - a.share)
  const written = (some: { name: string; share: number }[]) =>
    some.map(({ name, share }) => `${name} ${(100 * share).toFixed(1)} %`).join(', ')
  const packages = shares(ofPackages).filter(({ share }) => share >= LEAST_OF_PACKAGE)
  return `${written(packages)}\n${written(shares(ofFunctions).slice(0, FUNCTIONS))}`
}

/** The package of a function, by the address of its file. */
function packageOf(functionName: string, url: string): string {
  if (!url) return functionName === '(garbage collector)' ? 'garbage collector' : 'native code'
  if (url.startsWith('node:')) return 'Node'
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return name ?? (/\/(?:app|build\/server)\//.test(url) ? 'our pages' : 'our server')
}
