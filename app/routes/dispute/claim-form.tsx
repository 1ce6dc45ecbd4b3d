import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatPeso, pesoFieldValue } from '#domain/money.ts'
import { tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { type DepositStatus, MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'
import { formatInstant } from '#domain/period.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError, PesoField, TextArea } from '#app/ui/primitives/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import type { RoomProblem } from './answer-room-post.ts'
import { PhotoField } from '../listing/photo-field.tsx'
import { PhotoUploader } from '../listing/photo-uploader.tsx'

type ClaimFormProps = { depositStatus: DepositStatus; partner: string; problem: RoomProblem | undefined }

const photoRules = {
  max: MAX_CLAIM_PHOTOS,
  tooMany: tooManyClaimPhotos,
  required: false,
  hint: `Up to ${MAX_CLAIM_PHOTOS}, each at most 10 MB. Only the renter and our admins see them.`,
}

/** An owner's claim on a deposit: amount, reason and photos. */
export function ClaimForm({ depositStatus, partner, problem }: ClaimFormProps) {
  const hydrated = useHydrated()
  const [sending, setSending] = useState(false)
  const busy = useNavigation().formData?.get('intent') === 'claim'
  const form = useFirstInvalidField(problem)
  const value = (name: string) => {
    const typed = problem?.values[name]
    return typeof typed === 'string' ? typed : ''
  }
  const photos = problem?.photos ?? []
  return (
    <section aria-labelledby="claim-form-heading">
      <h2 id="claim-form-heading" className="text-xl">
        Claim damage
      </h2>
      <p className="mt-1 text-muted">
        Until {formatInstant(depositStatus.until!)}, once. We look at it, hear {partner}, and decide.{' '}
        {depositStatus.inCash
          ? 'What you don’t claim is theirs: please hand it back.'
          : 'What you don’t claim goes back to them at once.'}
      </p>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="mt-4 grid gap-5"
      >
        <input type="hidden" name="intent" value="claim" />
        <FormError>{problem?.formError}</FormError>
        <PesoField
          label="Amount"
          name="centavos"
          required
          max={pesoFieldValue(depositStatus.returnableCentavos)}
          defaultValue={value('centavos')}
          error={problem?.errors.centavos}
          hint={`Up to ${formatPeso(depositStatus.returnableCentavos)}: what the repair or the loss costs.`}
          fieldClassName="sm:max-w-80"
        />
        <PesoField
          label="Beyond the deposit"
          name="beyondCentavos"
          defaultValue={value('beyondCentavos')}
          error={problem?.errors.beyondCentavos}
          hint="Only if the deposit is not enough. What we grant of it is written down as owed between you."
          fieldClassName="sm:max-w-80"
        />
        <TextArea
          label="Reason"
          name="reason"
          rows={5}
          required
          defaultValue={value('reason')}
          error={problem?.errors.reason}
          hint="What is broken or missing, and how it was before. The renter reads this."
        />
        {hydrated ? (
          <PhotoUploader
            {...photoRules}
            initial={photos}
            error={problem?.errors.photoIds}
            onBusy={setSending}
          />
        ) : (
          <PhotoField {...photoRules} photos={photos} error={problem?.errors.photoIds} />
        )}
        <Button
          busy={busy || sending}
          busyText={busy ? 'Sending...' : 'Uploading photos...'}
          className="justify-self-start"
        >
          Send Claim
        </Button>
      </Form>
    </section>
  )
}
