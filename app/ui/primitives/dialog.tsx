import {
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { X } from 'lucide-react'
import { lastFailure, onFailure, showFailure } from '../failure.ts'
import { isTyped } from '../use-dialog-form.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { FormError } from './form-error.tsx'

export type DialogProps = {
  id?: string
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Shown below the content; it stays visible while the content scrolls. */
  footer?: ReactNode
}

const sizes = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

/**
 * A native modal dialog: the browser traps the focus, closes it on Escape and returns the focus to the opener. Its
 * children exist only while it is open. The focus moves to the title, or to the element with `data-autofocus`.
 */
export function Dialog({ id, open, onClose, title, children, size = 'md', footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const failure = useSyncExternalStore(onFailure, lastFailure, () => null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2')
    first?.focus()
    return () => element.close()
  }, [open])

  // The error is above the form, whose button may be far below.
  useLayoutEffect(() => {
    if (failure?.inDialog) dialog.current?.scrollTo({ top: 0 })
  }, [failure])

  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={titleId}
      onMouseDown={closeOnBackdrop}
      onCancel={keepTyped}
      onClose={(event) => {
        // This event comes later than the closing; the dialog may be open again by then.
        if (event.target !== event.currentTarget || !open || event.currentTarget.open) return
        showFailure(null)
        onClose()
      }}
      className={cx(
        'dialog m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto overscroll-contain rounded-xl',
        'border border-line bg-card p-0 text-ink shadow-lift',
        sizes[size],
      )}
    >
      {open ? (
        <div>
          <div className="flex items-start justify-between gap-4 px-5 pt-4 sm:px-7 sm:pt-6">
            <h2 id={titleId} tabIndex={-1} className="min-w-0 pt-1.5 text-xl focus:outline-none">
              {title}
            </h2>
            <IconButton label="Close" data-close className="-mr-2" onClick={() => dialog.current?.close()}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
          <div className="px-5 pt-3 pb-6 sm:px-7 sm:pb-7">
            {failure?.inDialog ? (
              <div className="mb-5">
                <FormError>{failure.text}</FormError>
              </div>
            ) : null}
            {children}
          </div>
          {footer ? (
            <div
              className={
                'sticky bottom-0 flex flex-wrap justify-end gap-3 border-t border-line bg-card ' +
                'px-5 py-4 sm:px-7'
              }
            >
              {footer}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  )
}

/** A press beside the dialog closes it, but not one that would lose what was typed, nor one on its scroll bar. */
function closeOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  if (target !== currentTarget || isTyped(currentTarget)) return
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isBeside = clientX < left || clientX > right || clientY < top || clientY > bottom
  if (isBeside) currentTarget.close()
}

/** Escape, or a phone's gesture for “back”, would lose a long text; pressed again, it closes the dialog. */
function keepTyped(event: SyntheticEvent<HTMLDialogElement>) {
  const { target, currentTarget } = event
  if (target !== currentTarget || !currentTarget.querySelector('textarea') || !isTyped(currentTarget)) return
  const close = currentTarget.querySelector<HTMLElement>('[data-close]')
  if (close === document.activeElement) return
  event.preventDefault()
  close?.focus()
}
