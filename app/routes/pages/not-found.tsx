import { Search } from 'lucide-react'
import { data, Form } from 'react-router'
import { popularListings } from '#server/catalogue/popular-listings.ts'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import type { Route } from './+types/not-found.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const popular = await popularListings(ctx.db, null, ctx.actor)
  return data({ popular: popular.slice(0, 3) }, { status: 404 })
}

/** A form sent to an unknown address is a 404 too. */
export function action() {
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Page not found', matches) }]

export default function NotFound({ loaderData: { popular } }: Route.ComponentProps) {
  return (
    <div className="page py-10 md:py-14">
      <EmptyState
        headingLevel={1}
        art="letter"
        title="This page isn’t here"
        action={
          <>
            <ButtonLink to="/">Back to Home</ButtonLink>
            <ButtonLink to="/products" variant="secondary">
              Browse Items
            </ButtonLink>
          </>
        }
      >
        The address may be mistyped, or what stood here has moved on to another neighbour.
      </EmptyState>
      <Form
        role="search"
        action="/products"
        aria-label="Search from here"
        className="mx-auto flex max-w-md flex-wrap gap-2.5"
      >
        <label htmlFor="not-found-search" className="sr-only">
          What are you looking for?
        </label>
        <input
          id="not-found-search"
          type="search"
          name="search"
          maxLength={100}
          placeholder="Tents, drills, gowns…"
          className="field flex-[1_1_10rem]"
        />
        <Button className="shrink-0">
          <Search aria-hidden="true" className="size-5" />
          Search
        </Button>
      </Form>
      {popular.length > 0 ? (
        <section aria-labelledby="popular-heading" className="mt-14">
          <h2 id="popular-heading" className="mb-6 text-2xl">
            Popular Items
          </h2>
          <ListingGrid label="Popular items">
            {popular.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </ListingGrid>
        </section>
      ) : null}
    </div>
  )
}
