/** The event which says that React handles events from now on. */
export const HYDRATED = 'hiram:hydrated'

/**
 * A rendered page that keeps what someone types or chooses before its scripts run: each field that they changed
 * reports its change again once React answers events. Otherwise React would put back the values of the server.
 */
export const repeatingChanges = (html: string, nonce: string | undefined): string =>
  withScript(html, nonce, repeatChanges, HYDRATED)

/** A rendered page with an inline script at the end of its head, which calls a function with these arguments. */
export function withScript<A extends string[]>(
  html: string,
  nonce: string | undefined,
  code: (...args: A) => void,
  ...args: A
): string {
  const script = `(${code})(${args.map((arg) => JSON.stringify(arg)).join(',')})`
  return html.replace('</head>', () => `<script${nonce ? ` nonce="${nonce}"` : ''}>${script}</script></head>`)
}

/**
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
