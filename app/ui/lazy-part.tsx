import { type ComponentType, lazy } from 'react'
import { outOfReach, sayFailure } from './failure.ts'

/**
 * A part of a page whose code is loaded when it is first shown. When that fails the page stays as it is, without the
 * part, and says so; `onMissing` then lets another way be taken.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, onMissing?: () => void) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      sayFailure(outOfReach)
      onMissing?.()
      return { default: (() => null) as ComponentType<Props> }
    }
  })
}
