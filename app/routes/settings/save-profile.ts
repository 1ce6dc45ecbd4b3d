import { data } from 'react-router'
import {
  profileForm,
  profileNotUpdated,
  profileRefused,
  profileUpdated,
} from '#domain/account/profile-form.ts'
import { type FormProblem, readForm } from '#domain/form.ts'
import type { Context } from '#server/context.ts'
import { updateProfile } from '#server/account/update-profile.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, typed } from '#app/request.ts'
import { readProfilePost } from './read-profile-post.ts'

/** A refused Settings form. `toast` is a refusal that belongs to no field. */
export type ProfileProblem = FormProblem & { toast?: string }

const fields: Record<string, string> = {
  name: 'fullName',
  unreadable: 'picture',
  'too-large': 'picture',
  'photos-away': 'picture',
}

/** Saves the posted Settings form and answers the browser, which goes back to `here`. */
export async function saveProfile(ctx: Context, request: Request, here: string) {
  const post = await readProfilePost(request)
  if (!post.ok) return answerRefusal(post, { field: 'picture' })
  const form = readForm(profileForm, post.formData, { ignore: ['picture'] })
  if (!form.ok) return answerProblem(form)
  const verdict = await attempt(ctx, () => updateProfile(ctx, { ...form.value, picture: post.picture }))
  if (verdict.ok) return redirectWithToast(here, { kind: 'success', text: profileUpdated })
  const field = fields[verdict.reason]
  const values = typed(post.formData)
  if (field) return answerRefusal(verdict, { field, values })
  if (verdict.reason === 'unexpected')
    return answerRefusal({ ...verdict, message: profileNotUpdated }, { values })
  const toast = profileRefused(verdict.message)
  const { data: problem, init } = answerRefusal({ ...verdict, message: toast }, { values })
  return data<ProfileProblem>({ ...problem, toast }, init ?? {})
}
