type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Page = { accountId: string | null; path: string }
type Kept = Page & { intent: string | null; fields: [name: string, value: string][] }

/** The name under which a tab stores the texts of a form whose person was found to be logged out. */
const NAME = 'unsent-form'
const texts = ['text', 'textarea', 'select-one', 'email', 'tel', 'number', 'date', 'time', 'url']

/** The page that was shown before. */
let before: Page | null = null

/**
 * To be called with the shown page and who is logged in each time the site has told it, and with the form that was
 * sent since. If that form was answered by nobody being logged in any more, its texts are stored in this tab, and are
 * back in the form once the same account opens its page again.
 */
export function restoreUnsent(page: Page, sent: HTMLFormElement | null) {
  const sentFrom = before
  before = page
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
  const fields = fieldsOf(form).map(({ name, value }): [string, string] => [name, value])
  const kept: Kept = { ...page, intent: intentOf(form), fields }
  if (fields.some(([, value]) => value)) sessionStorage.setItem(NAME, JSON.stringify(kept))
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
    // React takes an event for new only if the value was not set by the property that it watches.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, fields[i]![1])
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return true
}

/** The fields in which a person types or chooses a text; passwords are none. */
const fieldsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Control[]).filter(({ name, type }) => name && texts.includes(type))

const intentOf = (form: HTMLFormElement) => new FormData(form).get('intent') as string | null
