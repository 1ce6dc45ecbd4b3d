/** The event which says that React handles events from now on. */
export const HYDRATED = 'hiram:hydrated'
const INERT_ID = 'start-when-touched'

/**
 * A rendered page whose scripts a browser loads only when someone first uses the page, or 4 s after it has loaded:
 * visitors can read the page without them. Once React answers events, the last click or submit and every changed field
 * are repeated.
 */
export function startingWhenTouched(html: string, nonce: string | undefined): string {
  const script = `(${startWhenTouched})(${JSON.stringify(INERT_ID)},${JSON.stringify(HYDRATED)})`
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script[^>]*) type="module" async=""/, `$1 type="text/plain" id="${INERT_ID}"`)
    .replace('</head>', () => `<script${nonce ? ` nonce="${nonce}"` : ''}>${script}</script></head>`)
}

/**
 * Browsers get this function as its source text, so it uses nothing from outside. `wake` leaves out moves without
 * distance, which browsers report when a page appears under a pointer that rests. `postpone` stops a click on a link
 * or button, or a submit, which is repeated later; a click with a modifier key is the browser’s own. `repeatChange`
 * writes the old state first, as React reports a change of a field only if it differs from what React knows.
 */
function startWhenTouched(inertId: string, hydrated: string): void {
  const touches = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click', 'submit', 'input']
  const changed = new Set<Element>()
  let toRepeat: (() => void) | undefined
  let isStarted = false

  const wake = (event: Event) => {
    const { movementX, movementY } = event as PointerEvent
    if (event.type !== 'pointermove' || movementX !== 0 || movementY !== 0) start()
  }

  const start = () => {
    const inert = document.getElementById(inertId) as HTMLScriptElement | null
    if (isStarted || !inert) return
    isStarted = true
    const script = document.createElement('script')
    script.type = 'module'
    script.text = inert.text
    // A browser that can’t load the scripts continues without them.
    script.onerror = release
    setTimeout(release, 4000)
    document.head.append(script)
  }

  const postpone = (event: Event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
    const element = event.type === 'click' ? (target as Element).closest('a,button') : (target as Element)
    if (!element || button || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { submitter } = event as SubmitEvent
    toRepeat =
      event.type === 'click'
        ? () => (element as HTMLElement).click()
        : () => (element as HTMLFormElement).requestSubmit(submitter)
  }

  const note = ({ target }: Event) => changed.add(target as Element)

  const release = () => {
    for (const type of touches) removeEventListener(type, wake, true)
    removeEventListener('click', postpone, true)
    removeEventListener('submit', postpone, true)
    toRepeat?.()
    toRepeat = undefined
  }

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
      field.value = ''
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    } else field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  for (const type of touches) addEventListener(type, wake, { capture: true, passive: true })
  addEventListener('click', postpone, true)
  addEventListener('submit', postpone, true)
  addEventListener('input', note, true)
  addEventListener('load', () => setTimeout(start, 4000))
  addEventListener(
    hydrated,
    () => {
      const fields = [...changed]
      const repeat = toRepeat
      toRepeat = undefined
      release()
      removeEventListener('input', note, true)
      for (const field of fields) repeatChange(field)
      repeat?.()
    },
    { once: true },
  )
}
