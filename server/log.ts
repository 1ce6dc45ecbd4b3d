import { pino, type Logger } from 'pino'

/** Structured logs on standard output: one JSON object a line, UTC. Secrets and passwords never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'token', 'cookie', '*.password', '*.token', '*.cookie', 'headers'],
  })
}
