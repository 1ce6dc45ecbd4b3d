import cluster, { type Worker } from 'node:cluster'

/* A process that is asked for the metrics asks the first process, which collects those of all. */
type Question = { type: 'hiram:metrics?'; id: number }
type Reply = { type: 'hiram:metrics'; id: number; text: string | null }

let asked = 0

/** The metrics of all processes of this machine, as text. Rejects when one of them does not answer within 5 s. */
export function askPrimary(): Promise<string> {
  const id = ++asked
  return new Promise((done, fail) => {
    const hear = (message: Partial<Reply>) => {
      if (message.type !== 'hiram:metrics' || message.id !== id) return
      process.off('message', hear)
      if (typeof message.text === 'string') done(message.text)
      else fail(new Error('a process of the site gave no metrics'))
    }
    process.on('message', hear)
    process.send!({ type: 'hiram:metrics?', id } satisfies Question)
  })
}

/** Makes the first process answer its workers. Its library is loaded with the first question. */
export function answerWorkers(): void {
  cluster.on('message', (worker: Worker, { type, id }: Partial<Question>) => {
    if (type !== 'hiram:metrics?' || id === undefined) return
    void readAll()
      .catch(() => null)
      .then(
        (text) => worker.isConnected() && worker.send({ type: 'hiram:metrics', id, text } satisfies Reply),
      )
  })
}

async function readAll(): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  return new AggregatorRegistry().clusterMetrics()
}
