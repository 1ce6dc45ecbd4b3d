import { waitForm } from '#domain/waitlist/wait-form.ts'
import type { Context } from '#server/context.ts'
import { joinWaitlist } from '#server/waitlist/join-waitlist.ts'
import { answerForm } from '#app/answer-form.ts'

export const isAboutWaiting = (formData: FormData) => formData.get('intent') === 'wait'

/** Answers the form of a listing's page by which someone waits for days that are taken. */
export function answerWait(ctx: Context, listingId: string, formData: FormData) {
  return answerForm(ctx, formData, {
    schema: waitForm,
    act: ({ intent: _, ...choice }) => joinWaitlist(ctx, { listingId, ...choice }),
    fieldOf: ({ reason }) =>
      ['start-date', 'free', 'over', 'unchanged'].includes(reason) ? 'startDate' : undefined,
    toastAt: ({ reason }) => (['not-found', 'gone'].includes(reason) ? '/products' : undefined),
    to: `/listing/${listingId}`,
    done: 'We tell you when these days are free.',
  })
}
