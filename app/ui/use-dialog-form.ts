import { type RefObject, useRef, useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * Whether a form that the address of its page opens is shown in a dialog: where scripts run, unless something was
 * typed into it before they did. `section` is the part of the page that has the form otherwise.
 */
export function useDialogForm(section: RefObject<HTMLElement | null>): boolean {
  const decided = useRef<boolean>(null)
  return useSyncExternalStore(
    subscribe,
    () => (decided.current ??= !isTyped(section.current)),
    () => false,
  )
}

/** Whether something was typed or chosen in the fields of a part of a page. */
export function isTyped(section: HTMLElement | null): boolean {
  const fields = section?.querySelectorAll('input, textarea, select') ?? []
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const chosen = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
      return field.selectedIndex !== Math.max(chosen, 0)
    }
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false
    const isTick = field.type === 'checkbox' || field.type === 'radio'
    return isTick ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
  })
}
