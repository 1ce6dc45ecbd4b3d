import { ChevronDown } from 'lucide-react'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { WrittenText } from '#app/ui/written-text.tsx'
import { pageMeta, structured } from '#app/page-meta.ts'
import { ctxOf } from '#app/request.ts'
import { Link } from '#app/ui/link.tsx'
import { faqData } from './faq-data.ts'
import type { Route } from './+types/faq.ts'

/** The help texts for this page, in their order. */
export function loader({ context }: Route.LoaderArgs) {
  const { help } = ctxOf({ context })
  const questions = help.articles
    .filter((article) => article.faq !== null)
    .toSorted((one, other) => one.faq! - other.faq!)
    .map(({ slug, title, lead }) => ({ slug, title, lead }))
  return { questions }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'FAQ',
    description:
      'How renting works, what it costs, and how to lend out what you own: the questions we hear most.',
    path: '/faq',
    more: [structured(faqData(loaderData?.questions ?? []))],
  })

export default function Faq({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page max-w-3xl py-10 md:py-16">
      <PageHeading title="Frequently Asked Questions" lead="The three that we hear most." />
      <div className="grid gap-4">
        {loaderData.questions.map(({ slug, title, lead }, index) => (
          <details
            key={slug}
            open={index === 0}
            name="faq"
            className="group overflow-hidden rounded-xl border border-line bg-card shadow-card"
          >
            <summary
              className={
                'flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 ' +
                'focus-visible:rounded-xl [&::-webkit-details-marker]:hidden'
              }
            >
              <h2 className="text-lg">{title}</h2>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-accent transition-transform group-open:rotate-180"
              />
            </summary>
            {/* At most 200 px high: longer texts scroll, also by keyboard. */}
            <section
              aria-label={title}
              tabIndex={0}
              className={
                'scroll-shade prose max-h-[200px] max-w-none overflow-y-auto overscroll-contain ' +
                'border-t border-line px-5 py-4 text-sm -outline-offset-2 focus-visible:rounded-b-xl'
              }
            >
              <WrittenText blocks={lead} />
            </section>
          </details>
        ))}
      </div>
      <p className="mt-10 text-muted">
        Something else? Look through{' '}
        <Link to="/help" className="link">
          all help texts
        </Link>
        , or{' '}
        <Link to="/contact" className="link">
          contact us
        </Link>
        .
      </p>
    </div>
  )
}
