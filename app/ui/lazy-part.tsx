import { type ComponentType, lazy, useEffect } from 'react'
import { connectionLost, showFailure } from './failure.ts'

/**
 * A part of a page whose code is loaded when it is first shown. If that fails, the page stays without the part and
 * shows a message, each time that it would show the part; `onMissing` then allows an alternative.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, onMissing?: () => void) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      onMissing?.()
      return { default: Missing as ComponentType<Props> }
    }
  })
}

function Missing() {
  useEffect(() => showFailure(connectionLost), [])
  return null
}
