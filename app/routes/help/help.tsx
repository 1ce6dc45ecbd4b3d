import { ChevronRight } from 'lucide-react'
import { useNavigation } from 'react-router'
import { helpCategories } from '#domain/help/article.ts'
import { wordsOf } from '#domain/help/markdown.ts'
import { MAX_HELP_QUERY } from '#domain/help/query.ts'
import { tidyLine } from '#domain/text.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { pageMeta, summaryOf } from '#app/page-meta.ts'
import { ctxOf } from '#app/request.ts'
import { Link } from '#app/ui/link.tsx'
import { HelpSearch } from './help-search.tsx'
import type { Route } from './+types/help.ts'

const MOST = 8

/** All help texts by category, or the results for `?q=`. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { help } = ctxOf({ context })
  const typed = tidyLine((url.searchParams.get('q') ?? '').slice(0, 4 * MAX_HELP_QUERY)).slice(
    0,
    MAX_HELP_QUERY,
  )
  return {
    typed,
    found:
      typed === ''
        ? null
        : help.search(typed, MOST).map(({ article, section }) => ({
            slug: article.slug,
            title: article.title,
            part: section && { id: section.id, heading: section.heading },
            summary: summaryOf(wordsOf(section?.blocks ?? article.lead), 180),
          })),
    shelves: helpCategories.map((category) => ({
      category,
      articles: help.articles
        .filter((article) => article.category === category)
        .map(({ slug, title }) => ({ slug, title })),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData?.typed ? `Help: ${loaderData.typed}` : 'Help',
    description: 'Answers about renting, paying, lending and your account, and a search through all of them.',
    path: '/help',
    unlisted: Boolean(loaderData?.typed),
  })

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { typed, found, shelves } = loaderData
  const searching = useNavigation().location?.pathname === '/help'
  return (
    <div className="page py-10 md:py-16">
      <PageHeading title="Help" lead="How everything here works, in plain words." />
      <HelpSearch typed={typed} />
      <p role="status" className="sr-only">
        {found && !searching ? countText(found.length) : ''}
      </p>
      {found ? <Found typed={typed} found={found} /> : <Shelves shelves={shelves} />}
      <p className="mt-12 text-muted">
        Not what you were looking for?{' '}
        <Link to="/support" className="link">
          Ask the assistant
        </Link>
        , or{' '}
        <Link to="/contact" className="link">
          write to us
        </Link>
        : people answer.
      </p>
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found.'
  return count === 1 ? 'One answer found.' : `${count} answers found.`
}

type Data = Route.ComponentProps['loaderData']

function Shelves({ shelves }: Pick<Data, 'shelves'>) {
  return (
    <div className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {shelves.map(({ category, articles }) => (
        <Card key={category} as="section" aria-labelledby={idOf(category)}>
          <h2 id={idOf(category)} className="text-xl">
            {category}
          </h2>
          <ul role="list" className="mt-2">
            {articles.map(({ slug, title }) => (
              <li key={slug} className="border-t border-line first:border-t-0">
                <Link
                  to={`/help/${slug}`}
                  prefetch="intent"
                  className="group flex min-h-12 items-center justify-between gap-3 py-2 hover:text-accent"
                >
                  {title}
                  <ChevronRight
                    aria-hidden="true"
                    className="size-5 shrink-0 text-line-strong group-hover:text-accent"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function Found({ typed, found }: { typed: string; found: NonNullable<Data['found']> }) {
  return (
    <section aria-labelledby="found" className="mt-10 max-w-3xl">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="found" className="min-w-0 text-xl">
          {found.length === 0
            ? `Nothing about “${typed}”`
            : `${found.length === 1 ? 'One answer' : `${found.length} answers`} about “${typed}”`}
        </h2>
        <Link to="/help" className="link flex min-h-11 items-center">
          All help texts
        </Link>
      </div>
      {found.length === 0 ? (
        <EmptyState
          art="letter"
          title="We have no text about that yet"
          headingLevel={3}
          action={<ButtonLink to="/contact">Ask us</ButtonLink>}
        >
          Try one word less, or another word for it.
        </EmptyState>
      ) : (
        <ol className="mt-4 grid gap-4">
          {found.map(({ slug, title, part, summary }) => (
            <li key={slug}>
              <Card as="article" className="relative transition-shadow hover:shadow-lift">
                <h3 className="text-lg">
                  <Link
                    to={`/help/${slug}${part ? `#${part.id}` : ''}`}
                    className="after:absolute after:inset-0 after:rounded-xl hover:text-accent"
                  >
                    {title}
                    {part ? <span className="font-normal text-muted">: {part.heading}</span> : null}
                  </Link>
                </h3>
                <p className="mt-1.5 text-muted">{summary}</p>
              </Card>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const idOf = (category: string) => category.toLowerCase().replaceAll(/[^a-z]+/g, '-')
