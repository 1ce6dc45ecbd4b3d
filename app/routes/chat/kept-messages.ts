/** A message that its writer sent and that the server has not confirmed. */
export type KeptMessage = { clientId: string; text: string; at: string }

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

export function keep(key: string, { clientId, text, at }: KeptMessage): void {
  write(key, [...readKept(key).filter((other) => other.clientId !== clientId), { clientId, text, at }])
}

export function forget(key: string, clientId: string): void {
  const kept = readKept(key)
  const left = kept.filter((other) => other.clientId !== clientId)
  if (left.length < kept.length) write(key, left)
}

function write(key: string, messages: readonly KeptMessage[]): void {
  try {
    if (messages.length === 0) sessionStorage.removeItem(nameOf(key))
    else sessionStorage.setItem(nameOf(key), JSON.stringify(messages))
  } catch {
    // A full or forbidden storage: the message stays on the page alone.
  }
}

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, text, at } = value as Record<string, unknown>
  return (
    [clientId, text, at].every((each) => typeof each === 'string') && !Number.isNaN(Date.parse(String(at)))
  )
}
