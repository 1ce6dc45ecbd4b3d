import { previewAgreement } from '#domain/agreement/template.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { findNewestTemplate, findTemplate } from '#server/agreement/queries.ts'
import { noSuchPage } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { headAdminOf } from '../admin-of.ts'
import { ComparedTexts } from './compared-texts.tsx'
import { originText } from './template-versions.tsx'
import type { Route } from './+types/template-version.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  const requested = args.params.version
  const version = /^[1-9]\d{0,8}$/.test(requested)
    ? await findTemplate(ctx, admin, Number(requested))
    : undefined
  if (!version) throw noSuchPage()
  return { version, newest: await findNewestTemplate(ctx.db) }
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Agreement, version ${params.version}`, matches) },
]

/** One version of the template, next to the current one. */
export default function Version({ loaderData }: Route.ComponentProps) {
  const { version, newest } = loaderData
  const inUse = version.version === newest.version
  const differs = version.body !== newest.body
  return (
    <>
      <BackLink to="/admin/content">Content</BackLink>
      <PageHeading title={`Version ${version.version}`} lead={`${originText(version)}.`} />
      {differs ? (
        <ButtonForm
          hidden={{ version: version.version, basedOn: newest.version }}
          postTo="/admin/content"
          formClassName="mb-3"
          preventScrollReset={false}
          name="intent"
          value="restore"
          busyText="Saving..."
        >
          Restore this version
        </ButtonForm>
      ) : null}
      <p className="text-muted">
        {inUse
          ? 'This version is in use.'
          : differs
            ? `Restoring it makes a new version with this text. Version ${newest.version} stays in the list.`
            : `It says the same as version ${newest.version}, the one in use.`}
      </p>
      {differs ? (
        <section aria-labelledby="differs" className="mt-10">
          <h2 id="differs" className="mb-2 text-xl">
            What differs from version {newest.version}, in use
          </h2>
          <ComparedTexts
            before={newest.body}
            after={version.body}
            names={[`Version ${newest.version}`, `Version ${version.version}`]}
          />
        </section>
      ) : null}
      <section aria-labelledby="reads" className="mt-10">
        <h2 id="reads" className="text-xl">
          As a renter reads it
        </h2>
        <Card className="mt-4">
          <p className="wrap-anywhere whitespace-pre-wrap">{previewAgreement(version.body)}</p>
        </Card>
      </section>
    </>
  )
}
