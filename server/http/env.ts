import type { HttpBindings } from '@hono/node-server'
import type { Context } from '../context.ts'

/** The variables of a request; `context` is set once its actor has been read. */
export type Env = { Bindings: HttpBindings; Variables: { requestId: string; ip: string; context?: Context } }
