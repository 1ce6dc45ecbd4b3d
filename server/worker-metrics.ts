import cluster, { type Worker } from 'node:cluster'
import type { Registry } from 'prom-client'

/* A worker that is asked for the metrics asks the primary process, which collects those of all. */
type Question = { type: 'hiram:metrics?'; id: number }
type Reply = { type: 'hiram:metrics'; id: number; text: string | null }
type SeriesQuestion = { type: 'hiram:series?'; id: number }
type Series = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type SeriesReply = { type: 'hiram:series'; id: number; series: Series | null }

const ANSWERED_WITHIN_MS = 5_000
let lastId = 0

/** The metrics of the processes of this machine that answer within 5 s, as text. Rejects when none does. */
export function askPrimary(): Promise<string> {
  const id = ++lastId
  return new Promise((done, fail) => {
    const hear = (message: Partial<Reply>) => {
      if (message.type !== 'hiram:metrics' || message.id !== id) return
      process.off('message', hear)
      if (typeof message.text === 'string') done(message.text)
      else fail(new Error('the processes of the site gave no metrics'))
    }
    process.on('message', hear)
    process.send!({ type: 'hiram:metrics?', id } satisfies Question)
  })
}

/** Makes this worker answer the primary process. */
export function answerPrimary(registry: Registry): void {
  process.on('message', ({ type, id }: Partial<SeriesQuestion>) => {
    if (type !== 'hiram:series?' || id === undefined) return
    void registry
      .getMetricsAsJSON()
      .catch(() => null)
      .then((series) =>
        // It fails when the first process is gone, or has back the connections of this worker, which ends.
        cluster.worker?.send({ type: 'hiram:series', id, series } satisfies SeriesReply, () => {}),
      )
  })
}

/** Makes the primary process answer its workers. `prom-client` is loaded with the first question. */
export function answerWorkers(): void {
  // One that has yet to listen, as during a long migration, could not answer.
  const listening = new Set<Worker>()
  cluster.on('listening', (worker) => listening.add(worker))
  cluster.on('disconnect', (worker) => listening.delete(worker))
  cluster.on('message', (worker: Worker, { type, id }: Partial<Question>) => {
    if (type !== 'hiram:metrics?' || id === undefined) return
    void readAll(listening)
      .catch(() => null)
      // It fails when the worker that asked has ended.
      .then((text) => worker.send({ type: 'hiram:metrics', id, text } satisfies Reply, () => {}))
  })
}

async function readAll(workers: Iterable<Worker>): Promise<string | null> {
  const all = (await Promise.all([...workers].map(seriesOf))).filter((series) => series !== null)
  if (all.length === 0) return null
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(all).metrics()
}

/** The series of a worker; null when it does not answer in time. */
function seriesOf(worker: Worker): Promise<Series | null> {
  const id = ++lastId
  return new Promise((done) => {
    const end = (series: Series | null) => {
      clearTimeout(timer)
      worker.off('message', hear)
      done(series)
    }
    const hear = (message: Partial<SeriesReply>) => {
      if (message.type === 'hiram:series' && message.id === id) end(message.series ?? null)
    }
    const timer = setTimeout(end, ANSWERED_WITHIN_MS, null)
    worker.on('message', hear)
    worker.send({ type: 'hiram:series?', id } satisfies SeriesQuestion, (error) => error && end(null))
  })
}
