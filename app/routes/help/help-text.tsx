import { data } from 'react-router'
import { Breadcrumb } from '#app/routes/listing/breadcrumb.tsx'
import { breadcrumbData, type Crumb } from '#app/routes/listing/structured-data.ts'
import { wordsOf } from '#domain/help/markdown.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { WrittenText } from '#app/ui/written-text.tsx'
import { pageMeta, siteOf, structured, summaryOf } from '#app/page-meta.ts'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/help-text.ts'

/** One help text, and the others of its category. */
export function loader({ params, context }: Route.LoaderArgs) {
  const { help } = ctxOf({ context })
  const article = help.find(params.slug)
  if (!article) throw data('This help text could not be found.', { status: 404 })
  const { slug, title, category, lead, sections } = article
  return {
    slug,
    title,
    category,
    lead,
    sections,
    more: help.articles
      .filter((other) => other.category === category && other.slug !== slug)
      .map((other) => ({ slug: other.slug, title: other.title })),
  }
}

const crumbsOf = (title: string): Crumb[] => [
  { name: 'Home', path: '/' },
  { name: 'Help', path: '/help' },
  { name: title, path: null },
]

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.title,
        description: summaryOf(wordsOf(loaderData.lead)),
        path: `/help/${loaderData.slug}`,
        more: [structured(breadcrumbData(siteOf(matches).baseUrl, crumbsOf(loaderData.title)))],
      })
    : [{ title: titleOf('Not found', matches) }]

export default function HelpText({ loaderData }: Route.ComponentProps) {
  const { title, category, lead, sections, more } = loaderData
  return (
    <div className="page py-6 md:py-10">
      <Breadcrumb crumbs={crumbsOf(title)} />
      <div className="mt-4 grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-16">
        <article>
          <p className="text-muted">{category}</p>
          <h1 tabIndex={-1} className="mt-1 max-w-2xl text-3xl">
            {title}
          </h1>
          <div className="prose mt-6">
            <div className="prose text-lg">
              <WrittenText blocks={lead} />
            </div>
            {sections.map(({ id, heading, blocks }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id} className="scroll-mt-24 text-xl">
                  {heading}
                </h2>
                <div className="prose mt-2">
                  <WrittenText blocks={blocks} />
                </div>
              </section>
            ))}
          </div>
          <div
            className={
              'mt-12 flex max-w-2xl flex-wrap items-center justify-between gap-4 rounded-xl ' +
              'bg-sunken p-5 sm:px-6'
            }
          >
            <p className="font-semibold">Still a question?</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/help" variant="secondary">
                Search help
              </ButtonLink>
              <ButtonLink to="/contact">Write to us</ButtonLink>
            </div>
          </div>
        </article>
        <nav aria-labelledby="more-heading" className="lg:sticky lg:top-24">
          <h2 id="more-heading" className="text-lg">
            More about {category.toLowerCase()}
          </h2>
          <ul role="list" className="mt-2 border-l border-line">
            {more.map((other) => (
              <li key={other.slug}>
                <Link
                  to={`/help/${other.slug}`}
                  prefetch="intent"
                  className="flex min-h-11 items-center px-4 py-1.5 text-sm hover:text-accent hover:underline"
                >
                  {other.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}
