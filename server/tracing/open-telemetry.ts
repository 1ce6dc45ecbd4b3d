import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { errorCodeOf } from '#domain/job/error-code.ts'
import { resultWithin } from '../result-within.ts'
import { type Span, spans } from '../trace.ts'

/** How long a stop waits for the collector: its library would try for ten seconds. */
const LAST_SPANS_MS = 3_000

/** The traces of this process. */
export type Traces = {
  /** The ids of the current span, for a line of the log. */
  ids(): { traceId?: string; spanId?: string }
  /** A statement that has just ended, and took so many milliseconds. */
  statement(text: string, ms: number, error?: unknown): void
  /** Sends what is not sent yet, and stops; a collector that does not take it at once gets none of it. */
  close(): Promise<void>
}

type Options = {
  /** The collector, such as `http://localhost:4318`. */
  endpoint: string
  /** Which part of the traces is recorded, 0 to 1. Of a trace that a proxy began, the proxy decides it. */
  ratio: number
  version: string
  worker: number
}

const kinds: Record<Span['kind'], SpanKind> = {
  request: SpanKind.SERVER,
  transaction: SpanKind.INTERNAL,
  gateway: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
}
const propagator = new W3CTraceContextPropagator()

/**
 * Sends the spans of `trace.ts`, and statements, to a collector by OTLP over HTTP, in batches. Requests to outside
 * services get a `traceparent`. A span names only the code of an error, as its message may contain an address.
 */
export function openTraces({ endpoint, ratio, version, worker }: Options): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'hiram',
      'service.version': version,
      'service.instance.id': String(worker),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('hiram', version)
  const current = new AsyncLocalStorage<OtelSpan>()
  const open = new WeakMap<Span, OtelSpan>()
  const contextOf = (parent: OtelSpan | undefined) =>
    parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT

  const begin = (span: Span): OtelSpan => {
    const { kind, name, attributes } = span
    const begun = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes },
      parentOf(span, contextOf(current.getStore())),
    )
    open.set(span, begun)
    return begun
  }
  spans.start.bindStore(current, begin)
  const heard = {
    asyncEnd(span: Span) {
      const begun = open.get(span)
      if (!begun) return
      if (span.attributes) begun.setAttributes(span.attributes)
      if (span.error !== undefined) failed(begun, span.error)
      else if (Number(span.attributes?.['http.response.status_code']) >= 500)
        begun.setStatus({ code: SpanStatusCode.ERROR })
      begun.end()
    },
  } as Parameters<typeof spans.subscribe>[0]
  spans.subscribe(heard)
  const passOn = (message: unknown) => {
    const parent = current.getStore()
    if (!parent) return
    const { request } = message as { request: { addHeader(name: string, value: string): void } }
    propagator.inject(contextOf(parent), request, {
      set: (to, name, value) => name === 'traceparent' && to.addHeader(name, value),
    })
  }
  diagnostics.subscribe('undici:request:create', passOn)

  return {
    ids() {
      const at = current.getStore()?.spanContext()
      return at ? { traceId: at.traceId, spanId: at.spanId } : {}
    },
    statement(text, ms, error) {
      const parent = current.getStore()
      if (!parent) return
      const endTime = performance.now()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
      const name = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
      const startTime = endTime - ms
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, contextOf(parent))
      if (error !== undefined) failed(span, error)
      span.end(endTime)
    },
    async close() {
      spans.start.unbindStore(current)
      spans.unsubscribe(heard)
      diagnostics.unsubscribe('undici:request:create', passOn)
      await resultWithin(provider.shutdown(), LAST_SPANS_MS)
    },
  }
}

/** A request goes on with the trace of its header; a job begins one; anything else belongs to what runs. */
function parentOf(span: Span, here: Context): Context {
  if (span.kind === 'job') return ROOT_CONTEXT
  if (span.kind !== 'request') return here
  const carrier = span.parent ? { traceparent: span.parent } : {}
  return propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
}

function failed(span: OtelSpan, error: unknown): void {
  span.setAttribute('error.type', errorCodeOf(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
