import { data } from 'react-router'
import { z } from 'zod'
import { asOwner } from '#domain/access.ts'
import { type FormProblem, readForm } from '#domain/form.ts'
import { answerForm, claimForm, tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
import type { Context } from '#server/context.ts'
import { answerClaim } from '#server/deposit/answer-claim.ts'
import { claimDeposit } from '#server/deposit/claim-deposit.ts'
import type { DepositPage } from '#server/deposit/find-deposit.ts'
import { returnDeposit } from '#server/deposit/return-deposit.ts'
import { findOwnPhotos } from '#server/photo/queries.ts'
import { answerButton } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, formDataOf, typedValues } from '#app/request.ts'
import { readPhotoPost } from '../listing/read-photo-post.ts'

/** A refused claim: `photos` are those already uploaded. */
export type ClaimProblem = FormProblem & { intent: 'claim'; photos: PhotoRef[] }
export type AnswerProblem = FormProblem & { intent: 'answer' }

const claimPost = claimForm.extend({ intent: z.literal('claim') })
const answerPost = answerForm.extend({ intent: z.literal('answer') })
const returnPost = z.strictObject({ intent: z.literal('return') })
/** Refusals after which the form no longer exists: they are shown beside the current state of the deposit. */
const over: RefusalReason[] = [
  'status',
  'deposit',
  'claimed',
  'late',
  'decided',
  'answered',
  'side',
  'not-found',
]
const fields: Partial<Record<RefusalReason, string>> = { amount: 'centavos', photos: 'photoIds' }

/** Answers a form of the deposit's page: a claim is multipart, for its photos. */
export async function answerDepositPost(ctx: Context, deposit: DepositPage, request: Request) {
  const { rentalId } = deposit
  const back = `/profile/rental-tracker/${rentalId}/claim`
  const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (multipart && deposit.side === 'owner') return answerClaimPost(ctx, rentalId, back, request)
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'answer') {
    const form = readForm(answerPost, formData)
    if (!form.ok) return withIntent('answer', answerProblem(form))
    const { answer } = form.value
    const verdict = await attempt(ctx, () => answerClaim(ctx, { rentalId, answer }))
    if (verdict.ok) return redirectWithToast(back, { kind: 'success', text: 'Answer sent.' })
    if (over.includes(verdict.reason))
      return redirectWithToast(back, { kind: 'error', text: verdict.message })
    return withIntent('answer', answerRefusal(verdict, { values: typedValues(formData) }))
  }
  const inCash = deposit.paymentMethod === 'cash_on_delivery'
  return answerButton(ctx, formData, {
    schema: returnPost,
    act: () => returnDeposit(ctx, { rentalId }),
    to: back,
    done: inCash ? 'Noted. Thank you for telling us.' : 'The deposit is on its way back.',
  })
}

async function answerClaimPost(ctx: Context, rentalId: string, back: string, request: Request) {
  const gate = asOwner(ctx.actor)
  if (!gate.ok) return redirectWithToast(back, { kind: 'error', text: gate.message })
  const rules = { max: MAX_CLAIM_PHOTOS, tooMany: tooManyClaimPhotos }
  const post = await readPhotoPost(ctx, gate.owner, request, rules)
  if (!post.ok) {
    const problem = { ok: false as const, values: {}, errors: { photoIds: post.message } }
    return data<ClaimProblem>({ ...problem, intent: 'claim', photos: [] }, { status: 413 })
  }
  const { formData, photoError } = post
  const answer = async ({ data: problem, init }: ReturnType<typeof answerRefusal>) => {
    const ids = formData.getAll('photoIds').filter((id) => z.uuid().safeParse(id).success) as string[]
    const photos = await findOwnPhotos(ctx.db, gate.owner, ids.slice(0, 20))
    return data<ClaimProblem>({ ...problem, intent: 'claim', photos }, init ?? {})
  }
  const form = readForm(claimPost, formData)
  if (!form.ok || photoError) {
    const problem = form.ok ? { ok: false as const, values: typedValues(formData), errors: {} } : form
    const errors = photoError ? { ...problem.errors, photoIds: photoError } : problem.errors
    return answer(answerProblem({ ...problem, errors }))
  }
  const { intent: _, ...claim } = form.value
  const verdict = await attempt(ctx, () => claimDeposit(ctx, { rentalId, ...claim }))
  if (verdict.ok)
    return redirectWithToast(back, { kind: 'success', text: 'Claim sent. We tell you both what we decide.' })
  if (over.includes(verdict.reason)) return redirectWithToast(back, { kind: 'error', text: verdict.message })
  return answer(answerRefusal(verdict, { field: fields[verdict.reason], values: typedValues(formData) }))
}

function withIntent(intent: 'answer', { data: problem, init }: ReturnType<typeof answerRefusal>) {
  return data<AnswerProblem>({ ...problem, intent }, init ?? {})
}
