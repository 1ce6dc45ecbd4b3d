import { addPasskeyForm, removePasskeyForm, renamePasskeyForm } from '#domain/account/passkey-form.ts'
import { addPasskey, removePasskey, renamePasskey } from '#server/account/change-passkeys.ts'
import type { Context } from '#server/context.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'

/** Whether a form about passkeys needs a proof. */
export const passkeysNeedProof = (formData: FormData): boolean =>
  ['add-passkey', 'remove-passkey'].includes(String(formData.get('intent')))

/** Answers the forms about passkeys, on the page `here`; undefined for another form. */
export function answerPasskeys(ctx: Context, formData: FormData, here: string) {
  switch (formData.get('intent')) {
    case 'add-passkey':
      return answerButton(ctx, formData, {
        schema: addPasskeyForm,
        act: ({ passkey }) => addPasskey(ctx, passkey),
        to: here,
        done: 'The passkey is added.',
      })
    case 'rename-passkey':
      return answerForm(ctx, formData, {
        schema: renamePasskeyForm,
        act: (form) => renamePasskey(ctx, form),
        toastAt: () => here,
        to: here,
        done: 'The passkey is renamed.',
      })
    case 'remove-passkey':
      return answerButton(ctx, formData, {
        schema: removePasskeyForm,
        act: (form) => removePasskey(ctx, form),
        to: here,
        done: 'The passkey is removed.',
      })
    default:
      return undefined
  }
}
