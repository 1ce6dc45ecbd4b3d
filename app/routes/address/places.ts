import { matchCity } from '#domain/address/match-place.ts'
import { listedIn } from '#domain/address/place-list.ts'
import { places } from '#server/address/places.ts'
import { ctxOf, statusOf } from '#app/request.ts'
import type { Route } from './+types/places.ts'

/** The longest text that is looked up as a city. */
const LONGEST = 80

/** The labels of all cities, or with `city` the names of its barangays, as JSON; they change once a quarter at most. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const full = await ctx.limits.take('search', ctx.ip)
  if (full) return Response.json({ message: full.message }, { status: statusOf(full) })
  const typed = new URL(request.url).searchParams.get('city')
  return Response.json({ names: namesFor(typed) }, { headers: { 'Cache-Control': 'public, max-age=86400' } })
}

function namesFor(typed: string | null): string[] {
  if (typed === null) return places().cities.map(({ label }) => label)
  const found = typed.length <= LONGEST && matchCity(places(), typed)
  if (!found || !found.ok) return []
  return listedIn(places(), found.city).flatMap((city) => city.barangays().map(({ name }) => name))
}
