import { data, isRouteErrorResponse, useNavigation } from 'react-router'
import { asSupportAdmin } from '#domain/access.ts'
import { catalogueHref, type CatalogueFilters, noFilters, readFilters } from '#domain/catalogue/filters.ts'
import { startWindow } from '#domain/order/order.ts'
import { dayInManila, periodOf } from '#domain/period.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import { countHiddenListings } from '#server/listing/count-hidden-listings.ts'
import { listShelves } from '#server/listing/queries.ts'
import { ctxOf } from '#app/request.ts'
import { pageMeta } from '#app/page-meta.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { RouteError } from '#app/ui/route-error.tsx'
import { StoreDataError } from '#app/ui/store-data-error.tsx'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { LoadMoreLink } from '#app/ui/load-more.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { useMoreOf } from '#app/ui/use-more.ts'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { ActiveFilters, activeFilters } from './active-filters.tsx'
import { CategoryFilter } from './category-filter.tsx'
import { FilterForm } from './filter-form.tsx'
import { HiddenListingsLink } from './hidden-listings-link.tsx'
import type { Route } from './+types/products.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const query = url.searchParams
  const now = ctx.clock.now()
  const reading = readFilters(query, now)
  const { search, sort, min, max, free } = reading.filters
  const categories = await listShelves(ctx.db)
  const category = categories.find((each) => each.name === reading.filters.category) ?? null
  if (search !== '') {
    const refused = await ctx.limits.take('search', ctx.ip)
    if (refused)
      throw data(refused.message, {
        status: 429,
        headers: { 'Retry-After': String(refused.retryAfterSeconds ?? 60) },
      })
  }
  const unknownCategory = reading.filters.category !== null && !category
  const page = unknownCategory
    ? { listings: [], next: null, correctedTo: null }
    : await browseCatalogue(ctx.db, {
        search,
        categoryId: category?.id,
        sort,
        min,
        max,
        free: free && { ...periodOf(free.start, free.days), today: dayInManila(now) },
        after: query.get('after'),
        viewer: ctx.actor,
      })
  const support = asSupportAdmin(ctx.actor)
  return {
    ...page,
    ...reading,
    /** For an admin who searches: how many listings match that are not public. */
    hidden: support.ok && search !== '' ? await countHiddenListings(ctx, support.admin, search) : 0,
    ...startWindow(now),
    later: query.has('after'),
    categories: categories.map((each) => each.name),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location, error }) => {
  if (isRouteErrorResponse(error)) return []
  if (error) return [{ title: titleOf('Products', matches) }]
  const category = categoryOf(loaderData) ?? null
  // Searches, filters and later pages have the catalogue's canonical address.
  const narrowed = [...new URLSearchParams(location.search).keys()].some((key) => key !== 'category')
  return pageMeta(matches, {
    title: category ? `${category} for rent` : 'Products',
    description: category
      ? `Rent ${category} from neighbours, by the day, in pesos: see what is there, what it costs and when it is free.`
      : 'Browse what neighbours lend: cameras, tents, tools, party things and more, by the day, in pesos.',
    path: narrowed ? '/products' : catalogueHref({ ...noFilters, category }),
    unlisted: narrowed,
  })
}

/** The chosen category, if it exists. */
const categoryOf = (shown: { filters: CatalogueFilters; categories: string[] } | undefined) =>
  shown?.categories.find((name) => name === shown.filters.category)

export default function Products({ loaderData }: Route.ComponentProps) {
  const { filters, categories, correctedTo, later, free } = { ...loaderData, ...loaderData.filters }
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === '/products'
  const found = { ...filters, search: correctedTo ?? filters.search }
  const hrefOf = (after: string) => catalogueHref(found, after)
  const { items: listings, more, load, loading: loadingMore } = useMoreOf(loaderData, 'listings', hrefOf)
  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Products" lead="Things your neighbours lend, by the day." />
      <FilterForm {...loaderData} count={activeFilters({ ...filters, search: '', category: null }).length} />
      <div className="mt-4">
        <CategoryFilter
          categories={categories}
          current={filters.category}
          hrefOf={(category) => catalogueHref({ ...filters, category })}
        />
      </div>
      <ActiveFilters filters={filters} />
      {loaderData.hidden > 0 ? (
        <HiddenListingsLink count={loaderData.hidden} search={filters.search} />
      ) : null}
      <p role="status" className="sr-only">
        {loading ? '' : `${listings.length} item${listings.length === 1 ? '' : 's'} shown`}
      </p>
      <div className="mt-8" aria-busy={loading}>
        {loading ? (
          <div className="py-16">
            <LoadingDots label="Loading items" />
          </div>
        ) : listings.length === 0 ? (
          <EmptyState
            art="shelf"
            title={nothing}
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
                  Nothing matches “{filters.search}”. Showing results for{' '}
                  <Link className="font-semibold underline underline-offset-4" to={catalogueHref(found)}>
                    {correctedTo}
                  </Link>
                  .
                </Alert>
              </div>
            ) : null}
            <h2 className="sr-only">Items</h2>
            <ListingGrid label="Items">
              {listings.map((listing, i) => (
                <ListingCard
                  key={listing.id}
                  listing={listing}
                  priority={i < 3}
                  query={free ? `?start=${free.start}&days=${free.days}` : ''}
                />
              ))}
            </ListingGrid>
            {more || later ? (
              <div className="mt-10 flex flex-wrap justify-center gap-3">
                {later ? (
                  <ButtonLink to={catalogueHref(filters)} variant="quiet">
                    Back to the first items
                  </ButtonLink>
                ) : null}
                {more ? <LoadMoreLink to={more} loading={loadingMore} load={load} /> : null}
              </div>
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}

const nothing = 'No items match your current filters or search term.'

/** A refusal shows its reason; for any other error the page says that the catalogue could not be read. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error)) return <RouteError error={error} />
  return (
    <div className="page py-8 md:py-12">
      <PageHeading title="Products" lead="Things your neighbours lend, by the day." />
      <StoreDataError />
    </div>
  )
}
