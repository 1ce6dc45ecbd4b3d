import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from './primitives/button.tsx'
import { cx } from './primitives/cx.ts'
import { Icon } from './icon.tsx'

export type Toast = { id: string; kind: 'success' | 'error'; text: string }

const successLastsMs = 3000

/**
 * A toast. A success disappears by itself, though not while someone points at it or has the focus in it; an error
 * stays.
 */
export function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const [isPaused, setPaused] = useState(false)
  const left = useRef(successLastsMs)
  const close = useEffectEvent(() => onClose(toast.id))

  useEffect(() => {
    if (toast.kind !== 'success' || isPaused) return
    const startedAt = Date.now()
    const timer = setTimeout(() => close(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(left.current - (Date.now() - startedAt), 800)
    }
  }, [toast.id, toast.kind, isPaused])

  const failed = toast.kind === 'error'
  return (
    <div
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={({ currentTarget }) => setPaused(currentTarget.matches(':focus-within'))}
      onFocus={() => setPaused(true)}
      onBlur={({ currentTarget }) => setPaused(currentTarget.matches(':hover'))}
      className={cx(
        'toast pointer-events-auto flex items-center gap-3 rounded-lg border bg-card py-1.5 pr-1.5 ' +
          'pl-4 text-ink shadow-lift',
        failed ? 'border-danger' : 'border-success',
      )}
    >
      <Icon
        name={failed ? 'alert' : 'check'}
        className={cx('size-5 shrink-0', failed ? 'text-danger' : 'text-success')}
      />
      <p className="grow py-2 text-sm font-medium">{toast.text}</p>
      <IconButton label="Dismiss" className="needs-js" onClick={() => onClose(toast.id)}>
        <Icon name="close" className="size-4.5" />
      </IconButton>
    </div>
  )
}
