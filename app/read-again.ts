import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether a page is read anew after a form: not when it only said that something was seen. */
export function isReadAgain({ formData }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get('intent') !== 'seen'
}
