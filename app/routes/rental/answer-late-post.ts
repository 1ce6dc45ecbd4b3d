import { objectionForm, waiveAllForm, waiveForm } from '#domain/rental/late-form.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Context } from '#server/context.ts'
import { objectLateFee } from '#server/rental/object-late-fee.ts'
import { waiveLateFee } from '#server/rental/waive-late-fee.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'

/** Answers the forms of the page of a late fee: waive a part, waive all, object. */
export async function answerLatePost(ctx: Context, rentalId: string, request: Request) {
  const to = rentalPath(rentalId, 'late')
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'waive')
    return answerForm(ctx, formData, {
      schema: waiveForm,
      act: ({ centavos, seen }) => waiveLateFee(ctx, { rentalId, waived: centavos, seen }),
      to,
      done: 'Waived. The renter is told.',
      fieldOf: ({ reason }) => (reason === 'amount' ? 'centavos' : undefined),
      toastAt: ({ reason }) => (reason === 'amount' ? undefined : to),
    })
  if (formData.get('intent') === 'object')
    return answerForm(ctx, formData, {
      schema: objectionForm,
      act: ({ objection }) => objectLateFee(ctx, { rentalId, objection }),
      to,
      done: 'Objection sent. It is decided in the dispute.',
      toastAt: () => to,
    })
  return answerButton(ctx, formData, {
    schema: waiveAllForm,
    act: () => waiveLateFee(ctx, { rentalId, waived: 'all' }),
    to,
    done: 'Waived. The renter is told.',
  })
}
