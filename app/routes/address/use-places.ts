import { useRef, useState } from 'react'

/**
 * What the two lists offer: the labels of all cities, loaded when the field is first used, and the barangays of a
 * city. When they can’t be loaded the fields stay plain text fields.
 */
export function usePlaces() {
  const [cities, setCities] = useState<readonly string[]>([])
  const [barangays, setBarangays] = useState<readonly string[]>([])
  const city = useRef<string | null>(null)
  return {
    cities,
    barangays,
    async loadCities() {
      if (cities.length === 0) setCities(await readNames('/api/places'))
    },
    async loadBarangays(typed: string) {
      if (typed === city.current) return
      city.current = typed
      const names = typed === '' ? [] : await readNames(`/api/places?${new URLSearchParams({ city: typed })}`)
      if (city.current === typed) setBarangays(names)
    },
  }
}

async function readNames(address: string): Promise<readonly string[]> {
  try {
    const response = await fetch(address)
    const { names } = (await response.json()) as { names?: string[] }
    return response.ok && names ? names : []
  } catch {
    return []
  }
}
