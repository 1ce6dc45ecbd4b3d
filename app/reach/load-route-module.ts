type Route = { id: string; module: string }
type Modules = Record<string, unknown>

const tries = new Map<string, number>()

/**
 * Loads the code of a route, in place of React Router's own function, which reloads the whole page when that fails. A
 * browser remembers an address whose code it could not get, so the next try adds to it. When the site does answer,
 * its code has changed or a part of it is missing here: then the browser goes to the page by itself.
 */
export async function loadRouteModule(route: Route, loaded: Modules): Promise<unknown> {
  try {
    return await load(route, loaded)
  } catch (error) {
    if (!(await isReachable())) throw error
    return load(route, loaded).catch(goTo)
  }
}

/** The same for a page that someone may go to next: without its code there is nothing to prefetch. */
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

/** Whether the site itself answers, and not a network that wants a log-in first. */
const isReachable = () =>
  fetch('/healthz', { cache: 'no-store' })
    .then((answer) => answer.json() as Promise<{ ok?: boolean }>)
    .then(
      ({ ok }) => ok === true,
      () => false,
    )

function goTo(): Promise<never> {
  const to = window.__reactRouterDataRouter?.state.navigation.location ?? window.location
  window.location.assign(to.pathname + to.search)
  return new Promise(() => {})
}
