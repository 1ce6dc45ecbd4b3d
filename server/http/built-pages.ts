import { pathToFileURL } from 'node:url'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Context } from '../context.ts'
import type { Pages } from './app.ts'

/** What `app/entry.server.tsx` exports beside React Router's own: where a request's context is put for loaders and actions. */
type EntryModule = {
  requestContext: ReturnType<
    typeof import('react-router').createContext<{ ctx: Context; nonce: string | null }>
  >
}

/** Pages from a build, or from a function that gives the build anew for every request (development). */
export function pagesOf(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): Pages {
  const load = typeof build === 'function' ? build : async () => build
  const handle = createRequestHandler(build, mode)
  return async (request, ctx, nonce) => {
    const { requestContext } = (await load()).entry.module as unknown as EntryModule
    const provider = new RouterContextProvider()
    provider.set(requestContext, { ctx, nonce })
    return handle(request, provider)
  }
}

/** The pages that `npm run build` made. */
export async function builtPages(file: string): Promise<Pages> {
  return pagesOf((await import(pathToFileURL(file).href)) as ServerBuild, 'production')
}
