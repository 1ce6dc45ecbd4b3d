import { suggestListings } from '#server/catalogue/suggest-listings.ts'
import { attempt } from '#app/attempt.ts'
import { ctxOf, statusOf } from '#app/request.ts'
import type { Route } from './+types/suggestions.ts'

/** The suggestions of the header's search for `q`, as JSON. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const typed = url.searchParams.get('q') ?? ''
  const refused = await ctx.limits.take('search', ctx.ip)
  const verdict =
    refused ??
    (await attempt(ctx, async () => ({
      ok: true as const,
      suggestions: await suggestListings(ctx.db, typed, ctx.actor),
    })))
  if (verdict.ok) return Response.json({ suggestions: verdict.suggestions })
  const { message, retryAfterSeconds } = verdict
  const headers = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined
  return Response.json({ message }, { status: statusOf(verdict), headers })
}
