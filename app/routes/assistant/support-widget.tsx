import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Link } from '#app/ui/link.tsx'
import { Opening } from '#app/ui/opening.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { cx } from '#app/ui/primitives/cx.ts'
import { useOpen } from './use-open.ts'

// Loaded when it is opened: most pages never need it.
let isMissing = false
const SupportPanel = lazyPart(
  async () => (await import('./support-panel.tsx')).SupportPanel,
  () => (isMissing = true),
)

const look =
  'fixed right-4 bottom-4 z-40 grid size-13 place-items-center rounded-full border border-accent ' +
  'bg-accent text-on-accent ' +
  'shadow-lift transition-colors hover:bg-accent-hover focus-visible:rounded-full md:right-6 md:bottom-6 md:size-14'

type SupportWidgetProps = {
  siteName: string
  /** Null for a guest. */
  accountId: string | null
}

/** The button above every page that opens the assistant; without scripts it links to the assistant's page. */
export function SupportWidget({ siteName, accountId }: SupportWidgetProps) {
  const [open, setOpen] = useOpen()
  // What is typed stays when the panel is closed, for the person who typed it.
  const [draft, setDraft] = useState({ by: accountId, text: '' })
  const textOf = ({ by, text }: typeof draft) => (by === accountId ? text : '')
  // When it opens again after a reload, it does not take the focus.
  const pressed = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const hydrated = useHydrated()
  const { pathname } = useLocation()
  if (pathname === '/support') return null
  // It is hidden on a phone while the person types, and on a page with its own box at the bottom.
  const away = cx(look, 'support-button', pathname === '/chat' && 'max-md:hidden')
  const icon = <Icon name="help" className="size-6.5" />
  const label = `Ask ${siteName}`
  if (!hydrated)
    return (
      <Link to="/support" aria-label={label} title={label} data-print="hide" className={away}>
        {icon}
      </Link>
    )
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? 'support-panel' : undefined}
        data-print="hide"
        className={away}
        onClick={() => {
          // Without the panel's code the assistant's page is opened instead.
          if (isMissing) return location.assign('/support')
          pressed.current = true
          setOpen(!open)
        }}
      >
        {icon}
      </button>
      {open ? (
        <Suspense fallback={<Opening label="Opening the assistant" />}>
          <SupportPanel
            key={accountId ?? 'guest'}
            {...{ siteName, pressed }}
            loggedIn={accountId !== null}
            draft={textOf(draft)}
            onDraft={(change) => setDraft((now) => ({ by: accountId, text: change(textOf(now)) }))}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  )
}
