import { Sparkles } from 'lucide-react'
import { ButtonForm } from '#app/ui/button-form.tsx'

/** Whether the assistant is on in a conversation, or which of its two people switched it off. */
export type AssistantStatus = 'on' | 'off-by-me' | 'off-by-partner'

type AssistantSwitchProps = { threadId: string; status: AssistantStatus; partnerName: string }

/** Says that an automatic assistant may answer here, or who switched it off, and has the switch. */
export function AssistantSwitch({ threadId, status, partnerName }: AssistantSwitchProps) {
  const isOn = status === 'on'
  return (
    <div className="flex items-center gap-2 border-t border-line py-1 pr-2 pl-4 text-sm text-muted sm:pl-6">
      <Sparkles aria-hidden="true" className="size-4 shrink-0" />
      <p role="status" className="mr-auto min-w-0 py-1.5 leading-snug">
        {isOn ? (
          'An automatic assistant may answer.'
        ) : status === 'off-by-me' ? (
          'You switched the assistant off.'
        ) : (
          <>
            <bdi>{partnerName}</bdi> switched the assistant off. Only they can switch it on again.
          </>
        )}
      </p>
      {status === 'off-by-partner' ? null : (
        <ButtonForm
          hidden={{ intent: 'assistant', threadId, to: isOn ? 'off' : 'on' }}
          postTo="/chat/assistant"
          replace
          formClassName="shrink-0"
          variant="quiet"
          size="sm"
          className="underline underline-offset-4"
        >
          {isOn ? 'Switch off' : 'Switch on'}
          <span className="sr-only"> the assistant</span>
        </ButtonForm>
      )}
    </div>
  )
}
