import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { typedIn } from '#domain/form.ts'
import { DEFAULT_LOCATION } from '#domain/listing/listing.ts'
import type { ListingField } from '#domain/listing/listing-fields.ts'
import { cancellationPolicies, policyTerms } from '#domain/refund/cancellation.ts'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import {
  Checkbox,
  Field,
  FormError,
  PesoField,
  RadioCards,
  Select,
  TextArea,
} from '#app/ui/primitives/field.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { useProblemToast } from '#app/ui/use-problem-toast.ts'
import { FormPhotos } from '../photo/form-photos.tsx'
import type { ListingDraft } from './listing-draft.ts'
import type { SaveProblem } from './save-listing.ts'
import { TagField } from './tag-field.tsx'

type ListingEditorProps = {
  draft: ListingDraft
  problem?: SaveProblem
  categories: readonly { id: number; name: string }[]
  tags: readonly string[]
  cancelTo: string
}

const policyOptions = cancellationPolicies.map((policy) => ({
  value: policy,
  label: policyTerms[policy].label,
  hint: policyTerms[policy].text,
}))

/** The listing form, for new listings and edits. After a refusal it shows the errors and what was typed. */
export function ListingEditor({ draft, problem, categories, tags, cancelTo }: ListingEditorProps) {
  const navigation = useNavigation()
  const [sending, setSending] = useState(false)
  const form = useFirstInvalidField(problem)
  useProblemToast(problem, problem?.failed)
  const errors = problem?.errors ?? {}
  const busy =
    navigation.state !== 'idle' && navigation.formData?.get('intent') === (draft.listingId ? 'edit' : 'add')
  const value = (name: ListingField) => (problem ? (typedIn(problem, name) ?? '') : draft.values[name])
  const field = (name: ListingField) => ({ name, defaultValue: value(name), error: errors[name] })

  const photos = problem?.photos ?? draft.photos
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      replace
      preventScrollReset
      noValidate
      data-failure={draft.listingId ? 'Error updating item' : 'Error adding item'}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={draft.listingId ? 'edit' : 'add'} />
      {draft.listingId ? <input type="hidden" name="listingId" value={draft.listingId} /> : null}
      {draft.key ? <input type="hidden" name="key" value={draft.key} /> : null}
      {draft.seen ? <input type="hidden" name="seen" value={typedIn(problem, 'seen') ?? draft.seen} /> : null}
      <p className="text-sm text-muted">Fields marked with * are required.</p>
      <FormError>{problem?.failed ?? problem?.formError}</FormError>
      <Field label="Title" {...field('title')} required data-autofocus />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Category"
          {...field('categoryId')}
          required
          options={[
            { value: '', label: 'Choose a category' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <PesoField label="Price per day" {...field('pricePerDay')} required />
      </div>
      <TextArea
        label="Description"
        {...field('description')}
        rows={4}
        required
        hint="What it is, its condition and what comes with it."
      />
      <FormPhotos initial={photos} error={errors.photoIds} onBusy={setSending} />
      <TagField known={tags} defaultValue={value('tags')} error={errors.tags} />
      <Field
        label="Location"
        {...field('location')}
        hint={`Where it is picked up. Left empty, it is ${DEFAULT_LOCATION}.`}
      />
      <TextArea
        label="Owner terms"
        {...field('ownerTerms')}
        rows={3}
        hint="Your own rules. Renters read and accept them at checkout."
      />
      <RadioCards
        legend="Cancellation policy"
        name="cancellationPolicy"
        hint="What a renter who cancels gets back. Rentals that are ordered already keep theirs."
        defaultValue={value('cancellationPolicy') || 'flexible'}
        error={errors.cancellationPolicy}
        options={policyOptions}
      />
      <PesoField
        label="Refundable deposit"
        {...field('deposit')}
        min="0"
        hint={
          `Optional, for things that are costly to repair. It goes back ${CLAIM_HOURS} hours after ` +
          'the return, unless you claim a part of it by then.'
        }
      />
      <Checkbox
        label="Accept bookings for other dates while it is rented"
        name="bookableWhileRented"
        defaultChecked={value('bookableWhileRented') === 'on'}
        error={errors.bookableWhileRented}
      />
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-5">
        <ButtonLink to={cancelTo} variant="secondary" replace preventScrollReset>
          Cancel
        </ButtonLink>
        <Button busy={busy || sending} busyText={busy ? 'Saving...' : 'Uploading photos...'}>
          {draft.listingId ? 'Save Changes' : 'Add Listing'}
        </Button>
      </div>
    </Form>
  )
}
