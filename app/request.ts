import { createContext, data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type AreaName, enter } from '#domain/access.ts'
import type { FormProblem } from '#domain/form.ts'
import type { Refusal } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { redirectWithToast } from './flash.ts'
import { loggedOutWords } from './logged-out.ts'

type PageOptions = {
  ctx: Context
  /** The nonce of the page's scripts. */
  nonce: string | null
  /** Whether a browser loads the page's scripts only when someone uses the page. */
  startsWhenTouched: boolean
}

/** Where `server/http` puts a request's context and how its page is sent. */
export const requestContext = createContext<PageOptions>()

type Loading = { context: Readonly<RouterContextProvider> }

/** The context of the request a loader or an action answers. */
export function ctxOf({ context }: Loading): Context {
  return context.get(requestContext).ctx
}

/** A part of the address that names something by its UUID; nothing is found under any other text. */
export function uuidOf(param: string): string {
  if (!z.uuid().safeParse(param).success) throw data(null, { status: 404 })
  return param
}

/** Keeps an area for those it is for; everyone else is sent away before any loader or action of it runs. */
export function guard(area: AreaName) {
  return async (args: Loading & { request: Request }, next: () => Promise<Response>) => {
    const entry = enter(area, ctxOf(args).actor)
    const { request } = args
    if (!entry.ok && entry.isWatched) ctxOf(args).refused = true
    // A form was open when its session ended.
    if (!entry.ok && request.method === 'POST' && ctxOf(args).actor.kind === 'guest')
      throw await redirectWithToast(entry.goTo, { kind: 'error', text: loggedOutWords(request.url) })
    admit(args, area)
    return next()
  }
}

/** The context, when the visitor may enter the area; otherwise they are sent away. */
export function admit(args: Loading, area: AreaName): Context {
  const ctx = ctxOf(args)
  const entry = enter(area, ctx.actor)
  if (entry.ok) return ctx
  if (entry.isWatched) ctx.refused = true
  throw redirect(entry.goTo)
}

const statuses: Record<string, number> = {
  login: 401,
  credentials: 401,
  role: 403,
  side: 403,
  'not-owner': 403,
  own: 403,
  'not-found': 404,
  limit: 429,
  unexpected: 500,
  'no-address': 503,
  provider: 503,
  'photos-away': 503,
  status: 409,
  rented: 409,
  deposit: 409,
  claimed: 409,
  decided: 409,
  answered: 409,
  gone: 409,
  link: 410,
  unchanged: 409,
  blocked: 403,
  assistant: 403,
  reported: 409,
  'own-admin': 403,
  'last-admin': 409,
  stale: 409,
  taken: 409,
  'in-cart': 409,
  'dates-taken': 409,
  'price-changed': 409,
  'quote-changed': 409,
  'email-taken': 409,
  'username-taken': 409,
}

/** The HTTP status of a refusal. */
export function statusOf({ reason }: Refusal): number {
  return statuses[reason] ?? 422
}

/** A refusal as an answer to a form: its words beside `field`, or for the whole form; what was typed is kept. */
export function answerRefusal(
  refusal: Refusal,
  { field, values = {} }: { field?: string; values?: FormProblem['values'] } = {},
) {
  const problem: FormProblem = field
    ? { ok: false, values, errors: { [field]: refusal.message } }
    : { ok: false, values, errors: {}, formError: refusal.message }
  return data(problem, {
    status: statusOf(refusal),
    headers: refusal.retryAfterSeconds ? { 'Retry-After': String(refusal.retryAfterSeconds) } : undefined,
  })
}

/** An ill-filled form as an answer. */
export function answerProblem(problem: FormProblem) {
  return data(problem, { status: 422 })
}

/** The form of a post; a body that is no form is answered with 400. */
export async function formDataOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** The texts of a form that was read, to be kept when a rule refuses it; passwords are not among them. */
export function typed(formData: FormData): FormProblem['values'] {
  const texts = new Map<string, string[]>()
  for (const [name, entry] of formData) {
    if (typeof entry !== 'string' || /password/i.test(name)) continue
    const before = texts.get(name)
    if (before) before.push(entry)
    else texts.set(name, [entry])
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.length > 1 ? all : all[0]!]))
}
