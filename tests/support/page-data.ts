import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'

/**
 * The property names in the loader data that a page sends along with its HTML, by route, each once. Names below ids
 * and numbers are merged.
 */
export async function sentNames(html: string): Promise<Record<string, string[]>> {
  const parts = [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)]
  const bytes = new Blob(parts.map(([, part]) => JSON.parse(part!) as string)).stream()
  const { value } = await decode(bytes as ReadableStream<Uint8Array<ArrayBuffer>>, globalThis as never)
  const { loaderData } = (await value) as { loaderData: Record<string, unknown> }
  const routes = Object.entries(loaderData).map(async ([route, data]) => {
    const names = new Set<string>()
    await collect(data, names)
    return [route, [...names].toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(routes))
}

async function collect(sent: unknown, names: Set<string>): Promise<void> {
  const value = await sent
  if (Array.isArray(value)) for (const item of value) await collect(item, names)
  if (value === null || typeof value !== 'object' || value instanceof Date || Array.isArray(value)) return
  for (const [name, inside] of Object.entries(value)) {
    if (!/^([0-9a-f-]{36}|\d+)$/.test(name)) names.add(name)
    await collect(inside, names)
  }
}
