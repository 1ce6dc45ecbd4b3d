import { isChanged } from './keep-page.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Page = { accountId: string | null; path: string }
/** A form; the value of a field that its person had not changed is null. */
type Kept = Page & { intent: string | null; fields: [name: string, value: string | null][] }

/** The name under which a tab stores the texts of a form whose person was found to be logged out. */
const NAME = 'unsent-form'
const textTypes = ['text', 'textarea', 'select-one', 'email', 'tel', 'number', 'date', 'time', 'url']

let previousPage: Page | null = null

/**
 * To be called whenever the page or the root's data changes: with the page, who is logged in, and the form that was
 * sent since the last call. If the session of a form had ended, what its person had typed is stored in this tab. When
 * the same account opens that page again, it is put back into the form; when another account logs in, it is deleted.
 */
export function restoreUnsent(page: Page, sent: HTMLFormElement | null) {
  const sentFrom = previousPage
  previousPage = page
  try {
    if (page.accountId === null) {
      if (sentFrom?.accountId && sent?.method === 'post') store(sent, sentFrom)
      return
    }
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Kept | null
    if (kept && (kept.accountId !== page.accountId || (kept.path === page.path && fill(kept))))
      sessionStorage.removeItem(NAME)
  } catch {
    // With a full or forbidden storage, the texts are lost.
  }
}

function store(form: HTMLFormElement, page: Page) {
  if (([...form.elements] as Control[]).some(isSecret)) return
  const fields = fieldsOf(form).map((field): Kept['fields'][number] => [
    field.name,
    isChanged(field) ? field.value : null,
  ])
  const kept: Kept = { ...page, intent: intentOf(form), fields }
  if (fields.some(([, value]) => value !== null)) sessionStorage.setItem(NAME, JSON.stringify(kept))
}

/** Puts texts back into their form; false when the page does not have it. */
function fill({ intent, fields }: Kept): boolean {
  const names = fields.map(([name]) => name).join()
  const found = [...document.forms].filter(
    (form) =>
      intentOf(form) === intent &&
      fieldsOf(form)
        .map(({ name }) => name)
        .join() === names,
  )
  // Of several equal forms it is not known which one it was.
  if (found.length !== 1) return false
  for (const [i, field] of fieldsOf(found[0]!).entries()) {
    const value = fields[i]![1]
    if (value === null) continue
    // React replaces the property `value` of a field and ignores the event of a value that was set through it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return true
}

/** A password, also one that is shown, or a code; nothing of a form with one is stored. */
const isSecret = ({ autocomplete }: Control) => /password|one-time-code/.test(autocomplete)

/** The fields in which a person types or chooses a text. */
const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Control[]).filter(({ name, type }) => name && textTypes.includes(type))

const intentOf = (form: HTMLFormElement) => new FormData(form).get('intent') as string | null
