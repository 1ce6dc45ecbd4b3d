import { Send, Square } from 'lucide-react'
import { useId, useRef } from 'react'
import { loginToAsk, MAX_QUESTION_LENGTH } from '#domain/assistant/assistant.ts'
import { IconButton } from '#app/ui/primitives/button.tsx'
import { FieldError } from '#app/ui/primitives/field-frame.tsx'

type AskBoxProps = {
  /** Guests can't ask. */
  loggedIn: boolean
  disabled: boolean
  writing: boolean
  problem: string | null
  text: string
  /** Changes the text: it is given the present one, and returns the next. */
  onText: (change: (now: string) => string) => void
  onAsk: (text: string) => Promise<boolean>
  onStop: () => void
}

const NEAR_THE_END = 100

/**
 * The box for the next question: Enter sends, Shift+Enter starts a new line. A question that was not accepted stays in
 * it.
 */
export function AskBox({ loggedIn, disabled, writing, problem, text, onText, onAsk, onStop }: AskBoxProps) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const left = MAX_QUESTION_LENGTH - [...text].length

  async function send() {
    const question = text.trim()
    if (question === '' || left < 0 || writing) return
    onText(() => '')
    // The pressed button is replaced by another.
    if (window.matchMedia('(pointer: fine)').matches) form.current?.querySelector('textarea')?.focus()
    // What was typed meanwhile follows a question that was not accepted.
    if (!(await onAsk(question))) onText((now) => (now === '' ? question : `${question}\n${now}`))
  }

  return (
    <form
      ref={form}
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Your question
        </label>
        <textarea
          id={id}
          name="text"
          rows={2}
          value={text}
          data-autofocus={loggedIn ? true : undefined}
          disabled={!loggedIn || disabled}
          placeholder={loggedIn ? 'Ask about renting, paying, lending…' : loginToAsk}
          enterKeyHint="send"
          aria-describedby={`${id}-note`}
          aria-invalid={left < 0 || undefined}
          onChange={({ currentTarget: { value } }) => onText(() => value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            form.current?.requestSubmit()
          }}
          className="field max-h-32 resize-none text-sm"
        />
        {writing ? (
          <IconButton label="Stop" variant="secondary" onClick={onStop}>
            <Square aria-hidden="true" className="size-4 fill-current" />
          </IconButton>
        ) : (
          <IconButton label="Send" variant="primary" type="submit" disabled={!loggedIn || disabled}>
            <Send aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      </div>
      <div id={`${id}-note`} role="status" className="px-1 pt-1.5 empty:pt-0">
        {left < 0 ? (
          <FieldError id={`${id}-long`}>{`That is ${-left} characters too long.`}</FieldError>
        ) : left <= NEAR_THE_END ? (
          <p className="text-sm text-muted">{left} characters left</p>
        ) : problem ? (
          <FieldError id={`${id}-problem`}>{problem}</FieldError>
        ) : null}
      </div>
    </form>
  )
}
