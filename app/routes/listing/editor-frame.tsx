import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { Card } from '#app/ui/primitives/card.tsx'
import { Dialog } from '#app/ui/primitives/dialog.tsx'
import { useDialogForm } from '#app/ui/use-dialog-form.ts'
import type { ListingDraft } from './listing-draft.ts'
import { ListingEditor } from './listing-editor.tsx'
import type { SaveProblem } from './save-listing.ts'

type EditorFrameProps = {
  draft: ListingDraft
  problem?: SaveProblem
  categories: readonly { id: number; name: string }[]
  tags: readonly string[]
  closeTo: string
}

/**
 * The form in a modal where scripts run, else as a section of the page. In both cases the address says that it is
 * open.
 */
export function EditorFrame({ closeTo, ...editor }: EditorFrameProps) {
  const section = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const title = editor.draft.listingId ? 'Edit Listing' : 'Add New Listing'
  if (!useDialogForm(section))
    return (
      <Card ref={section} as="section" aria-labelledby="editor" padding="lg" className="mb-10 max-w-3xl">
        <h2 id="editor" className="mb-4 text-2xl">
          {title}
        </h2>
        <ListingEditor {...editor} cancelTo={closeTo} />
      </Card>
    )
  return (
    <Dialog
      open
      size="lg"
      title={title}
      onClose={() => navigate(closeTo, { replace: true, preventScrollReset: true })}
    >
      <ListingEditor {...editor} cancelTo={closeTo} />
    </Dialog>
  )
}
