import cluster from 'node:cluster'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Limits } from '../limits.ts'
import type { Readings } from '../readings.ts'
import type { Counted } from '../counted.ts'
import type { SiteHealth } from '../health/site-health.ts'
import type { Version } from '../version.ts'
import { answerPrimary, askPrimary } from '../worker-metrics.ts'
import { businessCounters } from './business-counters.ts'
import { processGauges } from './process-gauges.ts'
import { type RequestMetrics, requestMetrics } from './request-metrics.ts'
import { siteGauges } from './site-gauges.ts'

/** Where the parts of the server report what they did, and where it is read. */
export type Metrics = RequestMetrics & {
  committed(events: readonly Counted[]): void
  /** Everything in the text format of Prometheus: of all processes of this machine, and of the site. */
  text(): Promise<string>
  contentType: string
}

type Sources = {
  /** The number of this process: one that ended is replaced under its number. */
  worker: number
  limits: Limits
  /** How many requests were refused because the process was overloaded. */
  overloaded(): number
  readings: Readings
  version: Version
  streams(): number
  site(): Promise<SiteHealth>
}

/**
 * Opens the metrics of this process. Each has the label `worker`, so that a counter of a process that was replaced
 * begins at zero by itself. What all processes share is read once for each `text()`.
 */
export function openMetrics(sources: Sources): Metrics {
  const ofProcess = new Registry()
  ofProcess.setDefaultLabels({ worker: String(sources.worker) })
  collectDefaultMetrics({ register: ofProcess })
  const requests = requestMetrics(ofProcess, sources)
  const committed = businessCounters(ofProcess)
  processGauges(ofProcess, sources)
  const site = siteGauges(sources)
  if (cluster.isWorker) answerPrimary(ofProcess)
  return {
    ...requests,
    committed,
    contentType: ofProcess.contentType,
    async text() {
      const all = await Promise.all([cluster.isWorker ? askPrimary() : ofProcess.metrics(), site()])
      return all.map((text) => `${text.trimEnd()}\n`).join('')
    },
  }
}
