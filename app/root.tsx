import { use, useEffect } from 'react'
import {
  createContext,
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { otherAccount } from '#domain/account/account.ts'
import { listedPages } from '#domain/pages.ts'
import { readFrame } from '#server/stream/queries.ts'
import type { Route } from './+types/root.ts'
import './app.css'
import besley from './fonts/besley-latin.woff2?no-inline'
import text from './fonts/source-sans-3-latin.woff2?no-inline'
import { readFlash } from './flash.ts'
import { Live } from './live/live.tsx'
import type { LiveState } from './live/live-context.ts'
import { ctxOf } from './request.ts'
import { LoginDialogProvider } from './routes/account/login-dialog.tsx'
import { HeaderSearch } from './routes/catalogue/header-search.tsx'
import { FavoriteProvider } from './routes/favorite/favorite-provider.tsx'
import { SupportWidget } from './routes/assistant/support-widget.tsx'
import { showFailure } from './ui/failure.ts'
import { dropCopies } from './ui/offline-copy.ts'
import { PageFrame } from './ui/page-frame.tsx'
import { keepPage, rememberPlace, takeSubmitted } from './offline/keep-page.ts'
import { HYDRATED } from './offline/repeat-changes.ts'
import { PageRequest } from './ui/page-request.ts'
import { RouteError } from './ui/route-error.tsx'
import { reloadsAfterForm } from './reloads-after-form.ts'
import { siteNameOf } from './title.ts'

/** Preloads the fonts of headings and text, so that text does not move when a late font arrives. */
export const links: Route.LinksFunction = () =>
  [besley, text].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous',
  }))

const sayOtherAccount = () => showFailure(otherAccount)

type Frame = { live: LiveState; cartLines: number }
const frameContext = createContext<Frame | null>(null)

async function frameOf({ actor, db, frame }: ReturnType<typeof ctxOf>): Promise<Frame | null> {
  if (actor.kind !== 'user') return null
  const { counts, cartLines } = frame ?? (await readFrame(db, actor.id))
  return { live: { accountId: actor.id, counts }, cartLines }
}

/**
 * Reads the person's last live event id before any data of the page, so that the page misses no later event: events in
 * between are at most repeated. The answer to a script's form is no page and needs no id.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request }, next) => {
    const sendsPage = request.method !== 'POST' || request.headers.get('accept')?.includes('text/html')
    if (sendsPage) context.set(frameContext, await frameOf(ctxOf({ context })))
    return next()
  },
]

export const clientMiddleware = [keepPage]

/** The actor, the size of their cart and the toast: read again for every page. */
export async function loader({ context, request, pattern }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { actor, settings } = ctx
  const { flash, clear } = await readFlash(request.headers)
  const mayRent = actor.kind === 'user' && actor.role !== 'admin'
  const frame = context.get(frameContext) ?? (await frameOf(ctx))
  const cartCount = mayRent ? (frame?.cartLines ?? 0) : 0
  return data(
    {
      siteName: settings.siteName,
      baseUrl: settings.baseUrl,
      supportEmail: settings.supportEmail,
      requestId: ctx.requestId,
      isListed: isListed(pattern),
      user:
        actor.kind === 'user'
          ? { firstName: actor.firstName, role: actor.role, picture: actor.picture }
          : null,
      live: frame?.live ?? null,
      cartCount,
      showCart: mayRent && (actor.role === 'renter' || cartCount > 0),
      toast: flash ? { id: ctx.requestId, ...flash } : null,
    },
    clear ? { headers: { 'Set-Cookie': clear } } : {},
  )
}

/** Whether search engines may list the page of a route: React Router writes `/`, but `products` without a slash. */
const isListed = (pattern: string) => listedPages.some((path) => path === `/${pattern.replace(/^\//, '')}`)

export const shouldRevalidate = reloadsAfterForm

/** An error page sets its own title. */
export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  error ? [] : [{ title: siteNameOf(loaderData) }]

type Root = ReturnType<typeof useRouteLoaderData<typeof loader>>
let lastKnown: Root
let wasLoggedIn = false

/**
 * The root's data; in a browser that lost the connection, the last data, so that the frame stays. Effects do not run
 * on the server.
 */
function useRoot(): Root {
  const root = useRouteLoaderData<typeof loader>('root')
  useEffect(() => {
    if (root) lastKnown = root
  }, [root])
  return root ?? lastKnown
}

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRoot()
  const request = use(PageRequest)
  const nonce = request?.nonce
  const location = useLocation()
  const matches = useMatches()
  useEffect(rememberPlace, [location])
  useEffect(() => void dispatchEvent(new Event(HYDRATED)), [])
  useEffect(() => {
    const accountId = root?.live?.accountId ?? null
    if (!root || (!accountId && !wasLoggedIn)) return
    wasLoggedIn = accountId !== null
    const page = { accountId, path: location.pathname + location.search }
    const sent = takeSubmitted()
    void import('./offline/unsent-form.ts').then(
      ({ restoreUnsent }) => restoreUnsent(page, sent),
      () => {},
    )
  }, [root, location])
  const isGuest = root ? root.user === null : false
  useEffect(() => {
    if (isGuest) void dropCopies()
  }, [isGuest])
  const bare = matches.some((match) => (match.handle as { bare?: boolean } | undefined)?.bare)
  return (
    <html lang="en-PH" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c1714" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: request?.firstScript ?? '' }}
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <RefreshWithoutScripts refresh={refreshOf(matches)} />
        {root?.isListed ? null : <meta name="robots" content="noindex" />}
        <Meta />
        <Links />
      </head>
      <body>
        <Live state={root?.live ?? null} onOtherAccount={sayOtherAccount}>
          <LoginDialogProvider siteName={siteNameOf(root)}>
            <PageFrame
              root={root ?? null}
              bare={bare}
              searchBox={<HeaderSearch isAdmin={root?.user?.role === 'admin'} />}
              support={
                <SupportWidget siteName={siteNameOf(root)} accountId={root?.live?.accountId ?? null} />
              }
            >
              <FavoriteProvider isGuest={!root?.user}>{children}</FavoriteProvider>
            </PageFrame>
          </LoginDialogProvider>
        </Live>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Does without scripts what the page does with them: reloads it, or goes to another page (`5`, `0;url=/products`). */
function RefreshWithoutScripts({ refresh }: { refresh: string | null }) {
  if (refresh === null) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={refresh} />
    </noscript>
  )
}

function refreshOf(matches: readonly { loaderData?: unknown }[]): string | null {
  const refreshes = matches.map(
    (match) => (match.loaderData as { refresh?: string | null } | undefined)?.refresh,
  )
  return refreshes.find((each) => typeof each === 'string') ?? null
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} />
}
