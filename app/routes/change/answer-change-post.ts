import { changeAnswerForm, changeForms } from '#domain/change/change-form.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Context } from '#server/context.ts'
import { answerChange } from '#server/change/answer-change.ts'
import { askChange } from '#server/change/ask-change.ts'
import type { FoundChanges } from '#server/change/find-changes.ts'
import { withdrawChange } from '#server/change/withdraw-change.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'

/** Refusals after which the form is no longer there. */
const over: RefusalReason[] = ['status', 'contested', 'changing', 'side', 'not-found']
const fields = { extend: 'days', shorten: 'lastDay', move: 'start' } as const

/** Answers a form of the page on which the days of a rental are changed. */
export async function answerChangePost(ctx: Context, { rental }: FoundChanges, request: Request) {
  const formData = await formDataOf(request)
  const back = rentalPath(rental.id, 'change')
  if (formData.get('intent') === 'ask') {
    const what = (['shorten', 'move'] as const).find((name) => name === formData.get('what')) ?? 'extend'
    return answerForm(ctx, formData, {
      schema: changeForms[what],
      act: ({ intent: _, seen, ...request }) => askChange(ctx, { rentalId: rental.id, request, seen }),
      fieldOf: () => fields[what],
      toastAt: ({ reason }) => (over.includes(reason) ? back : undefined),
      to: back,
      done: 'Asked. We tell you as soon as there is an answer.',
    })
  }
  return answerButton(ctx, formData, {
    schema: changeAnswerForm,
    act: async ({ intent, changeId }) => {
      if (intent === 'withdraw') {
        const taken = await withdrawChange(ctx, { changeId })
        return taken.ok ? { ...taken, text: 'Taken back. The rental stays as it was.' } : taken
      }
      const answered = await answerChange(ctx, { changeId, yes: intent === 'approve' })
      if (!answered.ok) return answered
      if (intent === 'decline') return { ...answered, text: 'Declined. The rental stays as it was.' }
      return {
        ...answered,
        text: answered.waits
          ? 'Agreed. The days change once the renter has paid.'
          : `Agreed. The days are changed.`,
      }
    },
    to: back,
    done: ({ text }) => text,
  })
}
