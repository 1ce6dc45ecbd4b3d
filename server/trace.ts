import { tracingChannel } from 'node:diagnostics_channel'

/** A part of the work that a trace shows. Names and attributes never have values that people entered. */
export type Span = {
  kind: 'request' | 'transaction' | 'gateway' | 'job'
  name: string
  attributes?: Record<string, string | number>
  /** The `traceparent` header of a request. */
  parent?: string
  /** Set when the work threw. */
  error?: unknown
}

/** Reports spans to whoever subscribes; without a subscriber nothing is reported. */
export const spans = tracingChannel<unknown, Span>('hiram:span')

/** Does `work` as a span. */
export function traced<T>(span: Span, work: () => Promise<T>): Promise<T> {
  return spans.start.hasSubscribers ? spans.tracePromise(work, span) : work()
}

/** Runs `begin` inside a span that lasts until the returned function is called. */
export function tracedUntil(span: Span, begin: () => void): () => void {
  if (!spans.start.hasSubscribers) {
    begin()
    return () => {}
  }
  spans.start.runStores(span, begin)
  return () => spans.asyncEnd.publish(span)
}
