/** A message that its writer sent and that the server has not confirmed. */
export type KeptMessage = { clientId: string; text: string; at: string; preview: string | null }

const nameOf = (key: string) => `unsent:${key}`

/** The unsent messages of a conversation in this tab. They survive a reload, if the browser allows storage. */
export function readKept(key: string): KeptMessage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isKept) : []
  } catch {
    return []
  }
}

export function keep(key: string, { clientId, text, at, preview }: KeptMessage): void {
  // A photo that this browser can’t draw is not stored; a message with nothing else would come back empty.
  if (text === '' && !preview) return
  const others = readKept(key).filter((other) => other.clientId !== clientId)
  if (!write(key, [...others, { clientId, text, at, preview }]) && text !== '')
    write(key, [...others, { clientId, text, at, preview: null }])
}

export function forget(key: string, clientId: string): void {
  const stored = readKept(key)
  const left = stored.filter((other) => other.clientId !== clientId)
  if (left.length < stored.length) write(key, left)
}

function write(key: string, messages: readonly KeptMessage[]): boolean {
  try {
    if (messages.length === 0) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(messages))
    return true
  } catch {
    // With a full or forbidden storage, the message is only on the page.
    return false
  }
}

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, text, at, preview } = value as Record<string, unknown>
  if (preview !== null && typeof preview !== 'string') return false
  return (
    [clientId, text, at].every((each) => typeof each === 'string') && !Number.isNaN(Date.parse(String(at)))
  )
}
