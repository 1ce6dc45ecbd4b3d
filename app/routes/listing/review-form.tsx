import { type ReactNode, useRef } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { loginHref } from '#domain/account/return-path.ts'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { MAX_REVIEW_LENGTH } from '#domain/review/rating.ts'
import { loginToReview } from '#domain/review/review.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Dialog } from '#app/ui/primitives/dialog.tsx'
import { FormError, TextArea } from '#app/ui/primitives/field.tsx'
import { useDialogForm } from '#app/ui/use-dialog-form.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import type { OwnReview } from '#server/review/queries.ts'
import { Link } from '#app/ui/link.tsx'
import { RatingField } from './rating-field.tsx'

type ReviewFormProps = {
  listing: { id: string; title: string }
  own: OwnReview | null
  verified: boolean
  atOnce: boolean
  problem: FormProblem | undefined
}

/** The form of a review: a modal where scripts run, a part of the page where they don't. */
export function ReviewForm(props: ReviewFormProps) {
  const navigate = useNavigate()
  const title = props.own ? 'Edit your review' : 'Leave a Review'
  const back = `/listing/${props.listing.id}`
  const section = useRef<HTMLDivElement>(null)
  if (!useDialogForm(section))
    return (
      <Card ref={section} as="section" aria-labelledby="review-form" className="mt-6">
        <h3 id="review-form" className="mb-4 text-lg">
          {title}
        </h3>
        <Fields
          {...props}
          cancel={
            <ButtonLink to={`${back}#reviews`} variant="secondary">
              Cancel
            </ButtonLink>
          }
        />
      </Card>
    )
  const close = () => navigate(back, { replace: true, preventScrollReset: true })
  return (
    <Dialog open onClose={close} title={title}>
      <Fields
        {...props}
        cancel={
          <Button type="button" variant="secondary" onClick={close}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  )
}

function Fields({
  listing,
  own,
  verified,
  atOnce,
  problem,
  cancel,
}: ReviewFormProps & { cancel: ReactNode }) {
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formData?.get('intent') === 'write-review'
  const typed = (name: string, otherwise: string | undefined) =>
    problem ? typedIn(problem, name) : otherwise
  return (
    <Form
      ref={form}
      method="post"
      action={`/listing/${listing.id}#reviews`}
      replace
      preventScrollReset
      noValidate
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value="write-review" />
      <p className="text-muted">
        {atOnce
          ? `You rented ${listing.title}. Others see your review, with your first name, at once.`
          : verified
            ? `You rented ${listing.title}. An admin reads your review before others see it, as an admin has ` +
              'decided not to show one of yours before.'
            : `An admin reads your review of ${listing.title} before others see it, as you have not ` +
              'completed a rental of it.'}
      </p>
      {problem?.formError ? (
        <FormError>
          {problem.formError}{' '}
          {problem.formError === loginToReview ? (
            <Link to={loginHref(`/listing/${listing.id}?review=1`)} className="underline">
              Log in
            </Link>
          ) : null}
        </FormError>
      ) : null}
      <RatingField
        value={typed('rating', own ? String(own.rating) : undefined)}
        error={problem?.errors.rating}
      />
      <TextArea
        label="Review"
        name="body"
        required
        rows={6}
        maxLength={MAX_REVIEW_LENGTH}
        hint="Was it as described? How was handing it over? Leave out addresses and phone numbers."
        defaultValue={typed('body', own?.body)}
        error={problem?.errors.body}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <Button busy={busy} busyText="Sending...">
          {own ? 'Update Review' : 'Submit Review'}
        </Button>
      </div>
    </Form>
  )
}
