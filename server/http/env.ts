import type { HttpBindings } from '@hono/node-server'
import type { Context } from '../context.ts'

/** What a request carries with it; `context` from when someone asked who it comes from. */
export type Env = { Bindings: HttpBindings; Variables: { requestId: string; ip: string; context?: Context } }
