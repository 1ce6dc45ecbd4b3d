import {
  createRequestHandler,
  type HeadersFunction,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Context } from '../context.ts'
import type { Pages } from './answer-page.ts'

/**
 * What `app/entry.server.tsx` exports beside React Router's own exports: the key under which loaders and actions find
 * a request's context.
 */
type EntryModule = {
  requestContext: ReturnType<
    typeof import('react-router').createContext<{
      ctx: Context
      nonce: string | null
      startsWhenTouched: boolean
    }>
  >
}

/** Pages from a build, or from a function that returns the current build for every request (development). */
export function pagesOf(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): Pages {
  const ready = typeof build === 'function' ? null : withWaits(build)
  const load = async () => ready ?? withWaits(await (build as () => Promise<ServerBuild>)())
  const handle = createRequestHandler(ready ?? load, mode)
  return async (request, ctx, nonce, startsWhenTouched = false) => {
    const { requestContext } = (await load()).entry.module as unknown as EntryModule
    const provider = new RouterContextProvider()
    provider.set(requestContext, { ctx, nonce, startsWhenTouched })
    return handle(decodable(request), provider)
  }
}

/**
 * The request with a path that can be decoded: no page has another, and React Router would write each to the log, as
 * long as the sender likes.
 */
function decodable(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    return new Request(url, request)
  }
}

/**
 * The same pages with the `Retry-After` that a loader or action set: React Router drops their headers, both for
 * documents and for the data that scripts request.
 */
function withWaits(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { headers: own } = route!.module
    const headers: HeadersFunction = (args) => {
      const all = (typeof own === 'function' ? own(args) : own) ?? {}
      const { errorHeaders, actionHeaders, loaderHeaders, parentHeaders } = args
      const wait = [errorHeaders, actionHeaders, loaderHeaders, parentHeaders]
        .map((each) => each?.get('Retry-After'))
        .find((value) => typeof value === 'string')
      if (!wait) return all
      const withWait = new Headers(all)
      withWait.set('Retry-After', wait)
      return withWait
    }
    return [id, { ...route!, module: { ...route!.module, headers } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** The pages of `npm run build`. */
export async function builtPages(): Promise<Pages> {
  return pagesOf(await import('#build/server/index.js'), 'production')
}
