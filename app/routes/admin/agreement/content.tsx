import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { restoreForm, templateForm, templatesSaved } from '#domain/agreement/template.ts'
import { readForm } from '#domain/form.ts'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { findNewestTemplate, listTemplates } from '#server/agreement/queries.ts'
import { restoreTemplate } from '#server/agreement/restore-template.ts'
import { saveTemplate } from '#server/agreement/save-template.ts'
import { answerButton } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, typedValues } from '#app/request.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { headAdminOf } from '../admin-of.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateVersions } from './template-versions.tsx'
import type { Route } from './+types/content.ts'

const here = '/admin/content'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  const requested = args.url.searchParams.get('before')
  const before = requested !== null && /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : null
  const newest = await findNewestTemplate(ctx.db)
  return { newest, paged: before !== null, ...(await listTemplates(ctx, admin, { before })) }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = headAdminOf(args)
  const formData = await provenFormOf(ctx, args.request, (form) => form.get('intent') !== 'preview')
  if (formData.get('intent') === 'restore')
    return answerButton(ctx, formData, {
      schema: restoreForm,
      act: (form) => restoreTemplate(ctx, admin, form),
      to: here,
      done: (_, { version }) => `Version ${version} is in use again.`,
    })
  const form = readForm(templateForm, formData)
  if (!form.ok) return answerProblem(form)
  const { intent, ...edit } = form.value
  const values = { ...typedValues(formData), body: edit.body }
  if (intent === 'preview')
    return data({ ok: false as const, values, errors: {} as Record<string, string> }, { status: 200 })
  const saved = await attempt(ctx, () => saveTemplate(ctx, admin, edit))
  if (saved.ok) return redirectWithToast(here, { kind: 'success', text: templatesSaved })
  if (saved.reason === 'unknown') return answerRefusal(saved, { field: 'body', values })
  if (saved.reason === 'incomplete') return answerRefusal(saved, { field: 'incomplete', values })
  return answerRefusal(saved, { values })
}

/** After a refusal the editor sees the version that the other admin saved. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Content', matches) }]

export default function Content({ loaderData, actionData }: Route.ComponentProps) {
  const { newest, versions, next, paged } = loaderData
  return (
    <>
      <PageHeading
        title="Content"
        lead={
          'The rental agreement that every renter reads and accepts at checkout. Orders keep the text ' +
          'that was accepted with them.'
        }
      />
      <TemplateEditor newest={newest} problem={actionData} />
      <TemplateVersions versions={versions} newest={newest.version} next={next} paged={paged} />
    </>
  )
}
