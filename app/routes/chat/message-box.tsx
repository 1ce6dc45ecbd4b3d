import { type ComponentProps, type RefObject, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { ArrowUp } from 'lucide-react'
import { judgeDraft } from '#domain/chat/timeline.ts'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FieldError, useControl } from '#app/ui/primitives/field-frame.tsx'
import type { ChosenPhoto } from '../photo/chosen-photo.ts'
import { keepDraft, restoreDraft } from './kept-draft.ts'
import { PhotoButton, PhotoPreview } from './photo-button.tsx'
import { usePhotoChoice } from './use-photo-choice.ts'

type MessageBoxProps = {
  /** The name of the conversation, under which this tab keeps what is typed. */
  keptName: string
  partnerName: string
  /** The id of the next message, for a form without scripts. */
  nextId: string
  problem?: FormProblem
  box: RefObject<HTMLTextAreaElement | null>
  /** The chosen photo. */
  photo: ChosenPhoto | null
  onPhoto: (photo: ChosenPhoto | null) => void
  onSend: (text: string, photo: ChosenPhoto | null) => void
  onTyping: () => void
}

/**
 * The box for the next message: Enter sends, Shift+Enter starts a new line. Text that could not be sent without
 * scripts stays in it.
 */
export function MessageBox(props: MessageBoxProps) {
  const { keptName, partnerName, nextId, problem, box, photo, onPhoto, onSend, onTyping } = props
  const before = typedIn(problem, 'text') ?? ''
  const [draft, setDraft] = useState(() => judgeDraft(before))
  const [refusal, setRefusal] = useState(problem)
  const choice = usePhotoChoice(box, problem?.errors.photo, (chosen, sends) => {
    onPhoto(chosen)
    if (sends) send(chosen)
  })
  const error = draft.problem ?? refusal?.errors.text ?? refusal?.formError
  const { control, hintId, errorId } = useControl({ error, hint: draft.count })

  useEffect(() => {
    if (problem) box.current?.focus()
    // The person may have typed before scripts ran.
    if (box.current) restoreDraft(keptName, box.current)
    setDraft(judgeDraft(box.current?.value ?? ''))
  }, [problem, box, keptName])

  function send(chosen = photo) {
    if (choice.sendLater()) return
    const text = box.current?.value ?? ''
    const { empty, problem: wrong } = judgeDraft(text)
    if ((empty && !chosen) || wrong) return box.current?.focus()
    onSend(text, chosen)
    onPhoto(null)
    box.current?.setRangeText('', 0, text.length)
    keepDraft(keptName, '')
    setDraft(judgeDraft(''))
    setRefusal(undefined)
    choice.clearError()
    box.current?.focus()
  }

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-line px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4"
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="clientId" value={nextId} />
      {photo ? <PhotoPreview photo={photo} onRemove={() => onPhoto(null)} /> : null}
      {choice.isPreparing ? (
        <p role="status" className="px-1 pb-2 text-sm text-muted">
          Preparing the photo…
        </p>
      ) : null}
      <div className="flex items-end gap-1.5 noscript:flex-wrap">
        <PhotoButton
          hasError={choice.error !== undefined}
          errorId={`${errorId}-photo`}
          onChoose={(file) => void choice.choose(file)}
        />
        <label htmlFor={control.id} className="sr-only">
          Message
        </label>
        <MessageText
          {...control}
          ref={box}
          placeholder={`Write to ${partnerName.split(' ')[0]}`}
          defaultValue={before}
          onChange={(event) => {
            setDraft(judgeDraft(event.target.value))
            keepDraft(keptName, event.target.value)
            if (event.target.value !== '') onTyping()
          }}
          onImage={(file) => void choice.choose(file)}
          onEnter={() => send()}
        />
        <Button aria-label="Send" title="Send" className="size-11 shrink-0 px-0!">
          <ArrowUp aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {draft.count ? (
        <p id={hintId} role="status" className="px-1 pt-1.5 text-sm text-muted tabular-nums">
          {draft.count}
        </p>
      ) : null}
      {error || choice.error ? (
        <div className="px-1 pt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
          <FieldError id={`${errorId}-photo`}>{choice.error}</FieldError>
        </div>
      ) : null}
    </Form>
  )
}

type MessageTextProps = ComponentProps<'textarea'> & { onImage: (file: File) => void; onEnter: () => void }

/** The text of a message. A pasted image goes to `onImage`; Enter without Shift to `onEnter`. */
function MessageText({ onImage, onEnter, ...textarea }: MessageTextProps) {
  return (
    <textarea
      {...textarea}
      name="text"
      rows={1}
      dir="auto"
      enterKeyHint="send"
      onPaste={(event) => {
        const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
        if (!file) return
        event.preventDefault()
        onImage(file)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
      className={
        'max-h-40 min-h-11 min-w-0 grow resize-none field-sizing-content rounded-[1.375rem] ' +
        'border border-line-strong bg-card ' +
        'px-4 py-2 transition-colors hover:border-ink focus-visible:rounded-[1.375rem] aria-invalid:border-danger'
      }
    />
  )
}
