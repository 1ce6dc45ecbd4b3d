import { data } from 'react-router'
import { z } from 'zod'
import type { Owner } from '#domain/access.ts'
import { type FormProblem, readForm } from '#domain/form.ts'
import { imageRequired, listingForm } from '#domain/listing/listing-form.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Refusal, Verdict } from '#domain/verdict.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { Context } from '#server/context.ts'
import { addListing } from '#server/listing/add-listing.ts'
import { editListing } from '#server/listing/edit-listing.ts'
import { findOwnPhotos } from '#server/photo/queries.ts'
import { attempt } from '#app/attempt.ts'
import { requireOwnListing } from '#app/own-listing.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerRefusal, typedValues } from '#app/request.ts'
import { draftOf } from './listing-draft.ts'
import { photoIdsOf, type PhotoPost } from '../photo/read-photo-post.ts'

/** A refused listing form. `photos` are those already uploaded; `failed` is an error that belongs to no field. */
export type SaveProblem = FormProblem & { photos: PhotoRef[]; failed?: string }

const words = {
  add: { done: 'Item added successfully!', failed: 'Error adding item' },
  edit: { done: 'Item updated successfully!', failed: 'Error updating item' },
}
const reload = 'Please reload the page and try again.'
const fields: Partial<Record<RefusalReason, string>> = {
  photos: 'photoIds',
  category: 'categoryId',
  tags: 'tags',
}

const addForm = listingForm.safeExtend({
  intent: z.literal('add'),
  key: z.uuidv7({ error: reload }).optional(),
})
const editForm = listingForm.safeExtend({
  intent: z.literal('edit'),
  listingId: z.uuid(),
  seen: z.string().max(40).optional(),
})

/** Adds or edits a listing from the posted form, and answers the browser. */
export async function saveListing(ctx: Context, owner: Owner, intent: 'add' | 'edit', post: PhotoPost) {
  const { formData, photoError } = post
  const photoIds = photoIdsOf(formData)
  const answer = async (problem: FormProblem, init: ResponseInit | null, failed?: string) =>
    data<SaveProblem>(
      { ...problem, failed, photos: await findOwnPhotos(ctx.db, owner, photoIds) },
      init ?? {},
    )

  const form = intent === 'edit' ? readForm(editForm, formData) : readForm(addForm, formData)
  const photoProblem = photoError ?? (photoIds.length === 0 ? imageRequired : undefined)
  if (!form.ok || photoProblem) {
    const problem = form.ok ? { ok: false as const, values: typedValues(formData), errors: {} } : form
    const errors = photoProblem ? { photoIds: photoProblem, ...problem.errors } : problem.errors
    return answer({ ...problem, errors }, { status: 422 })
  }

  const { intent: _, ...listing } = form.value
  const verdict: Verdict = await attempt(ctx, () =>
    'listingId' in listing ? editListing(ctx, splitId(listing)) : add(ctx, owner, listing),
  )
  if (verdict.ok) return redirectWithToast('/profile/listings', { kind: 'success', text: words[intent].done })
  return answerSaveRefusal(verdict)

  async function answerSaveRefusal(refusal: Refusal) {
    const failed = `${words[intent].failed}: ${refusal.message}`
    if (refusal.reason === 'not-found' || refusal.reason === 'not-owner')
      return redirectWithToast('/profile/listings', { kind: 'error', text: failed })
    const field = fields[refusal.reason]
    const values = typedValues(formData)
    if (refusal.reason === 'stale') values.seen = await findVersion(String(values.listingId))
    const { data: problem, init } = answerRefusal(refusal, { field, values })
    return answer(problem, init, field ? undefined : failed)
  }

  /** What the form is sent with next, as the owner knows by then that it replaces another edit. */
  async function findVersion(listingId: string) {
    return draftOf((await requireOwnListing(ctx, listingId, 'edit')).listing).seen ?? ''
  }
}

const add = (ctx: Context, owner: Owner, { key, ...form }: Omit<z.output<typeof addForm>, 'intent'>) =>
  addListing(ctx, owner, form, key)

function splitId<T extends { listingId: string; seen?: string }>({ listingId, seen, ...form }: T) {
  return { listingId, seen, form }
}
