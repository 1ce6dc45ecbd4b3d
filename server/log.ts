import { pino, type Logger } from 'pino'

/**
 * Structured logs on standard output: one JSON object per line, UTC. It never contains secrets or passwords. Each line
 * has the fields of `added`.
 */
export function createLog(level: string, added?: () => object): Logger {
  return pino({
    level,
    base: null,
    ...(added ? { mixin: added } : {}),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'token', 'cookie', '*.password', '*.token', '*.cookie', 'headers'],
  })
}
