import { MessageCircleQuestionMark } from 'lucide-react'
import type { AssistantState } from '#server/assistant/queries.ts'
import { Card } from '#app/ui/primitives/card.tsx'

/** Who answers as the assistant, and today's usage. */
export function AssistantLine({ assistant }: { assistant: AssistantState }) {
  return (
    <Card as="section" aria-labelledby="assistant" className="mt-6 flex items-start gap-4">
      <MessageCircleQuestionMark aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent" />
      <div className="min-w-0">
        <h2 id="assistant" className="text-lg">
          Assistant
        </h2>
        <p className="text-muted">{assistantWords(assistant)}</p>
      </div>
    </Card>
  )
}

/** The state of the assistant as text. */
export function assistantWords({ answerer, hasKey, models, usage, dailyBudget }: AssistantState): string {
  const n = (count: number) => count.toLocaleString('en-PH')
  const answers = `${n(usage.answers)} ${usage.answers === 1 ? 'answer' : 'answers'} today`
  if (answerer === 'off')
    return 'Switched off (ASSISTANT=off). People are shown the help texts and the contact form.'
  if (!hasKey)
    return `The built-in assistant answers from the help texts, as no key of Google is set. ${answers}.`
  const tokens = `${answers}, ${n(usage.tokens)} of ${n(dailyBudget)} tokens`
  const gone = models?.gone.length ? ` Google no longer has ${models.gone.join(', ')}.` : ''
  if (answerer === 'built-in')
    return `Today’s budget is spent, so the built-in assistant answers until midnight. ${tokens}.${gone}`
  const who = models?.answering
    ? `Google answers with ${models.answering}.`
    : `Google is asked with ${models?.models.join(', then ')}.`
  return `${who}${gone} ${tokens}.`
}
