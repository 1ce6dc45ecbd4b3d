import { Form } from 'react-router'
import { MAX_CHECK_PHOTOS, MAX_SAID } from '#domain/handover/forms.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Field, FormError, TextArea } from '#app/ui/primitives/field.tsx'
import { PhotoField } from '../listing/photo-field.tsx'

export type SectionProblem = {
  errors: Partial<Record<string, string>>
  values: Record<string, unknown>
  formError?: string
}
type SectionProps = { partner: string; problem: SectionProblem | undefined }

const photoHint = `Up to ${MAX_CHECK_PHOTOS}, each at most 10 MB: first from afar, then close, and the serial number.`
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** How the thing is at the handover or return, with photos; each side can write it down. */
export function CheckSection({ problem, partner }: SectionProps) {
  return (
    <Card as="section" aria-labelledby="check-heading">
      <h2 id="check-heading" className="text-xl">
        How is it?
      </h2>
      <p className="mt-1 text-muted">
        Write it down while you look at it together. Only you, {partner} and our admins see it.
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="check" />
        <FormError>{problem?.formError}</FormError>
        <TextArea
          label="Condition"
          name="condition"
          rows={3}
          maxLength={MAX_SAID}
          defaultValue={textOf(problem?.values.condition)}
          error={problem?.errors.condition}
        />
        <TextArea
          label="What comes with it"
          name="parts"
          rows={2}
          maxLength={MAX_SAID}
          defaultValue={textOf(problem?.values.parts)}
          error={problem?.errors.parts}
        />
        <Field
          label="Serial number"
          name="serial"
          maxLength={100}
          autoComplete="off"
          defaultValue={textOf(problem?.values.serial)}
          error={problem?.errors.serial}
        />
        <PhotoField photos={[]} required={false} hint={photoHint} error={problem?.errors.photos} />
        <Button variant="secondary" className="w-full sm:w-auto sm:justify-self-start">
          Save
        </Button>
      </Form>
    </Card>
  )
}

/** “I have brought it back”, for a renter whose owner is not there to show a code. */
export function BroughtBackSection({ problem, partner }: SectionProps) {
  return (
    <Card as="section" aria-labelledby="brought-back-heading">
      <h2 id="brought-back-heading" className="text-xl">
        No code at hand?
      </h2>
      <p className="mt-1 text-muted">
        Say that you have brought it back. {partner} is asked, and it counts as returned after 48 hours
        without an objection.
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="brought-back" />
        <TextArea
          label="Where and to whom"
          name="note"
          rows={2}
          maxLength={MAX_SAID}
          defaultValue={textOf(problem?.values.note)}
          error={problem?.errors.note}
        />
        <PhotoField photos={[]} required={false} hint={photoHint} error={problem?.errors.photos} />
        <Button variant="secondary" className="w-full sm:w-auto sm:justify-self-start">
          I have brought it back
        </Button>
      </Form>
    </Card>
  )
}
