const nameOf = (key: string) => `draft:${key}`

/** Puts what this tab keeps for the box of a conversation back into it, while it is empty. */
export function restoreDraft(key: string, box: HTMLTextAreaElement): void {
  if (box.value !== '') return
  try {
    box.value = sessionStorage.getItem(nameOf(key)) ?? ''
  } catch {
    // In a browser without storage there is nothing to put back.
  }
}

/** Keeps what is typed and not sent in this tab, so that it is there again after Back or a reload. */
export function keepDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), text)
  } catch {
    // With a full or forbidden storage, the text is only on the page.
  }
}
