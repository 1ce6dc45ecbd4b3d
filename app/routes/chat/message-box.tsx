import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Send } from 'lucide-react'
import { MAX_MESSAGE_LENGTH } from '#domain/chat/chat.ts'
import type { FormProblem } from '#domain/form.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { TextArea } from '#app/ui/primitives/field.tsx'

type MessageBoxProps = { partnerName: string; problem?: FormProblem }

/** The box for the next message: Enter sends, Shift+Enter starts a line. What could not be sent stays in it. */
export function MessageBox({ partnerName, problem }: MessageBoxProps) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formData?.get('intent') === 'send'
  useEffect(() => {
    if (problem) form.current?.querySelector('textarea')?.focus()
  }, [problem])
  const kept = problem?.values.text
  return (
    <Form
      ref={form}
      method="post"
      replace
      preventScrollReset
      className="flex flex-wrap items-end justify-end gap-3 border-t border-line p-4 sm:px-6"
    >
      <input type="hidden" name="intent" value="send" />
      <TextArea
        label="Message"
        name="text"
        rows={2}
        placeholder={`Write to ${partnerName}`}
        defaultValue={typeof kept === 'string' ? kept : ''}
        error={problem?.errors.text ?? problem?.formError}
        maxLength={MAX_MESSAGE_LENGTH * 2}
        enterKeyHint="send"
        fieldClassName="min-w-48 grow"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (event.currentTarget.value.trim() !== '') form.current?.requestSubmit()
        }}
      />
      <Button busy={busy} busyText="Sending...">
        <Send aria-hidden="true" className="size-5" />
        Send
      </Button>
    </Form>
  )
}
