import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Whether a page's data is reloaded after a form: not after one that only marks something as seen. */
export function reloadsAfterForm({ formData }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get('intent') !== 'seen'
}
