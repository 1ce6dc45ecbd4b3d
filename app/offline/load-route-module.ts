type Route = { id: string; module: string }
type Modules = Record<string, unknown>

const tries = new Map<string, number>()

/**
 * Loads the code of a route. It replaces React Router's own function, which reloads the whole page when loading fails.
 * A browser does not retry an address that failed, so the next try adds a parameter to it. When the site answers, its
 * code has changed or a part of it is missing: then the browser loads the page itself.
 */
export async function loadRouteModule(route: Route, loaded: Modules): Promise<unknown> {
  try {
    return await load(route, loaded)
  } catch (error) {
    if (!(await isReachable())) throw error
    return load(route, loaded).catch(goTo)
  }
}

/** The same for a prefetched page: without its code there is nothing to prefetch. */
export const prefetchRouteModule = (route: Route, loaded: Modules): Promise<unknown> =>
  load(route, loaded).catch(() => ({}))

async function load(route: Route, loaded: Modules): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id]
  const before = tries.get(route.id) ?? 0
  const address = before === 0 ? route.module : `${route.module}?again=${before}`
  try {
    return (loaded[route.id] = await import(/* @vite-ignore */ address))
  } catch (error) {
    tries.set(route.id, before + 1)
    throw error
  }
}

/** Whether the site itself answers, and not a network that requires a log-in first. */
const isReachable = () =>
  fetch('/healthz', { cache: 'no-store' })
    .then((answer) => answer.json() as Promise<{ ok?: boolean }>)
    .then(
      ({ ok }) => ok === true,
      () => false,
    )

function goTo(): Promise<never> {
  const to = window.__reactRouterDataRouter?.state.navigation.location ?? window.location
  window.location.assign(to.pathname + to.search + to.hash)
  return new Promise(() => {})
}
