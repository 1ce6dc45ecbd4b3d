import { type RefObject, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { ArrowUp } from 'lucide-react'
import { judgeDraft } from '#domain/chat/timeline.ts'
import type { FormProblem } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FieldError, useControl } from '#app/ui/primitives/field-frame.tsx'

type MessageBoxProps = {
  partnerName: string
  /** What this message is called, where no scripts run. */
  nextId: string
  problem?: FormProblem
  box: RefObject<HTMLTextAreaElement | null>
  onSend: (text: string) => void
}

/** The box for the next message: Enter sends, Shift+Enter starts a line. What could not be sent without scripts stays in it. */
export function MessageBox({ partnerName, nextId, problem, box, onSend }: MessageBoxProps) {
  const kept = problem?.values.text
  const before = typeof kept === 'string' ? kept : ''
  const [draft, setDraft] = useState(() => judgeDraft(before))
  const [refusal, setRefusal] = useState(problem)
  const error = draft.problem ?? refusal?.errors.text ?? refusal?.formError
  const { control, hintId, errorId } = useControl({ error, hint: draft.count })

  useEffect(() => {
    if (problem) box.current?.focus()
    // Someone may have typed before scripts ran.
    setDraft(judgeDraft(box.current?.value ?? ''))
  }, [problem, box])

  function send() {
    const text = box.current?.value ?? ''
    const { empty, problem: wrong } = judgeDraft(text)
    if (empty || wrong) return box.current?.focus()
    onSend(text)
    box.current?.setRangeText('', 0, text.length)
    setDraft(judgeDraft(''))
    setRefusal(undefined)
    box.current?.focus()
  }

  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-line px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4"
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="clientId" value={nextId} />
      <div className="flex items-end gap-2">
        <label htmlFor={control.id} className="sr-only">
          Message
        </label>
        <textarea
          {...control}
          ref={box}
          name="text"
          rows={1}
          dir="auto"
          placeholder={`Write to ${partnerName}`}
          defaultValue={before}
          enterKeyHint="send"
          onChange={(event) => setDraft(judgeDraft(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
          className={
            'max-h-40 min-h-11 min-w-0 grow resize-none field-sizing-content rounded-[1.375rem] border border-line-strong bg-card ' +
            'px-4 py-2 transition-colors hover:border-ink focus-visible:rounded-[1.375rem] aria-invalid:border-danger'
          }
        />
        <Button aria-label="Send" title="Send" className="size-11 shrink-0 px-0">
          <ArrowUp aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {draft.count ? (
        <p id={hintId} role="status" className="px-1 pt-1.5 text-sm text-muted tabular-nums">
          {draft.count}
        </p>
      ) : null}
      {error ? (
        <div className="px-1 pt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      ) : null}
    </Form>
  )
}
