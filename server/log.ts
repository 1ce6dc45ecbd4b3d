import { pino, type Logger } from 'pino'

/**
 * Structured logs on standard output: one JSON object per line, UTC. It never contains secrets, passwords or rows of
 * the database. Each line has the fields of `added`.
 */
export function createLog(level: string, added?: () => object): Logger {
  return pino({
    level,
    base: null,
    ...(added ? { mixin: added } : {}),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    redact: ['password', 'token', 'cookie', '*.password', '*.token', '*.cookie', 'headers'],
  })
}

/** An error for the log, without what the database says of the row that it refused: that is what a person wrote. */
export function loggedError(error: unknown): unknown {
  const logged: unknown = pino.stdSerializers.err(error as Error)
  if (typeof logged !== 'object' || logged === null || !('detail' in logged)) return logged
  const { detail: _, ...rest } = logged
  return rest
}
