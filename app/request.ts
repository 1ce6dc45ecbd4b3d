import { createContext, data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type AreaName, type AreaOfUsers, enter } from '#domain/access.ts'
import { loginHref } from '#domain/account/return-path.ts'
import type { User } from '#domain/actor.ts'
import type { FormProblem } from '#domain/form.ts'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import type { Refusal, Verdict } from '#domain/verdict.ts'
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

/** The key under which `server/http` stores a request's context and the options of its page. */
export const requestContext = createContext<PageOptions>()

type Loading = { context: Readonly<RouterContextProvider> }

/** The context of the request that a loader or an action answers. */
export function ctxOf({ context }: Loading): Context {
  return context.get(requestContext).ctx
}

/** The answer to who asks for a page that does not exist, or not for them. */
export const noSuchPage = () => data(null, { status: 404 })

/** What a use case found. Every refusal is a 404, so that nobody learns of what they may not see. */
export function foundOf<T>(verdict: Verdict<T>): { ok: true } & T {
  if (!verdict.ok) throw noSuchPage()
  return verdict
}

/** A UUID in the address; any other text is a 404. */
export function uuidOf(param: string): string {
  if (!z.uuid().safeParse(param).success) throw noSuchPage()
  return param
}

/**
 * A middleware for an area: visitors who may not enter are redirected before any loader or action runs. Who is sent to
 * the log-in comes back to the page.
 */
export function guard(area: AreaName) {
  return async (args: Loading & { request: Request; url: URL }, next: () => Promise<Response>) => {
    const ctx = ctxOf(args)
    const entry = enter(area, ctx.actor)
    if (entry.ok) return next()
    const { request, url } = args
    if (entry.isWatched) ctx.accessDenied = true
    const goTo = entry.goTo === '/login' ? loginHref(url.pathname + url.search) : entry.goTo
    // The session ended while a form was open.
    if (request.method === 'POST' && ctx.actor.kind === 'guest')
      throw await redirectWithToast(goTo, { kind: 'error', text: loggedOutWords(url) })
    throw redirect(goTo)
  }
}

/**
 * The context, if the visitor may enter the area; otherwise they are redirected. In an area that no guest may enter,
 * its actor is a person.
 */
export function admit(args: Loading, area: AreaOfUsers): Context & { actor: User }
export function admit(args: Loading, area: AreaName): Context
export function admit(args: Loading, area: AreaName): Context {
  const ctx = ctxOf(args)
  const entry = enter(area, ctx.actor)
  if (entry.ok) return ctx
  if (entry.isWatched) ctx.accessDenied = true
  throw redirect(entry.goTo)
}

/** The HTTP status of a refusal. */
export const statusOf = ({ reason }: Refusal) => refusalStatuses[reason]

/**
 * A refusal as an answer to a form: its messages beside their fields, or its message beside `field` or for the whole
 * form; what was typed is kept.
 */
export function answerRefusal(
  refusal: Refusal,
  { field, values = {} }: { field?: string; values?: FormProblem['values'] } = {},
) {
  const errors = refusal.errors ?? (field ? { [field]: refusal.message } : undefined)
  const problem: FormProblem = errors
    ? { ok: false, values, errors }
    : { ok: false, values, errors: {}, formError: refusal.message }
  return data(problem, { status: statusOf(refusal), headers: waitOf(refusal) })
}

/** A refusal as an answer to a script. */
export function refusalResponse(refusal: Refusal, headers: Record<string, string> = {}): Response {
  const { ok, reason, message } = refusal
  return Response.json(
    { ok, reason, message },
    { status: statusOf(refusal), headers: { ...headers, ...waitOf(refusal) } },
  )
}

/** The header that says when to try again, if waiting helps. */
const waitOf = ({ retryAfterSeconds }: Refusal): Record<string, string> =>
  retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {}

/** The answer to a form with errors. */
export function answerProblem(problem: FormProblem) {
  return data(problem, { status: 422 })
}

/** The form of a POST; a body that is no form is answered with 400. */
export async function formDataOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** The texts of a posted form, to show them again after a refusal; without passwords. */
export function typedValues(formData: FormData): FormProblem['values'] {
  const texts = new Map<string, string[]>()
  for (const [name, entry] of formData) {
    if (typeof entry !== 'string' || /password/i.test(name)) continue
    const before = texts.get(name)
    if (before) before.push(entry)
    else texts.set(name, [entry])
  }
  return Object.fromEntries([...texts].map(([name, all]) => [name, all.length > 1 ? all : all[0]!]))
}
