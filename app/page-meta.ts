import type { MetaDescriptor } from 'react-router'
import { siteNameOf, titleOf } from './title.ts'

type Matches = Parameters<typeof titleOf>[1]

type PageMeta = {
  /** Without the site's name; `whole` is used without adding it. */
  title: string | { whole: string }
  description: string
  /** The canonical path of this page, for search engines and sharing. */
  path: string
  /** For a page that search engines should follow but not list. */
  unlisted?: boolean
  /** A picture of 1200 × 630; by default the site's own. */
  picture?: { path: string; alt: string }
  type?: 'website' | 'product'
  /** Further tags: prices, structured data. */
  more?: MetaDescriptor[]
}

export type Site = { siteName: string; baseUrl: string; supportEmail: string }

/** The site's name, address and support email from its settings, out of the root's data. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Partial<Site> | undefined
  return {
    siteName: siteNameOf(root),
    baseUrl: root?.baseUrl ?? '',
    supportEmail: root?.supportEmail ?? '',
  }
}

/** The tags of a public page: title, description, canonical address, and the tags for sharing its link. */
export function pageMeta(matches: Matches, page: PageMeta): MetaDescriptor[] {
  const { siteName, baseUrl } = siteOf(matches)
  const title = typeof page.title === 'string' ? titleOf(page.title, matches) : page.title.whole
  const url = baseUrl + page.path
  const picture = page.picture ?? { path: '/og/site.jpg', alt: `${siteName}: borrow from your neighbours` }
  const og = (property: string, content: string) => ({ property, content })
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.unlisted ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    og('og:title', title),
    og('og:type', page.type ?? 'website'),
    og('og:url', url),
    og('og:description', page.description),
    og('og:site_name', siteName),
    og('og:locale', 'en_PH'),
    og('og:image', baseUrl + picture.path),
    og('og:image:type', 'image/jpeg'),
    og('og:image:width', '1200'),
    og('og:image:height', '630'),
    og('og:image:alt', picture.alt),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.more ?? []),
  ]
}

/** The beginning of a text as one line, cut after a word: at most `most` characters. */
export function summaryOf(text: string, most = 155): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut.slice(0, -1)).replace(/[\s,;:.–-]+$/, '')}…`
}

/** The schema.org data of a page for crawlers; React Router escapes text that could end the element. */
export const structured = (data: object): MetaDescriptor => ({ 'script:ld+json': data }) as MetaDescriptor
