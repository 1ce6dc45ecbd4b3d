import { data } from 'react-router'
import { z } from 'zod'
import { type FormProblem, readForm } from '#domain/form.ts'
import { claimForm, tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'
import { answerDisputeForm, appealForm, openForm } from '#domain/dispute/dispute-forms.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { Verdict } from '#domain/verdict.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Context } from '#server/context.ts'
import { acceptDispute } from '#server/dispute/accept-dispute.ts'
import { answerDispute } from '#server/dispute/answer-dispute.ts'
import { appealDispute } from '#server/dispute/appeal-dispute.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { fileDispute } from '#server/dispute/file-dispute.ts'
import type { DisputePage } from '#server/dispute/find-dispute-page.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { findOwnPhotos } from '#server/photo/queries.ts'
import { uploadClaimPhoto } from '#server/photo/upload-photo.ts'
import { endNeverGot } from '#server/rental/end-never-got.ts'
import { answerButton } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, typedValues } from '#app/request.ts'
import { photoIdsOf, readPhotoPost } from '../photo/read-photo-post.ts'

const statements = ['claim', 'open', 'answer', 'appeal'] as const
type Intent = (typeof statements)[number]
/** A refused form of the page: `photos` are those already uploaded. */
export type StatementProblem = FormProblem & { intent: Intent; photos: PhotoRef[] }

const forms = {
  claim: claimForm.extend({ intent: z.literal('claim') }),
  open: openForm.extend({ intent: z.literal('open') }),
  answer: answerDisputeForm.extend({ intent: z.literal('answer') }),
  appeal: appealForm.extend({ intent: z.literal('appeal') }),
}
const done: Record<Intent, string> = {
  claim: 'Claim sent. We tell you both what we decide.',
  open: 'Sent. They can answer, and then we decide.',
  answer: 'Answer sent.',
  appeal: 'Appeal sent. We look at it again.',
}
const returnPost = z.strictObject({ intent: z.literal('return') })
const acceptPost = z.strictObject({
  intent: z.literal('accept'),
  accepts: z.enum(['demand', 'decision']),
  /** The demand that its sender saw, in centavos; empty: no money. */
  demand: z
    .string()
    .regex(/^\d{0,12}$/)
    .default('')
    .transform((digits) => (digits === '' ? null : Number(digits))),
  /** Whether its sender saw that the rental ends as never handed over. */
  neverGot: z.literal('yes').optional(),
})
/** Refusals after which the form no longer exists: they are shown beside the current state of the page. */
const over: RefusalReason[] = [
  'status',
  'deposit',
  'claimed',
  'late',
  'early',
  'decided',
  'answered',
  'side',
  'limit',
  'not-found',
]
const fields: Partial<Record<RefusalReason, Partial<Record<Intent, string>>>> = {
  amount: { claim: 'centavos', open: 'asked', answer: 'asked', appeal: 'appeal' },
  // The answer can be sent without the amount.
  claimed: { answer: 'asked' },
  late: { answer: 'asked' },
  deposit: { answer: 'asked' },
  photos: { claim: 'photoIds', open: 'photoIds', answer: 'photoIds', appeal: 'photoIds' },
}

/** Answers a form of the page: what people say is multipart, for its photos. */
export async function answerDisputePage(ctx: Context, page: DisputePage, request: Request) {
  const { rentalId } = page
  const back = rentalPath(rentalId, 'claim')
  const rules = { max: MAX_CLAIM_PHOTOS, tooMany: tooManyClaimPhotos }
  const post = await readPhotoPost(request, (file) => uploadClaimPhoto(ctx, file), rules)
  // Not a form that can be read: which of the forms it was is not known.
  if (!post.ok) return redirectWithToast(back, { kind: 'error', text: post.message })
  const { formData, photoError } = post
  const intent = statements.find((one) => one === formData.get('intent'))
  if (intent) return answerStatement(ctx, page, { intent, formData, photoError, back })
  if (formData.get('intent') === 'accept')
    return answerButton(ctx, formData, {
      schema: acceptPost,
      act: async ({ accepts, demand, neverGot }) => {
        const seen = { what: accepts, centavos: demand, neverGot: neverGot === 'yes' }
        const accepted = await acceptDispute(ctx, { rentalId, accepts: seen })
        if (accepted.ok && accepted.ended) await endNeverGot(ctx, rentalId)
        return accepted
      },
      to: back,
      done: ({ ended }) => (ended ? 'Done. It is closed.' : 'Noted. It is closed once they accept it, too.'),
    })
  const inCash = page.paymentMethod === 'cash_on_delivery'
  return answerButton(ctx, formData, {
    schema: returnPost,
    act: () => returnDeposit(ctx, { rentalId }),
    to: back,
    done: inCash ? 'Noted. Thank you for telling us.' : 'The deposit is on its way back.',
  })
}

type Posted = { intent: Intent; formData: FormData; photoError: string | null; back: string }

async function answerStatement(
  ctx: Context,
  page: DisputePage,
  { intent, formData, photoError, back }: Posted,
) {
  const answer = async ({ data: problem, init }: ReturnType<typeof answerRefusal>) => {
    const me = ctx.actor.kind === 'user' ? ctx.actor : null
    const photos = me ? await findOwnPhotos(ctx.db, me, photoIdsOf(formData)) : []
    return data<StatementProblem>({ ...problem, intent, photos }, init ?? {})
  }
  const read = readStatement(ctx, page.rentalId, intent, formData)
  if (!read.ok || photoError) {
    const problem = read.ok ? { ok: false as const, values: typedValues(formData), errors: {} } : read
    const errors = photoError ? { ...problem.errors, photoIds: photoError } : problem.errors
    return answer(answerProblem({ ...problem, errors }))
  }
  const verdict = await attempt(ctx, read.act)
  if (verdict.ok) return redirectWithToast(back, { kind: 'success', text: done[intent] })
  const field = fields[verdict.reason]?.[intent]
  if (!field && over.includes(verdict.reason))
    return redirectWithToast(back, { kind: 'error', text: verdict.message })
  return answer(answerRefusal(verdict, { field, values: typedValues(formData) }))
}

type Read = FormProblem | { ok: true; act: () => Promise<Verdict> }

/** Reads a form, and returns the use case that it asks for. */
function readStatement(ctx: Context, rentalId: string, intent: Intent, formData: FormData): Read {
  const read = <T>(form: FormProblem | { ok: true; value: T }, act: (value: T) => Promise<Verdict>): Read =>
    form.ok ? { ok: true, act: () => act(form.value) } : form
  switch (intent) {
    case 'claim':
      return read(readForm(forms.claim, formData), ({ intent: _, ...claim }) =>
        claimDeposit(ctx, { rentalId, ...claim }),
      )
    case 'open':
      return read(readForm(forms.open, formData), ({ kind, text, asked, photoIds }) =>
        fileDispute(ctx, { rentalId, kind, text, askedCentavos: asked, photoIds }),
      )
    case 'answer':
      return read(readForm(forms.answer, formData), ({ answer, asked, photoIds }) =>
        answerDispute(ctx, { rentalId, text: answer, askedCentavos: asked, photoIds }),
      )
    case 'appeal':
      return read(readForm(forms.appeal, formData), ({ appeal, photoIds }) =>
        appealDispute(ctx, { rentalId, text: appeal, photoIds }),
      )
  }
}
