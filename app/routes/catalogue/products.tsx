import { Search } from 'lucide-react'
import { data, Form, Link, useNavigation } from 'react-router'
import { MAX_SEARCH_LENGTH } from '#domain/catalogue/filters.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import { listShelves } from '#server/listing/queries.ts'
import { ctxOf } from '#app/request.ts'
import { pageMeta } from '#app/page-meta.ts'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { inputLook } from '#app/ui/primitives/field-frame.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { CategoryFilter } from './category-filter.tsx'
import { useMorePages } from './use-more-pages.ts'
import type { Route } from './+types/products.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const query = new URL(request.url).searchParams
  const search = (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const categories = await listShelves(ctx.db)
  const wanted = query.get('category')
  const category = categories.find((each) => each.name === wanted) ?? null
  if (search !== '') {
    const full = await ctx.limits.full('search', ctx.ip)
    if (full)
      throw data(full.message, {
        status: 429,
        headers: { 'Retry-After': String(full.retryAfterSeconds ?? 60) },
      })
    await ctx.limits.count('search', ctx.ip)
  }
  const unknownCategory = wanted !== null && wanted !== '' && wanted !== 'all' && !category
  const page = unknownCategory
    ? { listings: [], next: null, correctedTo: null }
    : await browseCatalogue(ctx.db, {
        search,
        categoryId: category?.id,
        after: query.get('after'),
        viewer: ctx.actor,
      })
  return {
    ...page,
    search,
    category: category?.name ?? null,
    categories: categories.map((each) => each.name),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const category = loaderData?.category ?? null
  // Searches, filters and later pages are ways through the catalogue, not pages of their own.
  const narrowed = [...new URLSearchParams(location.search).keys()].some((key) => key !== 'category')
  return pageMeta(matches, {
    title: category ? `${category} for rent` : 'Products',
    description: category
      ? `Rent ${category} from neighbours, by the day, in pesos: see what is there, what it costs and when it is free.`
      : 'Browse what neighbours lend: cameras, tents, tools, party things and more, by the day, in pesos.',
    path: narrowed ? '/products' : hrefOf({ category }),
    unlisted: narrowed,
  })
}

/** The address of the catalogue with these filters. */
function hrefOf({
  search,
  category,
  after,
}: {
  search?: string
  category?: string | null
  after?: string | null
}) {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (category) query.set('category', category)
  if (after) query.set('after', after)
  return query.size > 0 ? `/products?${query}` : '/products'
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { search, category, categories, correctedTo } = loaderData
  const navigation = useNavigation()
  const { listings, next, loadMore, loadingMore } = useMorePages(loaderData)
  const loading = navigation.state === 'loading' && navigation.location.pathname === '/products'
  const moreHref = next ? hrefOf({ search, category, after: next }) : null
  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Products" lead="Things your neighbours lend, by the day." />
      <Form
        role="search"
        method="get"
        action="/products"
        aria-label="Search the products"
        className="mb-5 flex max-w-2xl gap-2.5"
      >
        {category ? <input type="hidden" name="category" value={category} /> : null}
        <label className="sr-only" htmlFor="catalogue-search">
          Search by title or tag
        </label>
        <input
          key={search}
          id="catalogue-search"
          type="search"
          name="search"
          defaultValue={search}
          maxLength={MAX_SEARCH}
          placeholder="Search by title or tag"
          className={inputLook}
        />
        <Button className="shrink-0">
          <Search aria-hidden="true" className="size-5" />
          Search
        </Button>
      </Form>
      <CategoryFilter
        categories={categories}
        current={category}
        hrefOf={(name) => hrefOf({ search, category: name })}
      />
      <div className="mt-8" aria-busy={loading}>
        {loading ? (
          <div className="py-16">
            <LoadingDots label="Loading items" />
          </div>
        ) : listings.length === 0 ? (
          <EmptyState
            art="shelf"
            title="No items match your current filters or search term."
            action={
              <ButtonLink to="/products" variant="secondary">
                Show all items
              </ButtonLink>
            }
          />
        ) : (
          <>
            {correctedTo ? (
              <div className="mb-6">
                <Alert tone="info">
                  Nothing matches “{search}”. Showing results for{' '}
                  <Link
                    className="font-semibold underline underline-offset-4"
                    to={hrefOf({ search: correctedTo, category })}
                  >
                    {correctedTo}
                  </Link>
                  .
                </Alert>
              </div>
            ) : null}
            <h2 className="sr-only">Items</h2>
            <ListingGrid label="Items">
              {listings.map((listing, i) => (
                <ListingCard key={listing.id} listing={listing} priority={i < 3} />
              ))}
            </ListingGrid>
            <p role="status" className="sr-only">
              {listings.length} items shown
            </p>
            {moreHref ? (
              <div className="mt-10 flex justify-center">
                <ButtonLink
                  to={moreHref}
                  variant="secondary"
                  aria-busy={loadingMore}
                  onClick={(event) => {
                    event.preventDefault()
                    loadMore(moreHref)
                  }}
                >
                  {loadingMore ? 'Loading...' : 'Load more'}
                </ButtonLink>
              </div>
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}

const MAX_SEARCH = 100
