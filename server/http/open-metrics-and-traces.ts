import type { Services } from '../context.ts'
import { readSiteHealth } from '../health/site-health.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import type { Streams } from '../stream/streams.ts'
import type { Traces } from '../tracing/open-telemetry.ts'
import { readVersion } from '../version.ts'
import type { Refusals } from './admission.ts'

/** The metrics of this process, whose code is loaded only here; undefined without `METRICS_TOKEN`. */
export async function openMetricsOf(
  services: Services,
  streams: Streams,
  admission: Refusals,
): Promise<Metrics | undefined> {
  const { settings, readings, limits } = services
  if (!settings.metricsToken) return undefined
  const { openMetrics } = await import('../metrics/metrics.ts')
  return openMetrics({
    worker: settings.worker,
    limits,
    overloaded: () => admission.refused(),
    readings,
    version: readVersion(settings.sourceCommit),
    streams: () => streams.count(),
    site: () => readSiteHealth(services),
  })
}

/** The traces of this process, whose code is loaded only here; undefined without `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export async function openTracesOf(settings: Settings): Promise<Traces | undefined> {
  const { otelExporterOtlpEndpoint: endpoint, otelTracesSamplerArg: ratio, worker, sourceCommit } = settings
  if (!endpoint) return undefined
  const { openTraces } = await import('../tracing/open-telemetry.ts')
  return openTraces({ endpoint, ratio, worker, version: readVersion(sourceCommit).app })
}
