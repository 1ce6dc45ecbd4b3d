/** The event which says that React handles events from now on. */
export const HYDRATED = 'hiram:hydrated'

/** The source text of a call of the function with these arguments, without indentation. */
export const sourceOf = <A extends string[]>(code: (...args: A) => void, ...args: A): string =>
  `(${String(code).replaceAll(/\n\s+/g, '\n')})(${args.map((arg) => JSON.stringify(arg)).join(',')})`

/**
 * Keeps what someone types or chooses before the scripts run, on a page that the server rendered: each field that they
 * changed reports its change again once React answers events. Otherwise React would put back the values of the server.
 *
 * Browsers get this function as its source text, so it uses nothing from outside. React reports a change only if the
 * field differs from the value that React noted, so `repeatChange` first sets another value, and then the person's.
 */
function repeatChanges(hydrated: string): void {
  const changed = new Set<Element>()
  const note = ({ target }: Event) => changed.add(target as Element)

  const repeatChange = (field: Element) => {
    // Of several radio buttons only the last choice counts.
    if (field instanceof HTMLInputElement && field.type === 'radio' && !field.checked) return
    if (field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)) {
      field.checked = !field.checked
      field.click()
    } else if (
      (field instanceof HTMLInputElement && field.type !== 'file') ||
      field instanceof HTMLTextAreaElement
    ) {
      const { value } = field
      // React's own setter notes this other value; the browser's setter then restores what the person typed.
      field.value = `${value} `
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    } else field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  addEventListener('input', note, true)
  addEventListener(
    hydrated,
    () => {
      removeEventListener('input', note, true)
      for (const field of changed) repeatChange(field)
    },
    { once: true },
  )
}

/** Runs in <head>, before any field can be seen. */
export const repeatChangesScript = sourceOf(repeatChanges, HYDRATED)
