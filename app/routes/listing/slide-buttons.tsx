import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#app/ui/primitives/button.tsx'

type SlideButtonsProps = { current: number; count: number; goTo: (index: number) => void }

/**
 * The buttons to the previous and the next photo, over the photo's sides. At an end the button stays in the tab order,
 * disabled.
 */
export function SlideButtons({ current, count, goTo }: SlideButtonsProps) {
  return (
    <div
      className={
        'needs-js pointer-events-none absolute inset-x-3 inset-y-0 flex items-center ' +
        'justify-between *:pointer-events-auto'
      }
    >
      <IconButton
        label="Previous photo"
        variant="secondary"
        aria-disabled={current === 0 || undefined}
        onClick={() => goTo(current - 1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5.5" />
      </IconButton>
      <IconButton
        label="Next photo"
        variant="secondary"
        aria-disabled={current === count - 1 || undefined}
        onClick={() => goTo(current + 1)}
      >
        <ChevronRight aria-hidden="true" className="size-5.5" />
      </IconButton>
    </div>
  )
}
