/** A message that its writer sent and that the server has not confirmed. */
export type KeptMessage = { clientId: string; text: string; at: string; preview: string | null }

const nameOf = (key: string) => `unsent:${key}`

/** The unsent messages of a conversation in this tab. A reload keeps them; a browser that keeps nothing has none. */
export function readKept(key: string): KeptMessage[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

export function keep(key: string, { clientId, text, at, preview }: KeptMessage): void {
  // A photo that this browser can’t draw is not kept; a message of nothing else would come back empty.
  if (text === '' && !preview) return
  const others = readKept(key).filter((other) => other.clientId !== clientId)
  if (!write(key, [...others, { clientId, text, at, preview }]) && text !== '')
    write(key, [...others, { clientId, text, at, preview: null }])
}

export function forget(key: string, clientId: string): void {
  const kept = readKept(key)
  const left = kept.filter((other) => other.clientId !== clientId)
  if (left.length < kept.length) write(key, left)
}

function write(key: string, messages: readonly KeptMessage[]): boolean {
  try {
    if (messages.length === 0) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(messages))
    return true
  } catch {
    // A full or forbidden storage: the message stays on the page alone.
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
