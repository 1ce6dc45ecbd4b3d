import { Counter, Gauge, type Registry } from 'prom-client'
import { breakerStates } from '#domain/health/gateway.ts'
import type { Readings } from '../readings.ts'

type Sources = { readings: Readings; streams(): number }

/** What is read of this process whenever someone asks: its pools, gateways and streams. */
export function processGauges(register: Registry, { readings, streams }: Sources): void {
  const registers = [register]
  new Gauge({
    name: 'hiram_database_pool_connections',
    help: 'Connections to the database: in use, or idle',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle } of readings.pools()) {
        this.set({ pool, state: 'in use' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'hiram_database_pool_waiting',
    help: 'Requests that wait for a connection to the database',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, waiting } of readings.pools()) this.set({ pool }, waiting)
    },
  })
  new Gauge({
    name: 'hiram_database_pool_size',
    help: 'The most connections that the pool opens',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, max } of readings.pools()) this.set({ pool }, max)
    },
  })
  if (readings.replicaLagMs() !== null)
    new Gauge({
      name: 'hiram_replica_lag_seconds',
      help: 'How far the replica is behind; +Inf while it is down; absent without a replica',
      registers,
      collect() {
        this.set((readings.replicaLagMs() ?? 0) / 1000)
      },
    })
  new Gauge({
    name: 'hiram_streams_open',
    help: 'Open streams of live events: one for each visible tab of someone who is logged in',
    registers,
    collect() {
      this.set(streams())
    },
  })
  gatewayMetrics(register, readings)
}

function gatewayMetrics(register: Registry, readings: Readings): void {
  const registers = [register]
  new Gauge({
    name: 'hiram_gateway_breaker_state',
    help: 'The breaker of an outside service: 0 closed, 1 open, 2 half-open; absent where there is none',
    labelNames: ['gateway'],
    registers,
    collect() {
      for (const { gateway, breaker } of readings.gateways())
        if (breaker) this.set({ gateway }, breakerStates.indexOf(breaker))
    },
  })
  const counter = (of: 'calls' | 'failures', help: string) =>
    new Counter({
      name: `hiram_gateway_${of}_total`,
      help,
      labelNames: ['gateway'],
      registers,
      collect() {
        this.reset()
        for (const reading of readings.gateways()) this.inc({ gateway: reading.gateway }, reading[of])
      },
    })
  counter('calls', 'Calls of outside services, repetitions of a call not counted')
  counter('failures', 'Calls that failed, or that the service did not answer')
}
