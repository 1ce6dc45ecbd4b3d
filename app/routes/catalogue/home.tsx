import { useMatches, useNavigation } from 'react-router'
import { countPublicListings, popularListings } from '#server/catalogue/popular-listings.ts'
import { listShelves } from '#server/listing/queries.ts'
import { ctxOf } from '#app/request.ts'
import { pageMeta, siteOf, structured } from '#app/page-meta.ts'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { Link } from '#app/ui/link.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { StoreDataError } from '#app/ui/store-data-error.tsx'
import { CategoryFilter } from './category-filter.tsx'
import { AboutTeaser, Hero } from './hero.tsx'
import { siteData } from './site-data.ts'
import type { Route } from './+types/home.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { actor, db, settings } = ctxOf({ context })
  const categories = await listShelves(db)
  const wanted = url.searchParams.get('category')
  const category = categories.find((each) => each.name === wanted) ?? null
  const [popular, listingCount] = await Promise.all([
    popularListings(db, category?.id ?? null, actor),
    countPublicListings(db),
  ])
  return {
    siteName: settings.siteName,
    popular,
    listingCount,
    category: category?.name ?? null,
    categories: categories.map((each) => each.name),
  }
}

export const meta: Route.MetaFunction = ({ matches, error }) => {
  if (error) return [{ title: siteOf(matches).siteName }]
  const site = siteOf(matches)
  return pageMeta(matches, {
    title: { whole: `${site.siteName} · Borrow from your neighbours` },
    description:
      'Rent cameras, tents, tools and more from people nearby, by the day, in pesos. Lend what you ' +
      'have and earn from it.',
    path: '/',
    more: siteData(site).map(structured),
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { siteName, popular, listingCount, category, categories } = loaderData
  const loading = useNavigation().location?.pathname === '/'
  return (
    <>
      <Hero siteName={siteName} listingCount={listingCount} />
      <section id="popular" aria-labelledby="popular-heading" className="page scroll-mt-24 py-12 md:py-16">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-4">
          <h2 id="popular-heading" className="text-2xl">
            Popular Items
          </h2>
          <Link to="/products" className="link inline-flex min-h-11 items-center">
            See all
          </Link>
        </div>
        <CategoryFilter
          categories={categories}
          current={category}
          hrefOf={(name) => (name ? `/?${new URLSearchParams({ category: name })}#popular` : '/#popular')}
        />
        <div className="mt-7" aria-busy={loading}>
          {popular.length > 0 ? (
            <ListingGrid label="Popular items">
              {popular.map((listing) => (
                <ListingCard key={listing.id} listing={listing} />
              ))}
            </ListingGrid>
          ) : (
            <EmptyState art="shelf" title="Nothing here yet" headingLevel={3}>
              {category ? `No one lends anything in ${category} yet.` : 'The first listing is on its way.'}
            </EmptyState>
          )}
        </div>
      </section>
      <AboutTeaser siteName={siteName} />
    </>
  )
}

/** The home page without its listings, when they could not be read. */
export function ErrorBoundary() {
  const { siteName } = siteOf(useMatches())
  return (
    <>
      <Hero siteName={siteName} listingCount={0} />
      <section id="popular" aria-labelledby="popular-heading" className="page py-12 md:py-16">
        <h2 id="popular-heading" className="mb-5 text-2xl">
          Popular Items
        </h2>
        <StoreDataError />
      </section>
      <AboutTeaser siteName={siteName} />
    </>
  )
}
