import { data } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { checkText } from '#domain/handover/check.ts'
import type { Direction } from '#domain/handover/code.ts'
import {
  broughtBackForm,
  checkForm,
  handoverCodeForm,
  confirmForm,
  MAX_CHECK_PHOTOS,
  newCodeForm,
  objectForm,
  scanForm,
  tooManyCheckPhotos,
} from '#domain/handover/forms.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { type Refusal, refuse } from '#domain/verdict.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Context } from '#server/context.ts'
import { confirmWord, objectToWord } from '#server/handover/answer-word.ts'
import { enterCode } from '#server/handover/enter-code.ts'
import { findWaitingPhotos } from '#server/handover/queries.ts'
import { renewCode } from '#server/handover/renew-code.ts'
import { saveCheck } from '#server/handover/save-check.ts'
import { sayBroughtBack } from '#server/handover/say-brought-back.ts'
import { uploadPrivatePhoto } from '#server/photo/upload-photo.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { answerRefusal, typedValues } from '#app/request.ts'
import { photoIdsOf, readPhotoPost } from '../photo/read-photo-post.ts'

/** A refused form of the page: `photos` are those already uploaded. */
export type HandoverProblem = FormProblem & { intent: string; photos: PhotoRef[] }

const done: Record<Direction, string> = {
  out: 'The handover is confirmed by both.',
  back: 'The return is confirmed by both.',
}
/** Refusals after which the form no longer exists. */
const formIsGone = new Set(['answered', 'side', 'status', 'not-found', 'early', 'late', 'day'])

/** Answers a form of the page of a handover or return. */
export async function answerHandoverPost(ctx: Context, rentalId: string, request: Request) {
  const rules = { max: MAX_CHECK_PHOTOS, tooMany: tooManyCheckPhotos }
  const post = await readPhotoPost(request, (file) => uploadPrivatePhoto(ctx, file), rules)
  const formData = post.ok ? post.formData : new FormData()
  const answer = await answerPost(ctx, rentalId, formData, post.ok ? post.photoError : post.message)
  if (answer instanceof Response) return answer
  const me = ctx.actor.kind === 'user' ? ctx.actor.id : ''
  const photos = await findWaitingPhotos(ctx.db, me, photoIdsOf(formData))
  const intent = String(formData.get('intent') ?? 'check')
  return data<HandoverProblem>({ ...answer.data, intent, photos }, answer.init ?? {})
}

async function answerPost(ctx: Context, rentalId: string, formData: FormData, photoError: string | null) {
  const [here, page] = [`/handover/${rentalId}`, rentalPath(rentalId)]
  if (photoError !== null) {
    const shown = { field: 'photoIds', values: typedValues(formData) }
    return answerRefusal(refuse('photos', photoError), shown)
  }
  const toastAt = ({ reason }: Refusal) => (formIsGone.has(reason) ? page : undefined)
  switch (formData.get('intent')) {
    case 'scan':
      return answerButton(ctx, formData, {
        schema: scanForm,
        act: ({ token }) => enterCode(ctx, { rentalId, given: { token } }),
        to: page,
        done: ({ direction }) => done[direction],
      })
    case 'new-code':
      return answerButton(ctx, formData, {
        schema: newCodeForm,
        act: () => renewCode(ctx, { rentalId }),
        to: here,
        done: 'Here is a new code. The one before is no longer valid.',
      })
    case 'confirm':
      return answerButton(ctx, formData, {
        schema: confirmForm,
        act: () => confirmWord(ctx, { rentalId }),
        to: page,
        done: 'Confirmed. Thank you.',
      })
    case 'object':
      return answerForm(ctx, formData, {
        schema: objectForm,
        act: ({ reason }) => objectToWord(ctx, { rentalId, reason }),
        to: page,
        done: 'Your objection is noted.',
        toastAt,
      })
    case 'check':
      return answerForm(ctx, formData, {
        schema: checkForm,
        act: ({ photoIds, ...form }) => saveCheck(ctx, { rentalId, text: checkText(form), photoIds }),
        to: page,
        done: 'Written down, for both of you.',
        fieldOf: ({ reason }) => (reason === 'photos' ? 'photoIds' : undefined),
        toastAt,
      })
    case 'brought-back':
      return answerForm(ctx, formData, {
        schema: broughtBackForm,
        act: ({ note, photoIds }) => sayBroughtBack(ctx, { rentalId, note, photoIds }),
        to: page,
        done: 'Noted. The owner is asked.',
        fieldOf: ({ reason }) => (reason === 'photos' ? 'photoIds' : undefined),
        toastAt,
      })
    default:
      return answerForm(ctx, formData, {
        schema: handoverCodeForm,
        act: ({ code }) => enterCode(ctx, { rentalId, given: { code } }),
        to: page,
        done: ({ direction }) => done[direction],
        fieldOf: () => 'code',
        toastAt,
      })
  }
}
