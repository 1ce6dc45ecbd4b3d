import { type ComponentType, lazy } from 'react'
import { connectionLost, showFailure } from './failure.ts'

/**
 * A part of a page whose code is loaded when it is first shown. If that fails, the page stays without the part and
 * shows a message; `onMissing` then allows an alternative.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, onMissing?: () => void) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      showFailure(connectionLost)
      onMissing?.()
      return { default: (() => null) as ComponentType<Props> }
    }
  })
}
