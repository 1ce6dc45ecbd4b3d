import { type RefObject, useRef, useState } from 'react'
import { type ChosenPhoto, choosePhoto } from '../photo/chosen-photo.ts'

/**
 * A photo that is chosen for the message in `box`, and prepared before it is sent. `onPrepared` gets it, and whether
 * Send was pressed meanwhile. `problem` is the error of a form that was sent without scripts.
 */
export function usePhotoChoice(
  box: RefObject<HTMLTextAreaElement | null>,
  problem: string | undefined,
  onPrepared: (photo: ChosenPhoto, sends: boolean) => void,
) {
  const [error, setError] = useState(problem)
  /** Set while the last chosen photo is prepared. */
  const preparing = useRef<{ sends: boolean } | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)

  async function choose(file: File) {
    const mine = (preparing.current = { sends: false })
    setIsPreparing(true)
    const choice = await choosePhoto(file)
    if (preparing.current !== mine || !box.current) return
    preparing.current = null
    setIsPreparing(false)
    setError(choice.ok ? undefined : choice.message)
    if (choice.ok) onPrepared(choice.photo, mine.sends)
    box.current.focus()
  }

  /** While a photo is prepared, remembers that Send was pressed, and returns true. */
  function sendLater() {
    if (preparing.current) preparing.current.sends = true
    return preparing.current !== null
  }

  return { error, isPreparing, choose, sendLater, clearError: () => setError(undefined) }
}
