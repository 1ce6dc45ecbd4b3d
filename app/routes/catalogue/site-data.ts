import type { Organization, WebSite, WithContext } from 'schema-dts'
import type { Site } from '#app/page-meta.ts'

/** The organisation and the site, as search engines read them. */
export function siteData({
  siteName,
  baseUrl,
  supportEmail,
}: Site): [WithContext<Organization>, WithContext<WebSite>] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${baseUrl}/#organization`,
      name: siteName,
      url: `${baseUrl}/`,
      logo: `${baseUrl}/icon-512.png`,
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: supportEmail,
        url: `${baseUrl}/contact`,
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${baseUrl}/#website`,
      name: siteName,
      url: `${baseUrl}/`,
      inLanguage: 'en-PH',
      publisher: { '@id': `${baseUrl}/#organization` },
    },
  ]
}
