import { Form, useNavigation } from 'react-router'
import { type DisputeKind, disputeKinds } from '#domain/dispute/dispute.ts'
import { MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'
import { tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, PesoField, Select, TextArea } from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { PhotoField } from '../listing/photo-field.tsx'
import type { RoomProblem } from './answer-room-post.ts'

const photoRules = {
  max: MAX_CLAIM_PHOTOS,
  tooMany: tooManyClaimPhotos,
  required: false,
  hint: `Up to ${MAX_CLAIM_PHOTOS}, each at most 10 MB. Only you two and our admins see them.`,
}

type StatementFormProps = {
  intent: 'open' | 'answer' | 'appeal'
  heading: string
  lead: string
  /** The label of the text, and a hint below it. */
  label: string
  hint?: string
  button: string
  /** What an amount would be; without it nothing is asked for. */
  asks?: { label: string; hint: string }
  kinds?: readonly DisputeKind[]
  problem: RoomProblem | undefined
}

const names = { open: 'text', answer: 'answer', appeal: 'appeal' }

/** A form in which one of the two says something in the room: text, photos, and perhaps an amount. */
export function StatementForm(props: StatementFormProps) {
  const { intent, heading, lead, label, hint, button, asks, kinds, problem } = props
  const busy = useNavigation().formData?.get('intent') === intent
  const form = useFirstInvalidField(problem)
  const typed = (name: string) => {
    const value = problem?.values[name]
    return typeof value === 'string' ? value : ''
  }
  const name = names[intent]
  const id = `${intent}-heading`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">{lead}</p>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="mt-4 grid max-w-2xl gap-5"
      >
        <input type="hidden" name="intent" value={intent} />
        <FormError>{problem?.formError}</FormError>
        {kinds ? (
          <Select
            label="What is it about?"
            name="kind"
            required
            defaultValue={typed('kind')}
            error={problem?.errors.kind}
            options={[
              { value: '', label: 'Please choose' },
              ...kinds.map((kind) => ({ value: kind, label: disputeKinds[kind] })),
            ]}
          />
        ) : null}
        <TextArea
          label={label}
          name={name}
          rows={5}
          required
          defaultValue={typed(name)}
          error={problem?.errors[name]}
          hint={hint}
        />
        {asks ? (
          <PesoField
            label={asks.label}
            name="asked"
            defaultValue={typed('asked')}
            error={problem?.errors.asked}
            hint={asks.hint}
            fieldClassName="sm:max-w-80"
          />
        ) : null}
        <PhotoField {...photoRules} photos={problem?.photos ?? []} error={problem?.errors.photoIds} />
        <Button busy={busy} busyText="Sending..." className="justify-self-start">
          {button}
        </Button>
      </Form>
    </section>
  )
}
