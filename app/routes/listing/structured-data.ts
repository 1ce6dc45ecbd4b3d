import type { BreadcrumbList, Product, Review, WithContext } from 'schema-dts'
import { pesosInFigures } from '#domain/money.ts'
import { dayInManila } from '#domain/period.ts'

export type Crumb = { name: string; path: string | null }

/** A review on the listing’s page; `verified` when its author rented the listing. */
type DescribedReview = {
  authorName: string
  rating: number
  body: string
  createdAt: Date
  verified: boolean
}

type Described = {
  id: string
  title: string
  description: string
  pricePerDayCentavos: number
  categoryName: string
  location: string
  ownerName: string
  ratingAverage: number
  ratingCount: number
  photos: readonly { id: string; widths: number[] }[]
}

/**
 * A listing as search engines read it: a product that is leased by the day. Ratings are included only if there are
 * any, and reviews only if they are verified and on the page; people are named by first name and initial.
 */
export function productData(
  baseUrl: string,
  listing: Described,
  reviews: readonly DescribedReview[] = [],
): WithContext<Product> {
  const url = `${baseUrl}/listing/${listing.id}`
  const verified = reviews.filter((review) => review.verified)
  const price = pesosInFigures(listing.pricePerDayCentavos)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${url}#product`,
    name: listing.title,
    description: listing.description,
    sku: listing.id,
    url,
    category: listing.categoryName,
    image:
      listing.photos.length > 0
        ? listing.photos.map(({ id, widths }) => `${baseUrl}/images/${id}/${Math.max(...widths)}.webp`)
        : [`${baseUrl}/og/listing/${listing.id}.jpg`],
    offers: {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: 'PHP',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/UsedCondition',
      businessFunction: { '@id': 'http://purl.org/goodrelations/v1#LeaseOut' },
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'PHP',
        unitCode: 'DAY',
        unitText: 'day',
      },
      areaServed: listing.location,
      seller: { '@type': 'Person', name: listing.ownerName },
    },
    ...(listing.ratingCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Math.round(listing.ratingAverage * 10) / 10,
            reviewCount: listing.ratingCount,
            bestRating: 5,
            worstRating: 1,
          },
          ...(verified.length > 0 ? { review: verified.map(reviewData) } : {}),
        }
      : {}),
  }
}

function reviewData({ authorName, rating, body, createdAt }: DescribedReview): Review {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: authorName },
    datePublished: dayInManila(createdAt),
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: body,
  }
}

/** The path to a page, as its visible breadcrumb shows it; the last item is the page itself. */
export function breadcrumbData(baseUrl: string, crumbs: readonly Crumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      ...(path ? { item: baseUrl + path } : {}),
    })),
  }
}
