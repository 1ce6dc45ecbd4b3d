import { formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { TemplateVersion } from '#server/agreement/queries.ts'
import { Link } from '#app/ui/link.tsx'

type TemplateVersionsProps = {
  versions: readonly Omit<TemplateVersion, 'body'>[]
  newest: number
  /** The version before which the next page begins. */
  next: number | null
  paged: boolean
}

/** Every version, with who saved it and when; each has a page on which it can be restored. */
export function TemplateVersions({ versions, newest, next, paged }: TemplateVersionsProps) {
  return (
    <section aria-labelledby="versions" className="mt-12">
      <h2 id="versions" className="text-xl">
        Versions
      </h2>
      <ol role="list" className="mt-4 divide-y divide-line rounded-xl border border-line bg-card shadow-card">
        {versions.map((each) => (
          <li key={each.version} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
            <Link
              to={`/admin/content/${each.version}`}
              className="inline-flex min-h-11 items-center font-semibold hover:text-accent hover:underline"
            >
              Version {each.version}
            </Link>
            <span className="grow text-sm text-muted">{originText(each)}</span>
            {each.version === newest ? <Badge tone="success">In use</Badge> : null}
          </li>
        ))}
      </ol>
      {next || paged ? (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {paged ? (
            <ButtonLink to="/admin/content#versions" variant="secondary">
              Newest versions
            </ButtonLink>
          ) : null}
          {next ? (
            <ButtonLink to={`?before=${next}#versions`} variant="secondary" rel="next" preventScrollReset>
              Earlier versions
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** Who made a version, when, and which version it restored. */
export function originText(version: Omit<TemplateVersion, 'body'>): string {
  const { authorName, restoredFrom, createdAt } = version
  const who = authorName ?? 'The template the site started with'
  const how = restoredFrom === null ? '' : `, who brought back version ${restoredFrom}`
  return `${who}${how}, ${formatInstant(createdAt)}`
}
