import { data } from 'react-router'
import {
  profileForm,
  profileNotUpdated,
  profileRefusedToast,
  profileUpdated,
} from '#domain/account/profile-form.ts'
import { type FormProblem, readForm } from '#domain/form.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { Context } from '#server/context.ts'
import { updateProfile } from '#server/account/update-profile.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, typedValues } from '#app/request.ts'
import { readProfilePost } from './read-profile-post.ts'

/** A refused profile form. `toast` is set when the refusal belongs to no field: it is then also shown as a toast. */
export type ProfileProblem = FormProblem & { toast?: string }

/** The field beside which a refusal is shown. */
const fieldOfReason: Partial<Record<RefusalReason, string>> = {
  name: 'fullName',
  unreadable: 'picture',
  'too-large': 'picture',
  'photos-away': 'picture',
}

/**
 * Saves the posted profile form and redirects to `here`, the page of the form. After a refusal it answers with what
 * was typed and the message: beside a field, for the whole form, or for the whole form and as a toast.
 */
export async function saveProfile(ctx: Context, request: Request, here: string) {
  const post = await readProfilePost(request)
  if (!post.ok) return answerRefusal(post, { field: 'picture' })
  const form = readForm(profileForm, post.formData, { ignore: ['picture'] })
  if (!form.ok) return answerProblem(form)
  const verdict = await attempt(ctx, () => updateProfile(ctx, { ...form.value, picture: post.picture }))
  if (verdict.ok) return redirectWithToast(here, { kind: 'success', text: profileUpdated })
  const field = fieldOfReason[verdict.reason]
  const values = typedValues(post.formData)
  if (field) return answerRefusal(verdict, { field, values })
  if (verdict.reason === 'unexpected')
    return answerRefusal({ ...verdict, message: profileNotUpdated }, { values })
  const toast = profileRefusedToast(verdict.message)
  const answer = answerRefusal({ ...verdict, message: toast }, { values })
  return data<ProfileProblem>({ ...answer.data, toast }, answer.init ?? {})
}
