import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import {
  missingPlaceholders,
  previewAgreement,
  readTemplate,
  unknownPlaceholders,
} from '#domain/agreement/template.ts'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { tidyParagraphs } from '#domain/text.ts'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox, FormError, TextArea } from '#app/ui/primitives/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import type { TemplateVersion } from '#server/agreement/queries.ts'
import { ComparedTexts } from './compared-texts.tsx'

type TemplateEditorProps = {
  newest: Pick<TemplateVersion, 'version' | 'body'>
  problem?: FormProblem
}

/**
 * The editor of the template, with a preview as a renter would read it. With scripts the preview follows the typing;
 * without, a button updates it. If somebody else saved meanwhile, the typed text stays, next to theirs.
 */
export function TemplateEditor({ newest, problem }: TemplateEditorProps) {
  const hydrated = useHydrated()
  const navigation = useNavigation()
  const form = useFirstInvalidField(problem)
  const typed = (name: string) => typedIn(problem, name)
  const start = typed('body') ?? newest.body
  const [draft, setDraft] = useState(start)
  const typedFrom = Number(typed('basedOn') ?? newest.version)
  const [from, setFrom] = useState({
    version: typedFrom,
    body: typedFrom === newest.version ? newest.body : null,
  })
  // What was typed stays when another version is in use meanwhile; a text that was not touched becomes that version.
  if (from.version !== newest.version && (draft === from.body || tidyParagraphs(draft) === newest.body)) {
    setFrom(newest)
    setDraft(newest.body)
  }
  const { unknown, missing } = readTemplate(draft)
  const busy = navigation.formData?.get('intent') === 'save'
  const errors = problem?.errors ?? {}
  const asksToLeaveOut = missing.length > 0 || errors.incomplete !== undefined

  return (
    <Form ref={form} method="post" action="/admin/content" replace preventScrollReset noValidate>
      <input type="hidden" name="basedOn" value={newest.version} />
      <FormError>{problem?.formError ?? errors.basedOn ?? errors.intent}</FormError>
      <div className="mt-2 grid gap-8 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextArea
            key={from.version}
            label="Rental agreement template"
            name="body"
            rows={10}
            required
            defaultValue={draft}
            error={errors.body}
            onChange={(event) => setDraft(event.target.value)}
            spellCheck
            hint={<Placeholders />}
            className="font-sans"
          />
          {hydrated && unknown.length > 0 && !errors.body ? (
            <Alert tone="warning" live>
              {unknownPlaceholders(unknown)}
            </Alert>
          ) : null}
          {asksToLeaveOut ? (
            <Alert tone="warning" live={hydrated}>
              {missing.length > 0 ? <p>{missingPlaceholders(missing)}</p> : null}
              <Checkbox
                label="Save it without"
                name="incomplete"
                defaultChecked={typed('incomplete') === 'on'}
                error={errors.incomplete ? 'Please tick the box, or put it back.' : undefined}
              />
            </Alert>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="save" busy={busy} busyText="Saving...">
              Save Templates
            </Button>
            {hydrated ? null : (
              <Button name="intent" value="preview" variant="secondary">
                Preview
              </Button>
            )}
          </div>
        </div>
        <Preview body={hydrated ? draft : start} />
      </div>
      {from.version === newest.version ? null : <TheirsAndYours theirs={newest} draft={draft} />}
    </Form>
  )
}

function Preview({ body }: { body: string }) {
  return (
    <section aria-labelledby="preview-heading" className="min-w-0">
      <h2 id="preview-heading" className="text-lg">
        Preview
      </h2>
      <p className="text-sm text-muted">As Ramon Dela Cruz would read it, renting two items.</p>
      <div
        tabIndex={0}
        role="group"
        aria-label="Preview of the agreement"
        className="mt-3 max-h-96 overflow-y-auto rounded-lg border border-line bg-card p-4 shadow-card sm:p-5"
      >
        <p className="wrap-anywhere whitespace-pre-wrap">{previewAgreement(body)}</p>
      </div>
    </section>
  )
}

/** The version that somebody else saved meanwhile, compared with what is typed. */
function TheirsAndYours({ theirs, draft }: { theirs: TemplateEditorProps['newest']; draft: string }) {
  return (
    <section aria-labelledby="stale-heading" className="mt-8">
      <h2 id="stale-heading" className="text-lg">
        Version {theirs.version} and yours
      </h2>
      <p className="mb-3 text-muted">
        Version {theirs.version} is in use. Saving now puts yours in its place; both stay in the list below.
      </p>
      <ComparedTexts before={theirs.body} after={draft} names={['Theirs', 'Yours']} />
    </section>
  )
}

function Placeholders() {
  return (
    <>
      <code className="rounded-sm bg-sunken px-1.5">{'{{renterName}}'}</code> becomes the renter’s name, or
      “The Renter” without one. <code className="rounded-sm bg-sunken px-1.5">{'{{items}}'}</code> becomes the
      list of items: of each its title, owner, days, start date and the owner’s terms.
    </>
  )
}
