import { data } from 'react-router'
import { asFavoriting } from '#domain/access.ts'
import { listFavorites } from '#server/favorite/queries.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { LoadMoreLink } from '#app/ui/load-more.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { useMoreOf } from '#app/ui/use-more.ts'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { FavoriteGrid } from './favorite-grid.tsx'
import { useKeptFavorites } from './use-kept-favorites.ts'
import type { Route } from './+types/favorites.ts'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db } = admit(args, 'profile')
  const gate = asFavoriting(actor)
  if (!gate.ok) throw data(null, { status: 403 })
  const after = args.url.searchParams.get('after')
  const { favorites, next } = await listFavorites(db, gate.renter, after)
  const listings = favorites.map((favorite) => ({ id: favorite.listing.id, ...favorite }))
  return { listings, next, isFirst: after === null }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Favorites', matches) }]

const hrefOf = (after: string) => `/profile/favorites?after=${after}`

export default function Favorites({ loaderData }: Route.ComponentProps) {
  const { items: listings, more, load, loading: loadingMore } = useMoreOf(loaderData, 'listings', hrefOf)
  const { kept, setKept, said } = useKeptFavorites(listings)
  return (
    <>
      <PageHeading
        title="Favorites"
        lead={kept.length > 0 ? 'What you want to find again.' : undefined}
        actions={
          loaderData.isFirst ? null : (
            <ButtonLink to="/profile/favorites" variant="secondary">
              Back to the newest
            </ButtonLink>
          )
        }
      />
      {kept.length > 0 ? (
        <FavoriteGrid favorites={kept} onChange={setKept} />
      ) : more ? null : (
        <EmptyState
          title={
            loaderData.isFirst ? "You haven't favorited any items yet..." : 'There are no older favorites.'
          }
          action={<ButtonLink to="/products">Browse Items</ButtonLink>}
        >
          <p>Press the heart of something you like, and it waits for you here.</p>
        </EmptyState>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {more ? (
        <div className="mt-10 flex justify-center">
          <LoadMoreLink to={more} loading={loadingMore} load={load} />
        </div>
      ) : null}
    </>
  )
}
