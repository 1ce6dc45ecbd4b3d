import { HYDRATED, sourceOf } from './repeat-changes.ts'

const INERT_ID = 'start-when-touched'

/**
 * A rendered page whose scripts a browser loads only when someone first uses the page, or 4 s after it has loaded:
 * visitors can read the page without them. Once React answers events, the last click or submit is repeated, after the
 * changed fields (`repeatChangesScript`).
 */
export function delayScripts(html: string, nonce: string | undefined): string {
  const inert = html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/(<script[^>]*) type="module" async=""/, `$1 type="text/plain" id="${INERT_ID}"`)
  const script = sourceOf(startWhenTouched, INERT_ID, HYDRATED)
  return inert.replace(
    '</head>',
    () => `<script${nonce ? ` nonce="${nonce}"` : ''}>${script}</script></head>`,
  )
}

/**
 * Browsers get this function as its source text, so it uses nothing from outside. `wake` leaves out moves without
 * distance, which browsers report when a page appears under a pointer that rests. `postpone` stops clicks on links and
 * buttons, and submits; the last one is repeated later. A click with a modifier key is the browser’s own. The page may
 * move under a pressed pointer as React starts, so the browser reports a click on another element: `answerPress` gives
 * the first click after the start to what was pressed, unless the pointer has moved by more than 10 pixels.
 */
function startWhenTouched(inertId: string, hydrated: string): void {
  const touches = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click', 'submit', 'input']
  let toRepeat: (() => void) | undefined
  let press: PointerEvent | undefined
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

  const notePress = (event: Event) => {
    press = event as PointerEvent
  }

  const answerPress = (event: Event) => {
    const { target, clientX, clientY } = event as MouseEvent
    const pressed = (press?.target as Element | undefined)?.closest<HTMLElement>('a,button')
    if (!press || !pressed || pressed.contains(target as Element)) return
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > 10) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.click()
  }

  const postpone = (event: Event) => {
    press = undefined
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

  const release = () => {
    for (const type of touches) removeEventListener(type, wake, true)
    removeEventListener('click', postpone, true)
    removeEventListener('submit', postpone, true)
    removeEventListener('pointerdown', notePress, true)
    toRepeat?.()
    toRepeat = undefined
  }

  for (const type of touches) addEventListener(type, wake, { capture: true, passive: true })
  addEventListener('click', postpone, true)
  addEventListener('submit', postpone, true)
  addEventListener('pointerdown', notePress, true)
  addEventListener('load', () => setTimeout(start, 4000))
  addEventListener(
    hydrated,
    () => {
      const repeat = toRepeat
      toRepeat = undefined
      release()
      addEventListener('click', answerPress, { capture: true, once: true })
      // A repeated submit reads the changed fields, which React renders at the end of this task.
      setTimeout(() => repeat?.())
    },
    { once: true },
  )
}
