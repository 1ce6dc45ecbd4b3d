import { expect, it } from 'vitest'
import { crumbsOf } from './breadcrumb.tsx'
import { breadcrumbData, productData } from './structured-data.ts'

const listing = {
  id: '01a1fea9-388a-74fa-8f91-ea797292ebff',
  title: '4-person tent',
  description: 'Dry in any rain.',
  pricePerDayCentavos: 45_050,
  categoryName: 'Camping',
  location: 'Quezon City, Metro Manila',
  ownerName: 'Olivia S.',
  ratingAverage: 0,
  ratingCount: 0,
  photos: [{ id: 'p1', widths: [320, 960, 640] }],
}
const base = 'https://hiram.ph'
/** The data as a crawler reads it. */
const read = (data: object) => JSON.parse(JSON.stringify(data)) as Record<string, never>

it('a listing is a product with one offer to lease it by the day, in pesos', () => {
  const product = read(productData(base, listing))
  expect(product).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${base}/listing/${listing.id}#product`,
    name: '4-person tent',
    category: 'Camping',
    url: `${base}/listing/${listing.id}`,
    image: [`${base}/images/p1/960.webp`],
    offers: {
      '@type': 'Offer',
      price: '450.50',
      priceCurrency: 'PHP',
      availability: 'https://schema.org/InStock',
      businessFunction: { '@id': 'http://purl.org/goodrelations/v1#LeaseOut' },
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: '450.50',
        priceCurrency: 'PHP',
        unitCode: 'DAY',
      },
      seller: { '@type': 'Person', name: 'Olivia S.' },
    },
  })
  expect(product.sku).not.toMatch(/\s/)
})

it('without photos the picture for sharing stands in', () => {
  expect(read(productData(base, { ...listing, photos: [] })).image).toEqual([
    `${base}/og/listing/${listing.id}.jpg`,
  ])
})

const createdAt = new Date('2026-10-31T18:00:00Z')
const review = { authorName: 'Ben C.', rating: 5, body: 'Kept us dry.', createdAt, verified: true }
const hearsay = { ...review, authorName: 'Ana R.', verified: false }

it('without ratings there is neither a rating nor a review, and no zeros', () => {
  const product = read(productData(base, listing, [review]))
  expect(product).not.toHaveProperty('aggregateRating')
  expect(product).not.toHaveProperty('review')
})

it('ratings are averaged to a tenth, and only reviews of verified rentals stand, dated by the day in Manila', () => {
  const product = read(
    productData(base, { ...listing, ratingAverage: 4.333, ratingCount: 3 }, [review, hearsay]),
  )
  expect(product.aggregateRating).toEqual({
    '@type': 'AggregateRating',
    ratingValue: 4.3,
    reviewCount: 3,
    bestRating: 5,
    worstRating: 1,
  })
  expect(product.review).toEqual([
    {
      '@type': 'Review',
      author: { '@type': 'Person', name: 'Ben C.' },
      datePublished: '2026-11-01',
      reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
      reviewBody: 'Kept us dry.',
    },
  ])
})

it('the breadcrumb leads from the home page over the category; the last crumb is the page itself', () => {
  const crumbs = crumbsOf({ title: 'Tent', categoryName: 'Party & Events', categoryId: 4 })
  expect(read(breadcrumbData(base, crumbs)).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${base}/` },
    { '@type': 'ListItem', position: 2, name: 'Products', item: `${base}/products` },
    {
      '@type': 'ListItem',
      position: 3,
      name: 'Party & Events',
      item: `${base}/products?category=Party+%26+Events`,
    },
    { '@type': 'ListItem', position: 4, name: 'Tent' },
  ])
})

it('a listing without a category has none in its breadcrumb', () => {
  const crumbs = crumbsOf({ title: 'Tent', categoryName: 'Uncategorized', categoryId: null })
  expect(crumbs.map(({ name }) => name)).toEqual(['Home', 'Products', 'Tent'])
})
