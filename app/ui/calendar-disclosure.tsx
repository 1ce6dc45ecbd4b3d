import { type ComponentProps, Suspense, useId, useState } from 'react'
import { CalendarDays } from 'lucide-react'
import { lazyPart } from './lazy-part.tsx'
import { Button } from './primitives/button.tsx'
import { LoadingDots } from './primitives/loading-dots.tsx'
import { useHydrated } from './use-hydrated.ts'

const load = async () => (await import('./calendar.tsx')).default
const Calendar = lazyPart(load)

/** A button that opens the calendar below it. Without scripts only the date fields are shown. */
export function CalendarDisclosure({
  startsOpen = false,
  ...calendar
}: ComponentProps<typeof Calendar> & { startsOpen?: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  if (!useHydrated()) return null
  return (
    <div className="grid gap-3">
      <Button
        type="button"
        variant="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => void load().catch(() => {})}
        onFocus={() => void load().catch(() => {})}
        className="justify-self-start"
      >
        <CalendarDays aria-hidden="true" className="size-5" />
        {open ? 'Hide calendar' : 'Show calendar'}
      </Button>
      <div id={id} hidden={!open}>
        {open ? (
          <Suspense
            fallback={
              <div className="grid min-h-96 place-items-center rounded-xl border border-line bg-card">
                <LoadingDots label="Loading the calendar" />
              </div>
            }
          >
            <Calendar {...calendar} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
